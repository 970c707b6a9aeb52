import type { Where } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { versionsReading } from '../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import {
  canonical,
  differ,
  isRendered,
  keyOf,
  oneOfEach,
  standsAlone,
  versionless,
} from '../support/comparison.js';
import { COLLECTIONS, firstPage, firstRows, idOf, isWhole } from '../support/lists/first-rows.js';
import { samplesOf } from '../support/objects/samples.js';
import { readable } from '../support/readable.js';

const SPEC = 'Conventions';

/** An event category that SPEC.md does not describe: an instance may have no such event (B-7). */
const COMMENTED = 'cover-comment-created';

/** An embedded object must be the same as the object itself, which must be listed. */
export const embedded: readonly Requirement[] = [
  requirement({
    id: 'conv.embedded.equal',
    says: 'An embedded object has the same values as the object itself',
    spec: SPEC,
    level: 'should',
    compares: true,
    consequence:
      'A client displays other values for an embedded object than for the object itself.',
    async check(context) {
      const { objects } = await samplesOf(context);
      const firsts = oneOfEach(objects);
      const again = objects.flatMap((object) => {
        const first = firsts.get(keyOf(object));
        const isOther = first !== undefined && first !== object && !standsAlone(object);
        return isOther ? [{ first, object }] : [];
      });
      context.expect.each(again, 'no object was seen twice', ({ first, object }) => {
        for (const { name } of object.table.fields.filter(isRendered)) {
          const [own, inside] = [at(first, name), at(object, name)];
          // Anonymous callers may not see it (docs/verdicts.md B-38).
          if (name === 'email' && (inside.value === null || inside.value === '')) continue;
          const same = !differ(versionless(own.value), versionless(inside.value));
          if (!same) context.api.note(first.at);
          const what = `\`${name}\` of an embedded ${object.table.resource}`;
          context.expect.that(same, inside, what, canonical(own.value));
        }
      });
    },
  }),
  requirement({
    id: 'conv.embedded.listed',
    says: 'An embedded object is also in the list of its resource',
    spec: SPEC,
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
