import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { FAULTS } from '../fixtures/faults/catalogue.js';
import type { Fault } from '../fixtures/faults/fault.js';
import { type Behaviour, soundBehaviour } from '../fixtures/reference/behaviour.js';
import { makeManyState, makeState } from '../fixtures/reference/data/state.js';
import { likeRelease, RELEASES, type Release } from '../fixtures/reference/like/like-release.js';
import { withoutSeries } from '../fixtures/reference/like/old-patch.js';
import { type Reference, startReference } from '../fixtures/reference/start.js';
import { didYouMean } from '../harness/nearest.js';
import { EXIT } from '../harness/outcome.js';
import { credentialName, NEEDED_ROLES } from '../harness/role.js';
import { shellWord } from '../harness/shell.js';
import { OWNER_ONLY } from '../harness/text-file.js';
import { VERSIONS } from '../specification/versions.js';
import { watchForInterruption } from './interruption.js';
import { OPTIONS, type Values } from './options.js';
import { Refusal, refusing } from './refusal.js';
import type { Terminal } from './terminal.js';
import { checkWritable, replaceFile } from './write-file.js';

/**
 * `conformance serve`: runs the reference instance until Ctrl-C or SIGTERM. The first line of standard
 * output is its address; the file of `--write-env` is written before. Returns the exit
 * status. Rejects with a Refusal if it cannot listen or the file cannot be written.
 */
export async function serveCommand(values: Values<'serve'>, terminal: Terminal): Promise<number> {
  const { writeEnv, like } = values;
  if (writeEnv !== undefined) {
    await checkWritable(writeEnv);
    refuseForeign(writeEnv);
  }
  const interruption = watchForInterruption();
  const reference = await started(values, (line) => terminal.note(line));
  try {
    if (writeEnv !== undefined) {
      await replaceFile(writeEnv, environmentFile(reference), OWNER_ONLY);
    }
    await terminal.print(manual(reference, writeEnv, like, terminal.program));
    if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
    return EXIT.conformant;
  } finally {
    await reference.stop();
    interruption.ignore();
  }
}

/** Starts the reference instance; `print` gets a line for each fault. Rejects with a Refusal if it cannot listen. */
export async function started(
  { port = 0, prefix = '', like, fault = [], patches }: Values<'serve'>,
  print: (line: string) => void,
): Promise<Reference> {
  const behaviour = faultyBehaviour(fault, print, like);
  try {
    const state = patches === undefined ? makeState() : makeManyState(patches);
    if (like !== undefined && patches === undefined) withoutSeries(state);
    return await startReference({ port, prefix, behaviour, state });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = WHY_NOT[code];
    if (why === undefined) throw error;
    throw new Refusal(`cannot listen on port ${port}: ${why}`);
  }
}

const WHY_NOT: Record<string, string> = {
  EADDRINUSE: 'the port is in use; choose another with --port, or omit it for a free port',
  EACCES: 'permission denied; choose a port above 1023 with --port',
};

const WHO = {
  user: 'owns bundles',
  other: 'a second user without special rights',
  maintainer: 'maintains the project',
} as const;

/** The first line of a file of `--write-env`, by which a later one knows it. */
const WRITTEN = '# written by conformance serve\n';

/** Throws a Refusal if a file is there that this command has not written, such as the `.env` of an instance. */
function refuseForeign(path: string): void {
  const isOwn = !existsSync(path) || readFileSync(path, 'utf8').startsWith(WRITTEN);
  if (!isOwn) {
    throw new Refusal(
      `--write-env: ${path} exists and was not written by serve; expected another file`,
    );
  }
}

/** The file of `--write-env`, for a shell (`set -a; . FILE`) or as `.env`. */
function environmentFile({ url, project, roles }: Reference): string {
  const lines: [string, string][] = [
    [OPTIONS.baseUrl.environment, url],
    [OPTIONS.project.environment, project],
  ];
  for (const role of NEEDED_ROLES) {
    for (const part of ['token', 'name', 'password'] as const) {
      lines.push([credentialName(role, part), roles[role][part]]);
    }
  }
  return WRITTEN + lines.map(([name, value]) => `${name}=${shellWord(value)}\n`).join('');
}

/** The URL of the served instance, and how to use it; `program` is how the user starts this program. */
function manual(
  reference: Reference,
  writtenTo: string | undefined,
  like: Release | undefined,
  program: string,
): string {
  const { url, project, roles } = reference;
  const newest = like === undefined ? VERSIONS.at(-1) : RELEASES[like];
  const accounts = NEEDED_ROLES.map((role) => {
    const { name, password, token } = roles[role];
    return [
      `  ${role.padEnd(10)}  ${WHO[role]}`,
      `              name ${name} · password ${shellWord(password)}`,
      `              token ${token}`,
    ].join('\n');
  });
  const { user } = roles;
  const basic = shellWord(`${user.name}:${user.password}`);
  const environment =
    writtenTo === undefined
      ? `${program} serve --write-env FILE writes the address and credentials to FILE.`
      : `set -a; . ${shellWord(writtenTo)}; set +a\n  ${program}`;
  return `${url}

The API is at ${url}/api/, versions ${VERSIONS[0]} to ${newest}. Data is kept in memory until the server stops.
${differences(like)}
Accounts (public: for development only)
${accounts.join('\n')}

curl
  curl -i ${url}/api/1.2/patches/
  curl -H 'Authorization: Token ${user.token}' ${url}/api/1.2/people/
  curl -u ${basic} ${url}/api/1.2/bundles/

git-pw (in any git repository)
  git config pw.server ${url}/api/1.2
  git config pw.token ${user.token}
  git config pw.project ${project}
  git pw patch list

Test it
  ${environment}

Ctrl-C stops it.
`;
}

function differences(like: Release | undefined): string {
  if (like === undefined) return '';
  const release = like === 'main' ? 'the development tree' : `release ${like}`;
  const links = like === '2.2' ? 'links only to the next and the previous page' : 'sorted links';
  return `It answers like ${release} of Patchwork where that differs from the specification: dates without
a Z, ${links}, "" for blank URLs, and others.
`;
}

/**
 * The behaviour of the reference instance with the deviations of `--like` and the faults of `--fault`, each fault
 * printed as a line. Throws a Refusal that suggests similar ids for an unknown fault, and for one that contradicts
 * another.
 */
export function faultyBehaviour(
  ids: readonly string[],
  print: (line: string) => void,
  like?: Release,
): Behaviour {
  const behaviour = soundBehaviour();
  if (like !== undefined) likeRelease(behaviour, like);
  for (const fault of new Set(ids.map(known))) {
    refusing(
      Error,
      () => fault.apply(behaviour),
      (cause) =>
        `--fault: ${fault.id} cannot be added to the faults before it: ${cause}; leave one out`,
    );
    print(`fault ${fault.id}: ${fault.says}`);
  }
  return behaviour;
}

function known(id: string): Fault {
  const fault = FAULTS.find((each) => each.id === id);
  if (fault !== undefined) return fault;
  const ids = FAULTS.map((each) => each.id);
  const hint = didYouMean(id, ids, 'the subcommand faults lists them');
  throw new Refusal(`--fault: unknown fault "${id}"; ${hint}`);
}
