import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from '../docs/pages.js';

/** What a script ended with, and what it wrote to either stream. */
export interface Ended {
  status: number | null;
  output: string;
}

/**
 * What stands for npm: the suite is built here already, and what is installed from elsewhere is this
 * checkout. It notes what it was asked for. What stands for npx is the command of the checkout.
 */
const NPM = `#!/bin/sh
echo "npm $*" >>"$MACHINE/asked"
folder=.
while [ $# -gt 0 ]; do
  [ "$1" = --prefix ] && folder=$2
  shift
done
mkdir -p "$folder/node_modules/.bin"
ln -sf "${ROOT}cli/conformance.js" "$folder/node_modules/.bin/conformance"
`;
const NPX = `#!/bin/sh
case $1 in -y | --no-install) shift ;; esac
shift
exec node "${ROOT}cli/conformance.js" "$@"
`;

/** A machine of somebody's CI: a folder to work in, files beside it, and a clean environment. */
export class Machine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'conformance ci-'));
  readonly work = join(this.#folder, 'work');
  /** The suite as GitHub checks it out for a job that uses its action. */
  readonly action = join(this.#folder, 'action');
  readonly #bin = join(this.#folder, 'bin');
  #running: ChildProcess | undefined;

  constructor() {
    for (const folder of [this.work, this.action, this.#bin]) mkdirSync(folder);
    symlinkSync(join(ROOT, 'cli'), join(this.action, 'cli'));
    writeFileSync(join(this.action, 'build.mjs'), '');
    this.standIn('npm', NPM);
    this.standIn('npx', NPX);
  }

  /** Puts a script in the place of a command. */
  standIn(name: string, script: string): void {
    writeFileSync(join(this.#bin, name), script);
    chmodSync(join(this.#bin, name), 0o755);
  }

  /** Writes an executable script to where jobs work. */
  script(name: string, text: string): void {
    writeFileSync(join(this.work, name), text);
    chmodSync(join(this.work, name), 0o755);
  }

  /** The path of a file beside the folder in which jobs work. */
  beside(name: string): string {
    return join(this.#folder, name);
  }

  /** What such a file holds; nothing if nobody has written it. */
  read(name: string): string {
    appendFileSync(this.beside(name), '');
    return readFileSync(this.beside(name), 'utf8');
  }

  /** Runs a script as CI does, which stops at the first command that fails. */
  async run(
    text: string,
    env: Readonly<Record<string, string>>,
    shell: readonly string[] = ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail'],
  ): Promise<Ended> {
    const file = this.beside('script');
    writeFileSync(file, text);
    const [command = 'sh', ...args] = shell;
    const { PATH = '' } = process.env;
    const child = spawn(command, [...args, file], {
      cwd: this.work,
      env: {
        PATH: [this.#bin, PATH].join(delimiter),
        HOME: this.#folder,
        LANG: 'C.UTF-8',
        MACHINE: this.#folder,
        ...env,
      },
    });
    this.#running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
      });
    }
    await once(child, 'close');
    return { status: child.exitCode, output };
  }

  /** Signals the shell of the script that runs, and none of its children, as a runner that cancels a job. */
  signal(name: NodeJS.Signals): void {
    this.#running?.kill(name);
  }

  /** Takes the machine away. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
