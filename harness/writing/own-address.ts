import type { Api } from '../api.js';
import { type Answer, named } from '../client/answer.js';
import { UNKNOWN_ID } from '../client/permitted-writes.js';
import { isObject, type JsonObject } from '../place.js';
import type { Role, SignedInRole } from '../role.js';
import { AnsweredWithAnother, inconclusive } from '../violation.js';
import { establishAccount, type MakeBundle } from './account.js';
import { mayBeShownAs } from './same-value.js';
import type { WriteSession } from './session.js';
import { take } from './targets.js';

/**
 * Verifies before each write that a path is that of an object which the run may write, by its
 * content: an instance may return wrong objects. Inconclusive if it is not.
 */
export async function demandOwn(
  session: WriteSession,
  api: Api,
  path: string,
  make: MakeBundle,
): Promise<void> {
  const stray = session.strayed.get(path);
  if (stray !== undefined) throw stray;
  const [collection = '', id = '', inner, innerId] = path.split('/');
  if (path.split('/').includes(String(UNKNOWN_ID))) return demandAbsent(session, api, path);
  const reader = (role: Role) => session.reader(api.version, role);
  switch (collection) {
    case 'bundles':
      return demandBundle(session, reader(session.makerOf(Number(id))), Number(id));
    case 'users': {
      const role = roleOf(session, Number(id));
      await establishAccount(session, role, api, make);
      return demandNamed(session, reader(role), path, 'username', session.instance.nameOf(role));
    }
    case 'projects':
      return demandProject(session, reader('maintainer'), make);
    default: {
      await demandOfProject(session, reader('maintainer'), `patches/${id}`, make);
      if (inner !== 'comments' || innerId === undefined) return;
      const comment = await shown(session, reader('maintainer'), path);
      if (comment && !isSame(comment.json.id, innerId)) another(comment, `the comment ${innerId}`);
    }
  }
}

/** An object at the unknown id would belong to another user. */
async function demandAbsent(session: WriteSession, api: Api, path: string): Promise<void> {
  const object = path.replace(/\/checks$/, '');
  for (const role of new Set<Role>([api.role, session.signedIn])) {
    const answer = await session.reader(api.version, role).get(`${object}/`);
    if (answer.status === 200 && isObject(answer.json)) {
      inconclusive(
        `${named(answer)} returned an object for an unknown id, so nothing was written to it`,
      );
    }
  }
}

async function demandBundle(session: WriteSession, reader: Api, id: number): Promise<void> {
  const bundle = await shown(session, reader, `bundles/${id}`);
  if (bundle === undefined) return;
  const { name, owner } = bundle.json;
  const user = session.targets.users[reader.role];
  // If the instance altered the name: a new bundle that the role owns is that of the run.
  const isOwn =
    isObject(owner) &&
    user !== undefined &&
    'value' in user &&
    isSame(owner.id, user.value) &&
    session.isLaterThanKnown('bundles', id);
  const isNamedSo = session.namesAt(`bundles/${id}`).some((each) => mayBeShownAs(each, name));
  if (!isNamedSo && !isOwn) another(bundle, 'the bundle created by this run');
}

/** The identifying name of an object must be the same as when first seen. */
async function demandNamed(
  session: WriteSession,
  reader: Api,
  path: string,
  field: 'username' | 'link_name',
  given: string | undefined,
): Promise<void> {
  const object = await shown(session, reader, path);
  if (object === undefined) return;
  const { id, [field]: name } = object.json;
  if (id !== undefined && !isSame(id, path.split('/')[1])) another(object, path);
  if (name === undefined) return;
  const known = session.namesAt(path);
  if (known.length === 0) known.push(given ?? name);
  const [first] = known;
  if (!known.includes(name)) another(object, `${path} with ${field} ${JSON.stringify(first)}`);
}

