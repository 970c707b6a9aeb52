import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { firstRows } from '../conventions/sources.js';
import { seen } from '../write-rules/change.js';
import { anotherRole } from '../write-rules/foreign.js';
import { listedBefore, OWN_BUNDLES } from '../write-rules/lists.js';

/** How a bundle was asked for, and what was answered. */
export interface Creation {
  sent: { name: string; patches: number[]; public: boolean };
  answer: Answer;
  /** What the body that names another owner was answered; the same unless that was refused. */
  withOwner: Answer;
}

/** A bundle of this run. */
export interface MadeBundle extends Creation {
  path: string;
  id: number;
  /** What GET shows right after it was made. */
  shown: Seen;
}

/**
 * Asks once in a version for a bundle. The body names an owner as well, whom the service must not
 * take from there; where such a body is refused (docs/verdicts.md B-36), one without is sent.
 */
export function creation(context: CheckContext): Promise<Creation> {
  const { api, instance, write } = context;
  return instance.once(`a bundle is made in ${api.version}`, async () => {
    const sent = { name: write.name(), patches: write.patches().slice(0, 2), public: false };
    const as = api.as('user');
    await listedBefore(context, OWN_BUNDLES);
    const json = { ...sent, ...anotherRole(context, 'owner', 'user') };
    const withOwner = await write.send(as, 'POST', 'bundles/', { json });
    if (withOwner.status < 400) return { sent, answer: withOwner, withOwner };
    const answer = await write.send(as, 'POST', 'bundles/', { json: sent });
    return { sent, answer, withOwner };
  });
}

/** The bundle that this run has made in a version; inconclusive if it could not, or cannot read it. */
export async function madeBundle(context: CheckContext): Promise<MadeBundle> {
  const made = await creation(context);
  const { answer, sent } = made;
  const id =
    answer.status < 400 ? (idIn(answer.json) ?? (await idByName(context, sent))) : undefined;
  if (id === undefined) {
    return inconclusive(`no bundle could be made: ${named(answer)} answered ${answer.status}`);
  }
  const { api, instance } = context;
  const path = `bundles/${id}/`;
  const shown = await instance.once(`the bundle made in ${api.version} as it was`, () =>
    api.as('user').get(path),
  );
  if (shown.status !== 200) inconclusive(`${named(shown)} answered ${shown.status}`);
  return { ...made, id, path, shown: seen(shown) };
}

/** An answer that does not say which bundle it is must not hide all the rest: no other has its name. */
function idByName(
  { api, instance }: CheckContext,
  sent: Creation['sent'],
): Promise<number | undefined> {
  return instance.once(`the bundle ${sent.name} in the list`, async () => {
    const rows = await firstRows(api.as('user'), 'bundles/');
    return idIn(rows.find((row) => at(row, 'name').value === sent.name)?.value);
  });
}

function idIn(value: unknown): number | undefined {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}

/** Makes the bundle public or private unless it is; inconclusive if it stays as it was. */
export async function makePublic(context: CheckContext, value: boolean): Promise<void> {
  const { api, write } = context;
  const { path } = await madeBundle(context);
  const owner = api.as('user');
  if (at(await owner.object(path), 'public').value === value) return;
  const answer = await write.send(owner, 'PATCH', path, { json: { public: value } });
  if (at(await owner.object(path), 'public').value === value) return;
  inconclusive(`${named(answer)} did not make it ${value ? 'public' : 'private'}`);
}
