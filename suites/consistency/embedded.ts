import type { CheckContext, Where } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { inSection, type Requirement } from '../../harness/requirement.js';
import { canonical } from '../../harness/same-value.js';
import { versionsReading } from '../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { TableField } from '../../specification/tables.js';
import {
  differ,
  isRendered,
  keyOf,
  oneOfEach,
  standsAlone,
  versionless,
} from '../support/comparison.js';
import { COLLECTIONS, firstPage, firstRows, idOf, isWhole } from '../support/first-rows.js';
import { isUnclear } from '../support/lists/query.js';
import type { ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import { readable } from '../support/readable.js';
import { timeOf } from '../support/timestamp.js';
import { isUrl } from '../support/url.js';

const convention = inSection('Conventions');

/** An event category that docs/api.md does not describe: an instance may have no such event (B-7). */
const COMMENTED = 'cover-comment-created';

/** Fields of an object that no server changes or computes later (docs/verdicts.md B-46). */
const NEVER_CHANGES: readonly string[] = [
  'url',
  'name',
  'msgid',
  'date',
  'version',
  'email',
  'list_email',
];

/** An embedded object must be the same as the object itself, which must be listed. */
export const embedded: readonly Requirement[] = [
  convention({
    id: 'conv.embedded.same',
    says: 'An embedded object is the object of its `id`: `url`, and what never changes, are the same',
    compares: true,
    consequence:
      'A client reads another object in an embedded one than at its address, or other values.',
    check: (context) => equalInside(context, ({ name }) => NEVER_CHANGES.includes(name), meansSame),
  }),
  convention({
    id: 'conv.embedded.equal',
    says: 'An embedded object has the same values as the object itself',
    level: 'should',
    compares: true,
    consequence:
      'A client displays other values for an embedded object than for the object itself.',
    check: (context) =>
      equalInside(
        context,
        ({ name }) => name === 'url' || !NEVER_CHANGES.includes(name),
        isSpelledSame,
      ),
  }),
  convention({
    id: 'conv.embedded.listed',
    says: 'An embedded object is also in the list of its resource',
    level: 'should',
    compares: true,
    consequence:
      'A client that reads the complete list does not find an object that it knows from elsewhere.',
    async check(context) {
      const { objects } = await samplesOf(context);
      const found = await reportedComments(context);
      // Users are not listed for everybody; submitters are looked up by `person.submitters`.
      for (const { path, resource } of COLLECTIONS.filter(({ signedIn }) => !signedIn)) {
        const listed = await wholeList(path, context);
        const ids = objects
          .filter(({ table }) => table.name === `${resource}.embedded`)
          .map((object) => at(object, 'id'));
        if (listed !== undefined) found.push(...ids.map((id) => ({ resource, id, listed })));
      }
      context.expect.each(found, 'no list fits on one page', ({ resource, id, listed }) => {
        const expected = `an id that is in the list of ${resource} objects`;
        context.expect.that(
          listed.includes(id.value),
          id,
          `\`id\` of an embedded ${resource}`,
          expected,
        );
      });
    },
  }),
];

/** Compares fields of embedded objects with those of the objects themselves. */
async function equalInside(
  context: CheckContext,
  isCompared: (field: TableField) => boolean,
  isSame: (own: Held, inside: Held) => boolean,
): Promise<void> {
  const samples = await samplesOf(context);
  const objects = [...samples.objects, ...samples.hidden];
  const isSignedIn = ({ at: place }: ReturnedObject) => context.api.isSignedIn(place);
  const forAll = embeddedAgain(objects).map((pair) => ({ ...pair, isEmail: false }));
  // Anonymous callers may see other e-mail addresses, or none (docs/verdicts.md B-38).
  const forSome = [true, false].flatMap((signedIn) =>
    embeddedAgain(objects.filter((each) => isSignedIn(each) === signedIn)),
  );
  const again = [...forAll, ...forSome.map((pair) => ({ ...pair, isEmail: true }))];
  context.expect.each(again, 'no object was seen twice', ({ first, object, isEmail }) => {
    const fields = object.table.fields.filter(isRendered).filter(isCompared);
    for (const field of fields.filter(({ type }) => (type === 'email') === isEmail)) {
      const { name } = field;
      const [own, inside] = [at(first, name), at(object, name)];
      // Shown to nobody, or masked: in one place or in both.
      const isHidden = [own.value, inside.value].some((each) => isUnclear('email', String(each)));
      if (isEmail && isHidden) continue;
      const same = isSame([own, field, first], [inside, field, object]);
      if (!same) context.api.note(first.at);
      const what = `\`${name}\` of an embedded ${object.table.resource}`;
      context.expect.that(same, inside, what, canonical(own.value));
    }
  });
}

/** A value, its field, and the object that has it. */
type Held = readonly [value: Seen, field: TableField, object: ReturnedObject];

function meansSame(own: Held, inside: Held): boolean {
  return !differ(meaningOf(own), meaningOf(inside));
}

/** The same, in the same spelling; of a `url` to another object nothing more is said. */
function isSpelledSame(own: Held, inside: Held): boolean {
  const [[one, { name }], [other]] = [own, inside];
  const isElsewhere = name === 'url' && !meansSame(own, inside);
  return isElsewhere || !differ(versionless(one.value), versionless(other.value));
}

/**
 * Of `url` the path from `/api/` on, without its version and its last slash, and with the id of a project that it
 * names; of a date the second. How they are spelled has requirements of its own.
 */
function meaningOf([{ value }, { name, type }, { value: object }]: Held): unknown {
  const time = type === 'date' ? timeOf(value) : undefined;
  if (time !== undefined) return Math.floor(time / 1000);
  if (name !== 'url' || !isUrl(value)) return value;
  const { pathname } = new URL(String(versionless(value)));
  const path = pathname.replace(/^.*\/api\//, '').replace(/(?<!\/)\/+$/, '');
  return path === `projects/${String(object.link_name)}` ? `projects/${String(object.id)}` : path;
}

/** The embedded objects that were also seen elsewhere, each with the object itself, if that was seen, or its first one. */
function embeddedAgain(
  objects: readonly ReturnedObject[],
): { first: ReturnedObject; object: ReturnedObject }[] {
  const firsts = oneOfEach(objects);
  return objects.flatMap((object) => {
    const first = firsts.get(keyOf(object));
    const isOther = first !== undefined && first !== object && !standsAlone(object);
    return isOther ? [{ first, object }] : [];
  });
}

/** The id of an embedded object, and the ids that are listed. */
interface Embedded {
  resource: string;
  id: Seen;
  listed: readonly unknown[];
}

/** The ids of a list that fits on one page; undefined if it does not, or cannot be read. */
async function wholeList(path: string, { api }: Where): Promise<unknown[] | undefined> {
  const page = await firstPage(api, path);
  if (page.status !== 200 || !isWhole(page)) return undefined;
  return (await readable(() => firstRows(api, path))).map(idOf);
}

/** The comments on cover letters that events report. */
async function reportedComments(where: Where): Promise<Embedded[]> {
  const { api, instance } = where;
  if (!versionsReading('covers/{id}/comments/').includes(api.version)) return [];
  return readable(async () => {
    const [covers, events] = await Promise.all([
      instance.coversWithComments(2),
      api.list('events/', { category: COMMENTED, per_page: LARGEST_PAGE }),
    ]);
    const found: Embedded[] = [];
    for (const cover of covers) {
      const listed = await wholeList(`covers/${cover}/comments/`, where);
      const ids = events
        .filter((event) => at(event, 'category').value === COMMENTED)
        .filter((event) => at(event, 'payload', 'cover', 'id').value === cover)
        .map((event) => at(event, 'payload', 'comment', 'id'))
        .filter(({ value }) => Number.isInteger(value));
      if (listed !== undefined) {
        found.push(...ids.map((id) => ({ resource: 'comment', id, listed })));
      }
    }
    return found;
  });
}
