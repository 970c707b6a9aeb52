import type { Api } from '../api.js';
import { type Answer, named } from '../client/answer.js';
import { idAt, isUnknown, writableAt } from '../client/permitted-writes.js';
import { instead } from '../instead.js';
import { isObject, type JsonObject } from '../place.js';
import { credentialName, type Role, type SignedInRole } from '../role.js';
import { mayBeShownAs } from '../same-value.js';
import { Inconclusive, inconclusive, NoMoreWrites } from '../violation.js';
import { readerOf } from './arrived.js';
import type { WriteSession } from './session.js';
import { take } from './targets.js';
import { isTemporaryOf } from './temporary-values.js';

/**
 * Verifies, before the first write to an object in a version, that its path leads to the object that
 * the run may write, by its content: an instance may return wrong objects. Inconclusive if it does
 * not.
 */
export async function demandOwn(session: WriteSession, api: Api, object: string): Promise<void> {
  const stray = session.strayed.get(object);
  if (stray !== undefined) throw stray;
  const key = `${object} in ${api.version}`;
  if (session.proven.has(key) && !session.deleted.has(object)) return;
  if (isUnknown(object)) await demandAbsent(session, api, object);
  else await demandIt(session, api, object);
  session.proven.add(key);
}

/** An object at the unknown id would belong to another user. */
async function demandAbsent(session: WriteSession, api: Api, path: string): Promise<void> {
  const object = path.replace(/\/checks$/, '');
  for (const role of new Set<Role>([api.role, session.signedIn])) {
    const answer = await session.reader(api.version, role).get(`${object}/`);
    if (answer.status === 200 && isObject(answer.json)) {
      inconclusive(
        `${named(answer)} returned an object for an unknown id, so nothing was written to it`,
        'not-written',
      );
    }
  }
}

async function demandIt(session: WriteSession, api: Api, path: string): Promise<void> {
  const object = path.replace(/\/checks$/, '');
  const { resource } = writableAt(object);
  const role = readerOf(session, object);
  if (resource === 'user') await establishAccount(session, 'user');
  // Without --project, the project is the first one of the maintainer, whose account must be known.
  if (resource === 'project' && session.config.project === undefined) {
    await establishAccount(session, 'maintainer');
  }
  if (resource === 'patch') await demandOwn(session, api, projectOf(session));
  if (resource === 'patch-comment') {
    await demandOwn(session, api, object.replace(/\/comments\/-?\d+$/, ''));
  }
  if (session.deleted.has(object)) session.client.forgetReads();
  const answer = await session.reader(api.version, role).get(`${object}/`);
  // What the run has deleted may be written to find that it is gone; its id may be used again.
  if (session.deleted.has(object) && answer.status === 404) return;
  if (answer.status !== 200 || !isObject(answer.json)) {
    return inconclusive(
      `${named(answer)} returned ${answer.status}, not an object, so nothing was written there: it may belong to another user`,
      'not-written',
    );
  }
  if (resource === 'bundle' && !isOwnBundle(session, role, object, answer.json)) {
    throw another(answer, 'the bundle created by this run');
  }
  if (resource === 'patch' && !isOfProject(session, answer.json)) {
    const { link_name } = take(session.targets.project);
    throw another(answer, `a patch of the project ${JSON.stringify(link_name)}`);
  }
  const stray = strayIn(session, object, answer);
  if (stray !== undefined) throw stray;
}

function projectOf({ targets }: WriteSession): string {
  return `projects/${take(targets.project).id}`;
}

function isOfProject({ targets }: WriteSession, { project }: JsonObject): boolean {
  const { id, link_name } = take(targets.project);
  if (!isObject(project) || !isSame(project.id, id)) return false;
  return project.link_name === undefined || project.link_name === link_name;
}

/** A bundle with a name that the run gave it, or that the response to its POST showed, of the role's account. */
function isOwnBundle(
  session: WriteSession,
  role: Role,
  object: string,
  { name, owner }: JsonObject,
): boolean {
  const user = session.userOf(role);
  if (isObject(owner) && user !== undefined && !isSame(owner.id, user)) return false;
  const isNamed = session.namesAt(object).some((each) => mayBeShownAs(each, name));
  return isNamed || isTemporaryOf(session.config.run, name);
}

/**
 * Why nothing may be written to an object any more, if a read returned another one than that at the
 * path: by its id, or by an identifying name, which must be as first seen.
 */
