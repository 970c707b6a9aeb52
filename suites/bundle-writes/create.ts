import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { LARGEST_PAGE } from '../conventions/sources.js';
import { fieldChanges, isKept, seen } from '../write-rules/change.js';
import { expectRefusal } from '../write-rules/invalid.js';
import { listedAfter, OWN_BUNDLES, rowsAfter } from '../write-rules/lists.js';
import { writes } from '../write-rules/rows.js';
import { BUNDLE } from '../write-rules/subjects.js';
import { creation, madeBundle } from './made.js';

const TABLE = 'Endpoint table';

/** Making a bundle: what is answered, and what is there afterwards. */
export const bundleCreation: readonly Requirement[] = [
  writes(
    BUNDLE,
    {
      id: 'bundle.create',
      says: 'POST `bundles/` by a user answers 201 with the Bundle',
      spec: TABLE,
      consequence: 'A client cannot make a bundle, or is not told which one it has made.',
    },
    async (context) => {
      const { answer } = await creation(context);
      context.expect.status(answer, 201);
      context.expect.object(answer);
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.readable',
      says: 'A bundle that was created is there: GET of its id answers 200',
      spec: TABLE,
      consequence: 'What a client has been told is saved is not there.',
    },
    async (context) => {
      const { answer } = await creation(context);
      const id = at(seen(answer), 'id').value;
      if (answer.status >= 400 || !Number.isInteger(id)) inconclusive('no bundle was created');
      const owner = at(seen(answer), 'owner', 'id').value;
      // A bundle of somebody else is judged by its owner, and need not be visible.
      if (owner !== context.write.ownId('user')) inconclusive("the new bundle is not the caller's");
      context.expect.status(await context.api.as('user').get(`bundles/${id}/`), 200);
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.answer',
      says: 'The body of the 201 is the bundle as a later GET shows it',
      spec: TABLE,
      consequence: 'A client that shows what it was answered shows a bundle that is not there.',
    },
    async (context) => {
      const { answer, shown } = await madeBundle(context);
      const expected = `what GET shows: ${canonical(shown.value)}`;
      const what = `${named(answer)}: the body`;
      context.expect.that(sameValue(answer.json, shown.value), seen(answer), what, expected);
    },
  ),
  kept('name', 'bundle.create.name'),
  kept('patches', 'bundle.create.patches'),
  kept('public', 'bundle.create.public'),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.owner',
      says: 'The owner of a new bundle is who created it, whatever the body says',
      consequence: 'Bundles turn up that their owner has never made.',
    },
    async (context) => {
      const { answer, withOwner } = await creation(context);
      if (answer.status >= 400) inconclusive(`${named(answer)} answered ${answer.status}`);
      const own = context.write.ownId('user');
      const owner = at(seen(answer), 'owner', 'id');
      // What is missing from the answer is a matter of the answer.
      if (owner.value === undefined) return inconclusive('the answer does not show the owner');
      context.expect.that(owner.value === own, owner, 'owner.id', `${own}, the caller`);
      context.expect.status(withOwner, 200, 201, 400);
      context.accept(withOwner.status === 400 ? 'a body with `owner` is refused' : 'ignored');
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.listed',
      says: 'A new bundle is in the list of its owner',
      consequence: 'A client that lists bundles does not find the one that it has just made.',
    },
    async (context) => {
      const { id } = await madeBundle(context);
      const rows = await rowsAfter(context, OWN_BUNDLES);
      const page = await listedAfter(context, OWN_BUNDLES);
      const listed = rows.some((row) => at(row, 'id').value === id);
      if (!listed && rows.length >= LARGEST_PAGE)
        inconclusive('there are more bundles than a page shows');
      context.expect.that(listed, seen(page), named(page), `bundle ${id} among the rows`);
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.anonymous',
      says: 'POST `bundles/` by a caller that does not sign in is refused',
      spec: 'Authentication',
      consequence: 'Anybody can fill an instance with bundles of nobody.',
    },
    async (context) => {
      const answer = await bundleByNobody(context);
      expectRefusal(context, answer);
      context.accept(`refused with ${answer.status}`);
    },
  ),
];

/** What a caller that does not sign in is answered; tried once in a version. */
export function bundleByNobody(context: CheckContext): Promise<Answer> {
  const { api, instance, write } = context;
  return instance.once(`a bundle is tried by nobody in ${api.version}`, async () => {
    await madeBundle(context);
    const json = { name: write.name(), patches: write.patches().slice(0, 1), public: false };
    return write.send(api, 'POST', 'bundles/', { json });
  });
}

/** A field that the new bundle shows as it was sent. */
function kept(name: 'name' | 'patches' | 'public', id: string): Requirement {
  return writes(
    BUNDLE,
    {
      id,
      says: `A new bundle shows \`${name}\` as it was sent`,
      consequence: 'What a person has entered is something else when it is read again.',
    },
    async (context) => {
      const { shown, sent } = await madeBundle(context);
      // A field that nothing keeps is judged where it is changed.
      const changes = await fieldChanges(context, BUNDLE);
      if (changes.some((each) => each.field.name === name && !isKept(each))) {
        inconclusive(`no PATCH keeps \`${name}\` either`);
      }
      const field = BUNDLE.fields.find((each) => each.name === name);
      const place = { value: inAnyOrder(field?.shown(shown)), at: at(shown, name).at };
      const due = inAnyOrder(sent[name]);
      context.expect.that(sameValue(place.value, due), place, `\`${name}\``, canonical(due));
    },
  );
}

/** In which order a bundle shows its patches is a requirement of its own. */
function inAnyOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as unknown[])].sort() : value;
}
