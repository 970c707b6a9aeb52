import type { Api } from '../../harness/api.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { tableNamed } from '../../specification/tables.js';
import { blankInOne, canonical, differ, isRendered, versionless } from '../support/comparison.js';
import {
  COLLECTIONS,
  firstPage,
  firstRows,
  isWhole,
  readerOf,
  TOP_LISTS,
} from '../support/lists/first-rows.js';
import type { ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import { readable } from '../support/readable.js';
import { addressesApart } from './addresses-apart.js';
import { collectionPairs, everyPair } from './pairs.js';
import { reportedComments } from './reported-comments.js';
import { stableItems } from './stable-items.js';

const SPEC = 'Conventions';

const DETAIL_ONLY = ['headers', 'content'];
const NO_PAIR = 'no list has an object with an integer `id`';

/** The representations of one object must agree. */
export const consistency: Group = {
  name: 'consistency',
  requirements: [
    requirement({
      id: 'conv.detail.superset',
      says: 'The detailed representation has all fields, also the undocumented fields of the list',
      spec: SPEC,
      compares: true,
      consequence: 'A client that fetches the detail loses a field that the list has.',
      async check({ api, instance, expect }) {
        const pairs = await everyPair({ api, instance });
        expect.each(pairs, NO_PAIR, ({ resource, row, detail }) => {
          if (!isObject(row.value)) return;
          // Documented fields have requirements of their own.
          const named = tableNamed(`${resource}.detail`).fields.map(({ name }) => name);
          for (const name of Object.keys(row.value).filter((each) => !named.includes(each))) {
            const inDetail = at(detail, name);
            const holds = isObject(detail.value) && Object.hasOwn(detail.value, name);
            expect.that(holds, inDetail, `\`${name}\` of the list`, 'also in the detail');
          }
        });
      },
    }),
    requirement({
      id: 'conv.list-detail.equal',
      says: 'A field has the same value in the list and in the detail',
      spec: SPEC,
      level: 'should',
      compares: true,
      consequence: 'A client displays one value in the list and another in the detail.',
      async check({ api, instance, expect }) {
        const pairs = await everyPair({ api, instance });
        expect.each(pairs, NO_PAIR, ({ resource, row, detail }) => {
          if (!isObject(row.value) || !isObject(detail.value)) return;
          const { fields } = tableNamed(`${resource}.detail`);
          for (const name of Object.keys(row.value)) {
            // "detail only": `cover.list.summary` reports a list that has these fields.
            if (resource === 'cover' && DETAIL_ONLY.includes(name)) continue;
            if (!Object.hasOwn(detail.value, name)) continue;
            const [listed, detailed] = [at(row, name), at(detail, name)];
            const declared = fields.find((field) => field.name === name);
            const same =
              !differ(listed.value, detailed.value) &&
              !blankInOne(declared, listed.value, detailed.value);
            const what = `\`${name}\` of the ${resource} in the detail`;
            expect.that(same, detailed, what, canonical(listed.value));
          }
        });
      },
    }),
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
        const known = new Map<string, ReturnedObject>();
        // Lists and details come first: embedded objects are compared with them.
        const ownFirst = [
          ...objects.filter(standsAlone),
          ...objects.filter((each) => !standsAlone(each)),
        ];
        const again = ownFirst.flatMap((object) => {
          const id = at(object, 'id').value;
          const key = `${object.table.resource} ${id}`;
          const first = known.get(key);
          if (first === undefined && Number.isInteger(id)) known.set(key, object);
          return first === undefined || standsAlone(object) ? [] : [{ first, object }];
        });
        context.expect.each(again, 'no object was seen twice', ({ first, object }) => {
          for (const { name, blank } of object.table.fields.filter(isRendered)) {
            const [own, embedded] = [at(first, name), at(object, name)];
            // A null where a value is required has a requirement of its own.
            if (!blank && (own.value === null || embedded.value === null)) continue;
            const what = `\`${name}\` of an embedded ${object.table.resource}`;
            if (name === 'url' && !isAddress(embedded)) continue;
            // Anonymous callers may not see it (docs/verdicts.md B-38).
            if (name === 'email' && (embedded.value === null || embedded.value === '')) continue;
            // Whether a URL names the version has a requirement of its own.
            const same = !differ(versionless(own.value), versionless(embedded.value));
            if (!same) context.api.note(first.at);
            context.expect.that(same, embedded, what, canonical(own.value));
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
        const lists = await wholeLists(context.api);
        const embedded = objects.filter(
          (object) =>
            object.table.name === `${object.table.resource}.embedded` &&
            lists.has(object.table.resource) &&
            Number.isInteger(at(object, 'id').value),
        );
        const shown = [
          ...embedded.map((object) => {
            const { resource } = object.table;
            const [id, list] = [at(object, 'id'), lists.get(resource)];
            return { resource, id, listed: list?.has(id.value) ?? true };
          }),
          ...(await reportedComments(context)).map((told) => ({ resource: 'comment', ...told })),
        ];
        const missing = 'no list fits on one page';
        context.expect.each(shown, missing, ({ resource, id, listed }) => {
          const expected = `an id that is in the list of ${resource} objects`;
          context.expect.that(listed, id, `\`id\` of an embedded ${resource}`, expected);
        });
      },
    }),
    ...stableItems,
    addressesApart,
    requirement({
      id: 'conv.url.leads-back',
      says: 'The `url` of an object leads to that object',
      spec: SPEC,
      level: 'should',
      compares: true,
      consequence: 'A client that follows the link gets another object or an error.',
      async check({ api, expect }) {
        const pairs = await collectionPairs(api);
        const links = pairs.filter(({ row }) => {
          const { value } = at(row, 'url');
          return typeof value === 'string' && URL.canParse(value);
        });
        const followed = await Promise.all(
          links.map(({ collection, row }) =>
            readerOf(collection.path, api).follow(String(at(row, 'url').value)),
          ),
        );
        expect.each(links, 'no listed object has a `url`', ({ row }, index) => {
          const [answer, url] = [followed[index], at(row, 'url')];
          const id = isObject(answer?.json) ? answer.json.id : undefined;
          const wanted = at(row, 'id').value;
          const expected = `a URL that returns 200 with id ${wanted} (it returns ${answer?.status} with id ${id})`;
          expect.that(answer?.status === 200 && id === wanted, url, 'url', expected);
        });
      },
    }),
    requirement({
      id: 'conv.id.unique',
      says: 'No two objects of a list have the same `id`',
      spec: SPEC,
      consequence: 'A client that stores objects by id loses one of them.',
      async check({ api, expect }) {
        const lists = await listsOf(api);
        const ids = lists.map((rows) => rows.map((row) => at(row, 'id')));
        expect.each(
          ids.filter((each) => each.length > 1),
          'no list has two objects',
          (list) => {
            const seen = new Set<unknown>();
            for (const id of list.filter(({ value }) => value !== undefined)) {
              expect.that(
                !seen.has(id.value),
                id,
                'id',
                'an id that no other object of the list has',
              );
              seen.add(id.value);
            }
          },
        );
      },
    }),
  ],
};

async function listsOf(api: Api): Promise<Seen[][]> {
  return Promise.all(TOP_LISTS.map(({ path }) => readable(() => firstRows(api, path))));
}

/** The ids of every collection that fits on one page, by resource. */
async function wholeLists(api: Api): Promise<Map<string, Set<unknown>>> {
  const whole = new Map<string, Set<unknown>>();
  // Submitters have a requirement of their own, `person.submitters`; users are not listed for
  // everybody.
  for (const { path, resource } of COLLECTIONS.filter(({ signedIn }) => !signedIn)) {
    const page = await firstPage(api, path);
    if (page.status !== 200 || !isWhole(page)) continue;
    const rows = await readable(() => firstRows(api, path));
    const ids = rows.map((row) => at(row, 'id').value);
    // `conv.id.unique` reports duplicates; a list with duplicates may lack other objects.
    if (new Set(ids).size === ids.length) whole.set(resource, new Set(ids));
  }
  return whole;
}

/** A value that is not a URL has a requirement of its own. */
function isAddress({ value }: Seen): boolean {
  return typeof value === 'string' && URL.canParse(value);
}

function standsAlone({ table }: ReturnedObject): boolean {
  return /\.(list|listed|detail)$/.test(table.name);
}