/** The instance may accept identifying names that the run sends to have them refused. */
export function noteNames(
  session: WriteSession,
  path: string,
  sent: Readonly<Record<string, unknown>>,
): void {
  const known = path.startsWith('bundles/') ? [sent.name] : [sent.username, sent.link_name];
  session.namesAt(path).push(...known.filter((name) => name !== undefined));
}

async function demandProject(session: WriteSession, reader: Api, make: MakeBundle): Promise<void> {
  const { id, link_name } = take(session.targets.project);
  // Without --project, the project is the first one of the maintainer, whose account must be
  // verified.
  if (session.config.project === undefined) {
    await establishAccount(session, 'maintainer', reader, make);
  }
  return demandNamed(session, reader, `projects/${id}`, 'link_name', link_name);
}

async function demandOfProject(
  session: WriteSession,
  reader: Api,
  path: string,
  make: MakeBundle,
): Promise<void> {
  const { id, link_name } = take(session.targets.project);
  const key = `${path} of the project in ${reader.version}`;
  // The run writes neither of the two, so one check is enough.
  if (session.proven.has(key)) return;
  await demandProject(session, reader, make);
  const patch = await shown(session, reader, path);
  if (patch === undefined) return;
  const { project } = patch.json;
  if (!isSame(patch.json.id, path.split('/')[1])) another(patch, path);
  const isOwn =
    isObject(project) &&
    isSame(project.id, id) &&
    (project.link_name === undefined || project.link_name === link_name);
  if (!isOwn) another(patch, `a patch of the project ${JSON.stringify(link_name)}`);
  session.proven.add(key);
}

interface Shown {
  answer: Answer;
  json: JsonObject;
}

async function shown(session: WriteSession, reader: Api, path: string): Promise<Shown | undefined> {
  const key = `${path} in ${reader.version}`;
  // Reads since the last write are cached.
  const answer = await reader.get(`${path}/`);
  if (answer.status === 200 && isObject(answer.json)) {
    session.proven.add(key);
    return { answer, json: answer.json };
  }
  // An object that was verified before may be broken by a write: it must be restored.
  if (session.proven.has(key)) return undefined;
  return inconclusive(
    `${named(answer)} returned ${answer.status}, not an object, so nothing was written there: it may belong to another user`,
  );
}

function another({ answer }: Shown, expected: string): never {
  return inconclusive(
    `${named(answer)} returned another object than ${expected}, so nothing was written there`,
  );
}

function isSame(id: unknown, expected: unknown): boolean {
  return id !== undefined && String(id) === String(expected);
}

function roleOf(session: WriteSession, id: number): SignedInRole {
  const owner = Object.entries(session.targets.users).find(
    ([, user]) => 'value' in user && user.value === id,
  );
  return (owner?.[0] ?? 'user') as SignedInRole;
}

/**
 * Throws an AnsweredWithAnother if the response to a write is another object: nothing more is
 * written to that path, because the instance may have changed the other object.
 */
export function demandAnsweredWith(
  session: WriteSession,
  api: Api,
  path: string,
  answer: Answer,
): void {
  const [, around = '', id = ''] = /^(.*\/)(\d+)$/.exec(path) ?? [];
  if (answer.status >= 300 || !isObject(answer.json) || id === '') return;
  const { id: other, username, link_name } = answer.json;
  const name = username ?? link_name;
  const known = path.startsWith('bundles/') ? [] : session.namesAt(path);
  const isOther = Number.isSafeInteger(other) && !isSame(other, id);
  const isNamedOtherwise = name !== undefined && known.length > 0 && !known.includes(name);
  if (!isOther && !isNamedOtherwise) return;
  const shown = isOther ? `${around}${String(other)}` : path;
  session.journal.note({ entry: 'stray', version: api.version, object: path, shown });
  const { exchange } = answer;
  const whose = isOther ? shown : JSON.stringify(name);
  const message = `${named(answer)} returned ${whose}`;
  const mismatch = { message, expected: path, received: isOther ? other : name, exchange };
  const stray = new AnsweredWithAnother(mismatch);
  session.strayed.set(path, stray);
  throw stray;
}
