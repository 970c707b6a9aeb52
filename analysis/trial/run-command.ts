import { spawn } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reference } from '../../fixtures/reference/start.js';
import { credentialName, NEEDED_ROLES } from '../../harness/role.js';
import type { Version } from '../../specification/versions.js';
import type { Output } from './result.js';

/** Names of variables that are likely to hold a secret of the user, and of proxies, which loopback does not need. */
const NOT_PASSED =
  /^CONFORMANCE_|TOKEN|SECRET|(?<!COM)PASS|_PWD|CREDENTIAL|PRIVATE|(?<!^GIT_CONFIG_)KEY(?!BOARD|MAP)|_PAT$|AUTH(?!OR(?!IZ)|ORITY|_SOCK)|COOKIE|DSN|JWT|^(https?|all|no)_proxy$|^GIT_CONFIG_(COUNT|KEY_\d|VALUE_\d|PARAMETERS)/i;

/** A name or a password in a URL, and the value of a header that signs in. */
const WITH_PASSWORD = /:\/\/[^/\s@]+@|\bauthorization:|\bbearer\s+\S/i;

/**
 * The environment of a command: that of this process without secrets and proxies, and the address and
 * accounts of the reference instance. `CONFORMANCE_URL` includes the version: http://127.0.0.1:…/api/1.2
 */
export function surroundings(
  { url, project, roles }: Pick<Reference, 'url' | 'project' | 'roles'>,
  version: Version,
  folder: string,
  own: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const secrets = Object.entries(own).flatMap(([name, value = '']) => secretsIn(name, value));
  const passed = Object.entries(own).filter(
    ([name, value = '']) =>
      !NOT_PASSED.test(name) &&
      !secrets.some((secret) => value.includes(secret)) &&
      !WITH_PASSWORD.test(value),
  );
  const accounts = NEEDED_ROLES.flatMap((role) =>
    (['token', 'name', 'password'] as const).map((part): [string, string] => [
      credentialName(role, part),
      roles[role][part],
    ]),
  );
  return {
    ...Object.fromEntries([...passed, ...accounts]),
    CONFORMANCE_URL: `${url}/api/${version}`,
    CONFORMANCE_BASE_URL: url,
    CONFORMANCE_VERSION: version,
    CONFORMANCE_PROJECT: project,
    CONFORMANCE_DIR: folder,
  };
}

/** The secrets of this program in a variable: whole, and the last word of a header. */
function secretsIn(name: string, value: string): string[] {
  if (/^CONFORMANCE_.*(TOKEN|PASSWORD)$/.test(name)) return value === '' ? [] : [value];
  if (name !== 'CONFORMANCE_HEADERS') return [];
  return value
    .split(/[\s;=]+/)
    .filter((word) => word.length >= SHORTEST_WORD && !word.endsWith(':'));
}

/** Words of a header that are as short are no secrets, and stand in harmless variables. */
const SHORTEST_WORD = 8;

/** Characters of standard output, of standard error, and of all files; more is taken for endless. */
const LONGEST_OUTPUT = 20_000_000;

/** The most files of one run. */
const MOST_FILES = 10_000;

/** How long processes that the command has left behind may hold its output open. */
const AFTERMATH_MS = 2000;

/** The reason for ending a command that does not stop sending requests. */
export const TOO_MANY_REQUESTS = 'too many requests';

/** The limits of one run, and its surroundings. */
export interface CommandOptions {
  environment: NodeJS.ProcessEnv;
  /** The folder whose files belong to the output. */
  folder: string;
  timeoutMs: number;
  /** Ends the command, with the reason `TOO_MANY_REQUESTS` or for want of time. */
  stop: AbortSignal;
}

/**
 * Runs a command in a shell, in the current directory and a process group of its own, which is killed at
 * the end. Standard input is empty. Rejects if there is no shell.
 */
export async function runCommand(command: string, options: CommandOptions): Promise<Output> {
  const { environment, folder, timeoutMs, stop } = options;
  const child = spawn(command, {
    shell: true,
    detached: true,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let ended: Output['ended'];
  const kill = () => {
    try {
      // The group: a shell does not pass signals on.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    // What has left the group may hold them open for ever.
    setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, AFTERMATH_MS).unref();
  };
  const end = (reason: Output['ended']) => {
    ended ??= reason;
    kill();
  };
  const endEarly = () => end(stop.reason === TOO_MANY_REQUESTS ? TOO_MANY_REQUESTS : 'time limit');
  const timer = setTimeout(() => end('time limit'), timeoutMs);
  stop.addEventListener('abort', endEarly, { once: true });
  if (stop.aborted) endEarly();
  const read = (stream: NodeJS.ReadableStream) => {
    const text = { whole: '' };
    stream.setEncoding('utf8').on('data', (part: string) => {
      text.whole += part;
      if (text.whole.length > LONGEST_OUTPUT) end('too much output');
    });
    return text;
  };
  const [stdout, stderr] = [read(child.stdout), read(child.stderr)];
  try {
    const [status, signal] = await new Promise<[number | null, string | null]>(
      (resolve, reject) => {
        child.once('error', reject);
        child.once('close', (...how) => resolve(how));
        child.once('exit', () => setTimeout(kill, AFTERMATH_MS).unref());
      },
    );
    const { files, isAll } = await filesIn(folder);
    if (!isAll) ended ??= 'too much output';
    return { stdout: stdout.whole, stderr: stderr.whole, files, status, signal, ended };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', endEarly);
    kill();
  }
}

/** The files in the folder of a command, which may have left anything there, or taken it away. */
async function filesIn(folder: string) {
  const files: Record<string, string> = {};
  const isOwn = await lstat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isOwn) return { files, isAll: true };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  let left = LONGEST_OUTPUT;
  for (const path of paths.slice(0, MOST_FILES)) {
    const text = await textOf(path, left);
    files[path.slice(folder.length + 1)] = text;
    left -= text.length;
  }
  return { files, isAll: paths.length <= MOST_FILES };
}

/** Of a file that is longer than what is left, the length only. */
async function textOf(path: string, left: number): Promise<string> {
  try {
    const { size } = await lstat(path);
    return size > left ? `(${size} bytes)` : await readFile(path, 'utf8');
  } catch {
    return '(unreadable)';
  }
}
