import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { at, isObject, type Seen, seen } from '../../../harness/place.js';
import { SIGNED_IN_ROLES, type SignedInRole } from '../../../harness/role.js';
import { malformed } from '../../../harness/unusable-id.js';
import { inconclusive } from '../../../harness/violation.js';
import type { Version } from '../../../specification/versions.js';
import { isPossible } from './callers.js';

import type { List } from './lists.js';
import type { SubjectField } from './subject.js';

/** The body of a POST. */
export type Sent = Readonly<Record<string, unknown>>;

/** A collection to which a run adds objects. */
export interface Creating<S extends Sent = Sent> {
  /** In words: "bundle". */
  what: string;
  spec: string;
  versions: readonly Version[];
  /** The role that may add to it. */
  role: SignedInRole;
  fields: readonly SubjectField[];
  /** The list that contains the new objects, and the role that reads it. */
  list(context: CheckContext): List;
  /** The field that names the only user who can see the object; undefined if all can. */
  owner?: string;
  /** The first version that has that list. */
  listedSince: Version;
  /** Reads, once, the state before anything is created. */
  beforeMaking(context: CheckContext): Promise<unknown>;
  /** The body for the object of a version. */
  draft(context: CheckContext): Promise<S>;
  /** Fields that the service sets, and must not take from a body. */
  setByService(context: CheckContext): Sent;
  /** A body that any conforming instance accepts. */
  sound(context: CheckContext): Sent;
  /** Further fields that show in an invalid body which run sent it. */
  marked(context: CheckContext): Sent;
  /** Whether this run, and no other client, may have created a listed object. */
  mayBeOwn(context: CheckContext, row: Seen): boolean;
  /** Finds the object if the response has no id. */
  find?(context: CheckContext, sent: S): Promise<number | undefined>;
}

/** A request to create an object, and its response. */
export interface Creation<S extends Sent = Sent> {
  sent: S;
  answer: Answer;
  /**
   * The response to the body with fields that the service sets; the same as `answer` unless
   * refused.
   */
  withServiceFields: Answer;
}

/** An object created by this run. */
export interface Made<S extends Sent = Sent> extends Creation<S> {
  id: number;
  path: string;
  /** The body of GET right after its creation. */
  shown: Seen;
}

/**
 * Sends a POST in JSON, once in a version. The body also has fields that the service sets; if it is
 * refused (docs/verdicts.md B-36), it is sent without them.
 */
export function creation<S extends Sent>(
  context: CheckContext,
  creating: Creating<S>,
): Promise<Creation<S>> {
  const { api, instance, write } = context;
  return instance.once(`a ${creating.what} is made in ${api.version}`, async () => {
    const sent = await creating.draft(context);
    await creating.beforeMaking(context);
    const { path } = creating.list(context);
    const post = (json: Sent) => write.send(api.as(creating.role), 'POST', path, { json });
    const withServiceFields = await post({ ...sent, ...creating.setByService(context) });
    if (withServiceFields.status < 400) {
      return { sent, answer: withServiceFields, withServiceFields };
    }
    return { sent, answer: await post(sent), withServiceFields };
  });
}

/** The object created in a version; inconclusive if it could not be created or read. */
export async function made<S extends Sent>(
  context: CheckContext,
  creating: Creating<S>,
): Promise<Made<S>> {
  const asked = await creation(context, creating);
  const { answer, sent } = asked;
  const own = answer.status < 400 ? idIn(answer.json) : undefined;
  const id = own ?? (answer.status < 400 ? await creating.find?.(context, sent) : undefined);
  return { ...asked, ...(await readBack(context, creating, answer, id)) };
}

/** The object of a response, as a later GET returns it. */
export async function readBack<S extends Sent>(
  context: CheckContext,
  creating: Creating<S>,
  answer: Answer,
  id = idIn(answer.json),
): Promise<Pick<Made, 'id' | 'path' | 'shown'>> {
  const { what } = creating;
  if (answer.status >= 400 || id === undefined) {
    return inconclusive(whyNotCreated(what, answer));
  }
  const { api, instance } = context;
  const list = creating.list(context);
  const path = `${list.path}${id}/`;
  const shown = await instance.once(`${what} ${id} as ${api.version} shows it`, () =>
    api.as(list.role).get(path),
  );
  if (shown.status !== 200) inconclusive(`${named(shown)} returned ${shown.status}`);
  return { id, path, shown: seen(shown) };
}

/**
 * A member that names another user as the author: one of the run's own roles, so that no other user
 * is affected. Empty if the run has only one role.
 */
export function anotherRole(
  { write }: CheckContext,
  name: string,
  caller: SignedInRole,
): Record<string, number> {
  const others = SIGNED_IN_ROLES.filter((each) => each !== caller);
  const role = others.find((each) => isPossible(() => write.ownId(each)));
  return role === undefined ? {} : { [name]: write.ownId(role) };
}

/** Why an object cannot be used: it was not created, or the response has no integer id. */
export function whyNotCreated(what: string, answer: Answer): string {
  if (answer.status >= 400) {
    return `no ${what} could be created: ${named(answer)} returned ${answer.status}`;
  }
  return malformed(`\`id\` of the created ${what}`, at(seen(answer), 'id').value);
}

/** The integer id of an object; undefined if it has none. */
export function idIn(value: unknown): number | undefined {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}