export function strayIn(
  session: WriteSession,
  object: string,
  answer: Answer,
): Inconclusive | undefined {
  if (answer.status !== 200 || !isObject(answer.json)) return undefined;
  const known = session.namesAt(object);
  const name = nameIn(object, answer.json);
  if (known.length === 0 && name !== undefined) known.push(expectedName(session, object) ?? name);
  const difference = differenceIn(session, object, answer.json);
  if (difference === undefined) return undefined;
  const isIt = difference.shown === object;
  const expected = isIt ? `${object}, called ${JSON.stringify(known[0])}` : object;
  const stray = session.strayed.get(object) ?? another(answer, expected);
  session.strayed.set(object, stray);
  return stray;
}

/** The identifying name of a user or a project. */
function nameIn(object: string, { username, link_name }: JsonObject): unknown {
  return object.startsWith('bundles/') ? undefined : (username ?? link_name);
}

function expectedName({ instance, targets }: WriteSession, object: string): string | undefined {
  const isUser = writableAt(object).resource === 'user';
  return isUser ? instance.nameOf('user') : take(targets.project).link_name;
}

/** How a returned object differs from that at a path: the id or name, and whose it is. */
function differenceIn(session: WriteSession, object: string, json: JsonObject) {
  const { id } = json;
  if (Number.isSafeInteger(id) && !isSame(id, idAt(object))) {
    return { received: id, shown: object.replace(/(?<=\/)[^/]+$/, String(id)) };
  }
  const [name, known] = [nameIn(object, json), session.namesAt(object)];
  if (name === undefined || known.length === 0 || known.includes(name)) return undefined;
  return { received: name, shown: object };
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

function another(answer: Answer, expected: string): Inconclusive {
  return new Inconclusive(
    `${named(answer)} returned another object than ${expected}, so nothing was written there`,
    'not-written',
  );
}

function isSame(id: unknown, expected: unknown): boolean {
  return id !== undefined && String(id) === String(expected);
}

/**
 * Throws a NoMoreWrites if the response to a write is another object: nothing more is
 * written to that path, because the instance may have changed the other object.
 */
export function demandAnsweredWith(
  session: WriteSession,
  api: Api,
  path: string,
  answer: Answer,
): void {
  if (answer.status >= 300 || !isObject(answer.json)) return;
  const difference = differenceIn(session, path, answer.json);
  // Nothing is at the unknown id: whatever was written there is the object of somebody, or a new one.
  if (difference === undefined && !isUnknown(path)) return;
  const { shown, received } = difference ?? { shown: path, received: answer.json.id };
  session.journal.note({ entry: 'stray', version: api.version, object: path, shown });
  const { exchange } = answer;
  const message = `${named(answer)} returned ${shown === path ? JSON.stringify(received) : shown}`;
  const stray = new NoMoreWrites({ message, expected: path, received, exchange });
  session.strayed.set(path, stray);
  throw stray;
}

/**
 * Verifies which user a role is before any write depends on it. Two sources must
 * agree: the configured username, or settings that no other role sees; and the owner of the bundle
 * that the run created as its marker or, without one, the other one of the first two. Inconclusive
 * if they do not.
 */
async function establishAccount(session: WriteSession, role: SignedInRole): Promise<void> {
  const { instance, targets, owners } = session;
  const id = take(targets.users[role]);
  const name = credentialName(role, 'name');
  const unknown = (says: string) => inconclusive(says, 'role-unknown', { role });
  const twin = instance.othersOf(role).find((other) => session.userOf(other) === id);
  if (twin !== undefined) {
    return unknown(
      `the roles ${role} and ${twin} both appear to be user ${id}, so nothing was written to it: set ${name} to the username of the role ${role}`,
    );
  }
  const isNamed = instance.nameOf(role) !== undefined;
  const owner = owners.get(role);
  const bySettings = () => instance.bySettings(role).catch(instead(undefined, Inconclusive));
  const confirmed = owner ?? (isNamed ? await bySettings() : undefined);
  if (confirmed === id) return;
  const first = isNamed ? name : 'its settings';
  if (owner === undefined) {
    return unknown(
      `by ${first} the role ${role} is user ${id}, but no bundle could be created to confirm it, so nothing was written to it`,
    );
  }
  const advice = isNamed
    ? `check that ${name} belongs to the same account as the token`
    : `set ${name} to identify the user`;
  return unknown(
    `by ${first} the role ${role} is user ${id}, but a bundle that it created belongs to user ${owner}, so nothing was written to either: ${advice}`,
  );
}
