import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject } from '../../harness/place.js';
import type { SignedInRole } from '../../harness/role.js';
import { Inconclusive } from '../../harness/violation.js';
import { bundleByNobody } from '../bundle-writes/create.js';
import { invalidPosts as invalidBundles, unknownPatch } from '../bundle-writes/refused.js';
import { byOther, checkByNobody, invalidPosts as invalidChecks } from '../check-writes/refused.js';
import { noAddress } from '../project-writes/project-writes.js';
import { canSignIn } from './attempts.js';
import { attempts, type Outcome } from './harmless.js';
import { invalidUpdates, type Refused } from './invalid.js';
import { NOBODY, OTHER, type Stranger } from './strangers.js';
import type { Subject } from './subject.js';
import { BUNDLE, COMMENT, NO_MAINTAINER, OUTSIDERS, PROJECT, READERS, USER } from './subjects.js';

type Ask<T> = () => Promise<T[]>;

/** Whatever a run has been answered to a value that cannot be right. */
export function allInvalid(context: CheckContext): Promise<Refused[]> {
  const updates = ([BUNDLE, USER, PROJECT, COMMENT] as const).map(
    (subject): Ask<Refused> => of(context, subject, async () => invalidUpdates(context, subject)),
  );
  return gathered<Refused>([
    by(context, 'user', async () => (await invalidBundles(context)).refused),
    by(context, 'maintainer', async () => (await invalidChecks(context)).refused),
    ...updates,
    by(context, 'user', async () => [{ name: 'patches', answer: await unknownPatch(context) }]),
    by(context, 'maintainer', async () => [{ name: 'web_url', answer: await noAddress(context) }]),
  ]);
}

/** What those were answered who sign in, can see an object and must not write it. */
export function answersToOthers(context: CheckContext): Promise<Answer[]> {
  const tried = (subject: Subject, foe: Stranger) =>
    of(context, subject, () => triedBy(context, subject, foe));
  return gathered<Answer>([
    tried(BUNDLE, READERS.other),
    by(context, 'maintainer', tried(BUNDLE, READERS.maintainer)),
    tried(USER, OTHER),
    tried(PROJECT, OTHER),
    tried(COMMENT, NO_MAINTAINER),
    by(context, 'maintainer', async () => [(await byOther(context)).answer]),
  ]);
}

/** What was answered to writes of somebody who does not sign in. */
export function answersToNobody(context: CheckContext): Promise<Answer[]> {
  const tried = (subject: Subject, foe: Stranger) =>
    of(context, subject, () => triedBy(context, subject, foe));
  return gathered<Answer>([
    by(context, 'user', async () => [await bundleByNobody(context)]),
    tried(BUNDLE, READERS.nobody),
    tried(BUNDLE, OUTSIDERS.nobody),
    tried(USER, NOBODY),
    tried(PROJECT, NOBODY),
    tried(COMMENT, NOBODY),
    by(context, 'maintainer', async () => [await checkByNobody(context)]),
  ]);
}

/** Whether a refusal is an object that names the field at fault. */
export function isKeyed({ name, answer }: Refused): boolean {
  return isObject(answer.json) && Object.hasOwn(answer.json, outerOf(name));
}

/** The key that a body has for a field: `settings` for `settings.show_ids`. */
export function outerOf(name: string): string {
  return name.split('.')[0] ?? name;
}

/** What has had an effect has changed what is there to see: the answers to it tell nothing more. */
async function triedBy(context: CheckContext, subject: Subject, foe: Stranger): Promise<Answer[]> {
  const { answers, before, after }: Outcome = await attempts(context, subject, foe);
  const same = subject.fields.every(
    (field) => JSON.stringify(field.shown(before)) === JSON.stringify(field.shown(after)),
  );
  return same ? answers : [];
}

function of<T>(context: CheckContext, { versions, role }: Subject, ask: Ask<T>): Ask<T> {
  if (!versions.includes(context.api.version)) return async () => [];
  return by(context, role, ask);
}

/** Nothing, where the run has no such role. */
function by<T>(context: CheckContext, role: SignedInRole, ask: Ask<T>): Ask<T> {
  return async () => (canSignIn(context, role) ? ask() : []);
}

/** One after the other; nothing of what could not be asked: that is said where it is judged. */
async function gathered<T>(asked: readonly Ask<T>[]): Promise<T[]> {
  const found: T[] = [];
  for (const ask of asked) {
    try {
      found.push(...(await ask()));
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
    }
  }
  return found;
}
