import { readFileSync, rmSync } from 'node:fs';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import type { State } from '../../fixtures/reference/model.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { Api } from '../../harness/api.js';
import { Client } from '../../harness/client/client.js';
import { newWrites } from '../../harness/journal.js';
import type { Role } from '../../harness/role.js';
import { NO_WAITS, type WriteWaits } from '../../harness/settings.js';
import { situationOf } from '../../harness/situation.js';
import type { Write } from '../../harness/write.js';
import { prepareWriting } from '../../harness/writing/marker.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { beginWriting, restoreAfter } from '../../harness/writing/phase.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { settingsFor } from './serving.js';

/** What a test that writes is given. */
export interface Writing {
  write: Write;
  client: Client;
  journal: string;
  /** A version as a role sees it. */
  as(role: Role, version?: Version): Api;
}

/** A reference instance and how it was before. */
export interface Kept {
  reference: Reference;
  before: unknown;
}

/** What the tests change of the usual circumstances. */
export interface Circumstances {
  timeoutMs?: number;
  waits?: WriteWaits;
  /** When the time of the run is over, in milliseconds of the clock. */
  endsAt?: number;
  /** Whether the run keeps others from writing, which are some writes more. */
  marks?: boolean;
  versions?: readonly Version[];
  /** Where the journal is instead of in the temporary folder; it is not removed then. */
  journal?: string;
  /** Instead of the roles of the reference. */
  roles?: Partial<Reference['roles']>;
}

/** Calls back with a reference instance, which is stopped afterwards. */
export async function withReference<T>(work: (kept: Kept) => Promise<T>): Promise<T> {
  const reference = await startReference();
  try {
    return await work({ reference, before: reference.snapshot() });
  } finally {
    await reference.stop();
  }
}

/** Writes to an instance as a run does, and restores. Rejects with what `work` rejects with. */
export async function writing(
  url: string,
  { roles, project }: Pick<Reference, 'roles' | 'project'>,
  work: (writing: Writing) => Promise<unknown>,
  {
    timeoutMs = 60_000,
    versions = VERSIONS,
    marks = false,
    waits = NO_WAITS,
    ...other
  }: Circumstances = {},
): Promise<ReportedWrites> {
  const credentials = other.roles ?? roles;
  const settings = settingsFor(url, { credentials, timeoutMs });
  const writes = newWrites(other.journal, waits);
  const { journal } = writes;
  const run = {
    ...settings,
    only: [],
    skip: [],
    seed: 1,
    project,
    writes,
  };
  const client = new Client(settings);
  try {
    const write = beginWriting(situationOf(client, versions, settings), run);
    const as = (role: Role, version: Version = '1.3') =>
      new Api(version, role, client, new Set(), 'user');
    try {
      await (marks ? prepareWriting(write) : write.findTargets());
      await work({ write, client, journal, as });
    } catch (error) {
      await restoreAfter(write, client);
      throw error;
    }
    return await restoreAfter(write, client, other.endsAt);
  } finally {
    await client.close();
    if (other.journal === undefined) rmSync(journal, { force: true });
  }
}

/** A state without checks and the events that tell of them, which cannot be undone. */
export function butChecks(snapshot: unknown): unknown {
  const state = snapshot as Record<string, Record<string, { category?: string }>[]>;
  const { checks, events, ...rest } = state;
  return rest;
}

/** The lines of a journal. */
export function linesOf(journal: string): string[] {
  return readFileSync(journal, 'utf8').trimEnd().split('\n');
}

/** Calls back with a reference that differs, which is stopped afterwards. */
export async function withOther<T>(
  change: (behaviour: Behaviour, state: State) => void,
  work: (reference: Reference) => Promise<T>,
): Promise<T> {
  const [behaviour, state] = [soundBehaviour(), makeState()];
  change(behaviour, state);
  const reference = await startReference({ behaviour, state });
  try {
    return await work(reference);
  } finally {
    await reference.stop();
  }
}

/** Writes everything that may be written. */
export async function everything({ write, as }: Writing): Promise<void> {
  const me = `users/${write.ownId('user')}/`;
  await write.send(as('user'), 'PATCH', me, {
    json: { first_name: ' Ünder ', settings: { items_per_page: 7, show_ids: true } },
  });
  await write.send(as('user'), 'PUT', me, { json: { last_name: 'Put', settings: {} } });
  await write.send(as('user'), 'PATCH', me, { form: { first_name: 'Formed' } });
  const project = `projects/${write.project().id}/`;
  const urls = { web_url: 'https://e.test/a', scm_url: '', webscm_url: 'https://e.test/b' };
  await write.send(as('maintainer'), 'PATCH', project, { json: urls });
  const { patch, comment } = write.comment();
  const addressed = `patches/${patch}/comments/${comment}/`;
  await write.send(as('maintainer'), 'PATCH', addressed, { form: { addressed: 'true' } });
  const bundle = await write.bundle(as('user'), { public: true });
  await write.send(as('user'), 'PATCH', bundle.path, { json: { name: 'renamed' } });
  await write.send(as('other'), 'DELETE', bundle.path, 'none');
  await write.send(as('maintainer'), 'POST', `patches/${write.patch()}/checks/`, {
    json: { state: 'success', context: 'of-this-test' },
  });
}
