import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { isObject, type Seen } from '../../harness/place.js';
import { SIGNED_IN_ROLES, type SignedInRole } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import type { Version } from '../../specification/versions.js';
import { isPossible } from './callers.js';
import { seen } from './change.js';
import type { List } from './lists.js';
import type { SubjectField } from './subject.js';

/** A body of a POST. */
export type Sent = Readonly<Record<string, unknown>>;

/** A collection to which a run adds objects; a chapter of `suites` has one. */
export interface Creating<S extends Sent = Sent> {
  /** In words: "bundle". */
  what: string;
  spec: string;
  versions: readonly Version[];
  /** Who may add to it. */
  role: SignedInRole;
  fields: readonly SubjectField[];
  /** The list that shows what is made, and who reads it. */
  list(context: CheckContext): List;
  /** The field that names the user who alone may see the object; nothing where all may. */
  owner?: string;
  /** The first version that has that list. */
  listedSince: Version;
  /** Reads, once, what has to be known of before anything is made. */
  beforeMaking(context: CheckContext): Promise<unknown>;
  /** What is sent for the object of a version. */
  draft(context: CheckContext): Promise<S>;
  /** What the service sets by itself, and must not take from a body. */
  setByService(context: CheckContext): Sent;
  /** A body that any sound instance takes. */
  sound(context: CheckContext): Sent;
  /** Finds the object where the answer does not say its id. */
  find?(context: CheckContext, sent: S): Promise<number | undefined>;
}

/** How an object was asked for, and what was answered. */
export interface Creation<S extends Sent = Sent> {
  sent: S;
  answer: Answer;
  /** What the body with the fields of the service was answered; the same unless that was refused. */
  withServiceFields: Answer;
}

/** An object of this run. */
export interface Made<S extends Sent = Sent> extends Creation<S> {
  id: number;
  path: string;
  /** What GET shows right after it was made. */
  shown: Seen;
}

/**
 * Asks once in a version for an object, in JSON. The body holds fields as well that the service sets
 * by itself; where such a body is refused (docs/verdicts.md B-36), one without them is sent.
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

/** The object that this run has made in a version; inconclusive if it could not, or cannot read it. */
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

/** The object of an answer, as a later GET of its id shows it. */
export async function readBack<S extends Sent>(
  context: CheckContext,
  creating: Creating<S>,
  answer: Answer,
  id = idIn(answer.json),
): Promise<Pick<Made, 'id' | 'path' | 'shown'>> {
  const { what } = creating;
  if (answer.status >= 400 || id === undefined) {
    return inconclusive(`no ${what} could be made: ${named(answer)} answered ${answer.status}`);
  }
  const { api, instance } = context;
  const list = creating.list(context);
  const path = `${list.path}${id}/`;
  const shown = await instance.once(`${what} ${id} as ${api.version} shows it`, () =>
    api.as(list.role).get(path),
  );
  if (shown.status !== 200) inconclusive(`${named(shown)} answered ${shown.status}`);
  return { id, path, shown: seen(shown) };
}

/**
 * A member that claims that another user than the caller does something: one of the run's own roles,
 * so that an instance that believes it blames nobody else. Nothing where the run has only one role.
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

/** The integer id of an object; undefined where it has none. */
export function idIn(value: unknown): number | undefined {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}
