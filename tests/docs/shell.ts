import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { conformance, type Outcome, outcome } from '../cli/command.js';
import { ROOT } from './pages.js';

/** The command by itself, without a pipe, a file or another command behind it. */
const BY_ITSELF = /^npx conformance [^|&;<>]+$/;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * What stands for `npx` and `npm`: `linked`, the command of a checkout, in the place of the one that a
 * registry has, and nothing in the place of what .ci/run runs as a step of its own.
 */
function standIns(linked: string, path: string): Record<string, string> {
  const run = `exec env npm_lifecycle_event=npx "${process.execPath}" "${linked}" "$@"`;
  const ci = join(ROOT, '.ci/run');
  return {
    npx: `case "$*" in
conformance | "conformance "*) shift && ${run} ;;
esac
PATH="${path}"
exec npx "$@"`,
    // All the tests would run these pages, and so on without an end.
    npm: `case "$*" in
ci | test | "run demo" | "run test:"* | "run proof")
  grep -v '^ *#' "${ci}" | grep -qE "(^| )npm $*(;|$)" && exit 0
  echo "npm $* is no step of .ci/run" >&2
  exit 1
esac
PATH="${path}"
exec npm "$@"`,
  };
}

/** A shell in a folder, as a reader has it who follows a page there. */
export class Shell {
  readonly #children = new Set<Child>();
  readonly #environment: Record<string, string>;

  /** `home` is a folder for what is not the reader's work; `checkout` is where `npx` finds the command. */
  constructor(
    readonly folder: string,
    home: string,
    readonly checkout: string,
  ) {
    const { PATH = '' } = process.env;
    const bin = join(home, 'bin');
    mkdirSync(bin, { recursive: true });
    // Above the reader's folder, where npx would find it, too.
    const linked = join(home, 'node_modules/.bin/conformance');
    mkdirSync(dirname(linked), { recursive: true });
    symlinkSync(join(checkout, 'cli/conformance.js'), linked);
    for (const [name, script] of Object.entries(standIns(linked, PATH))) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    this.#environment = {
      PATH: `${bin}:${PATH}`,
      HOME: home,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      // The same choices each time, so that what is shown stays as it is.
      CONFORMANCE_SEED: '1',
    };
  }

  /**
   * Runs a line to its end, with more in its environment. The command of this checkout runs in this process,
   * which costs half of what one of its own does.
   */
  async run(line: string, more: Record<string, string>): Promise<Outcome> {
    if (this.checkout !== ROOT || !BY_ITSELF.test(line)) return outcome(this.#start(line, more));
    const words = this.#start(`printf '%s\\0' ${line.slice('npx conformance '.length)}`);
    const args = (await outcome(words)).stdout.split('\0').slice(0, -1);
    return conformance(args, { cwd: this.folder, env: { ...this.#environment, ...more } });
  }

  /** Starts a line that stays up, and returns its output as soon as that has so many lines. */
  keep(line: string, lines: number): Promise<string> {
    const child = this.#start(line);
    let output = '';
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(`it did not stay up: ${line}\n${output}`)));
      child.stderr.resume();
      child.stdout.on('data', (text: string) => {
        output += text;
        if (output.split('\n').length > lines) resolve(output);
      });
    });
  }

  /** Ends what stays up. */
  async stop(): Promise<void> {
    for (const child of this.#children) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      // The shell and what it has started are a group of their own.
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
    this.#children.clear();
  }

  #start(line: string, more: Record<string, string> = {}): Child {
    const child = spawn('sh', ['-c', line], {
      cwd: this.folder,
      env: { ...this.#environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    this.#children.add(child);
    return child;
  }
}
