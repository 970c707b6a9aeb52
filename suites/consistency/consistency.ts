import { at, isObject } from '../../harness/place.js';
import { type Group, inSection } from '../../harness/requirement.js';
import { canonical } from '../../harness/same-value.js';
import { inconclusive } from '../../harness/violation.js';
import { documentedPart } from '../../specification/tables-within.js';
import { differ, isEmail, oneOfEach, versionless, withoutEmails } from '../support/comparison.js';
import { firstRows, idOf, TOP_LISTS } from '../support/first-rows.js';
import { repeated } from '../support/known-rows.js';
import { formedOtherwise, seenTwice } from '../support/lists/returned-twice.js';
import { samplesOf } from '../support/objects/samples.js';
import { readEach } from '../support/readable.js';
import { followedInside, isUrl } from '../support/url.js';
import { embedded } from './embedded.js';
import { documentedNamesOf, everyPair, namesOf } from './list-and-detail.js';

const convention = inSection('Conventions');

const NOTHING_TWICE = 'no item was returned by two requests of the same list';
const NO_PAIR = 'no list has an object that can be read by its `id`';

/** The URLs that lead to a single object; a web page may show several. */
const OWN = ['url', 'mbox', 'comments'];

/** The representations of one object must agree. */
export const consistency: Group = {
  name: 'consistency',
  requirements: [
    convention({
      id: 'conv.detail.superset',
      says: 'The detailed representation has all documented fields of the list',
      compares: 'list',
      consequence: 'A client that fetches the detail loses a field that the list has.',
      async check({ api, instance, expect }) {
        const pairs = await everyPair({ api, instance });
        expect.each(pairs, NO_PAIR, ({ resource, row, detail }) => {
          for (const name of documentedNamesOf(row, resource)) {
            const holds = namesOf(detail).includes(name);
            expect.that(holds, at(detail, name), `\`${name}\` of the list`, 'also in the detail');
          }
        });
      },
    }),
    convention({
      id: 'conv.list-detail.equal',
      says: 'A field has the same value in the list and in the detail',
      level: 'should',
      compares: 'list',
      consequence: 'A client displays one value in the list and another in the detail.',
      async check({ api, instance, expect }) {
        const pairs = await everyPair({ api, instance });
        expect.each(pairs, NO_PAIR, ({ resource, row, detail }) => {
          for (const name of documentedNamesOf(row, resource)) {
            const [listed, detailed] = [at(row, name), at(detail, name)];
            const what = `\`${name}\` of the ${resource} in the detail`;
            const [one, other] = [row, detail].map(({ value }) => {
              const part = documentedPart(resource, 'detail', value);
              return withoutEmails(isObject(part) ? part[name] : undefined);
            });
            // The two may be of two callers.
            const isOneCaller = api.isSignedIn(listed.at) === api.isSignedIn(detailed.at);
            const same = (isEmail(name) && !isOneCaller) || !differ(one, other);
            expect.that(same, detailed, what, canonical(listed.value));
          }
        });
      },
    }),
    convention({
      id: 'conv.list-detail.filled',
      says: 'An array that the detail fills is not empty in the list, for the same kind of caller',
      compares: 'list',
      consequence: 'A client that reads the list takes the object for an empty one.',
      async check({ api, instance, expect }) {
        const pairs = await everyPair({ api, instance });
        const filled = pairs.flatMap(({ resource, row, detail }) =>
          documentedNamesOf(row, resource)
            .map((name) => ({ resource, name, listed: at(row, name), detailed: at(detail, name) }))
            // The two may be of two callers, of whom one may see more.
            .filter(
              ({ listed, detailed }) => api.isSignedIn(listed.at) === api.isSignedIn(detailed.at),
            )
            .filter(({ detailed }) => Array.isArray(detailed.value) && detailed.value.length > 0),
        );
        const missing = 'no detail of a listed object has an array with elements';
        expect.each(filled, missing, ({ resource, name, listed, detailed }) => {
          const isEmpty = Array.isArray(listed.value) && listed.value.length === 0;
          if (isEmpty) api.note(detailed.at);
          const what = `\`${name}\` of the ${resource} in the list`;
          expect.that(!isEmpty, listed, what, 'elements, as the detail of the same object has');
        });
      },
    }),
    ...embedded,
    convention({
      id: 'conv.list.same-fields',
      says: 'Fields are never omitted: an item has the same fields on each page, with each filter, with `q` and in each order',
      compares: 'list',
      consequence: 'A client finds a field with one query and misses it with another.',
      async check(context) {
        const otherwise = await formedOtherwise(context);
        const collected = await seenTwice(context);
        if (collected.length === 0) inconclusive(NOTHING_TWICE);
        context.expect.none([], collected.length - otherwise.length);
        context.expect.all(otherwise, ({ known, row, plain, lacking }) => {
          const names = lacking.map((name) => `\`${name}\``).join(', ');
          const what = `${names} of id ${idOf(row)} in ${known.path}`;
          const expected = `the fields ${namesOf(plain).join(', ')}`;
          context.expect.that(false, { ...row, value: namesOf(row) }, what, expected);
        });
      },
    }),
    convention({
      id: 'conv.list.same-rows',
      says: 'An item of a list has the same values on each page, with each filter, with `q` and in each order',
      level: 'should',
      compares: 'list',
      consequence:
        'A client that filters, sorts or pages sees other values than one that does not.',
      async check(context) {
        const collected = await seenTwice(context);
        context.expect.each(collected, NOTHING_TWICE, ({ known, row, plain, isSame }) => {
          const what = `id ${idOf(row)} of ${known.path}, in another response`;
          context.expect.that(isSame, row, what, canonical(plain.value));
        });
      },
    }),
    convention({
      id: 'conv.address.own',
      says: '`url`, `mbox` and `comments` identify one object: no two objects share them',
      level: 'should',
      compares: true,
      consequence: 'A client that follows the link of one object gets another one.',
      async check(context) {
        const objects = oneOfEach((await samplesOf(context)).objects);
        const addresses = [...objects.values()].flatMap((object) =>
          OWN.map((name) => ({
            id: object.value.id,
            kind: `${name} of ${object.table.resource}`,
            address: at(object, name),
          })).filter(({ address }) => isUrl(address.value)),
        );
        const known = new Map<string, unknown>();
        const missing = 'no object with `url`, `mbox` or `comments` was seen';
        context.expect.each(addresses, missing, ({ kind, id, address }) => {
          const key = `${kind} ${versionless(address.value)}`;
          const other = known.get(key);
          if (other === undefined) known.set(key, id);
          const what = `${kind} of id ${id}, which id ${other} has as well`;
          context.expect.that(other === undefined, address, what, 'a URL of its own');
        });
      },
    }),
    convention({
      id: 'conv.url.leads-back',
      says: 'The `url` of an object leads to that object, also that of an embedded patch',
      level: 'should',
      compares: 'list',
      consequence: 'A client that follows the link gets another object or an error.',
      async check(context) {
        const listed = (await everyPair(context)).map(({ row, as }) => ({ object: row, as }));
        // docs/api.md gives the embedded form of patches only.
        const { objects } = await samplesOf(context);
        const patches = objects.filter(({ table }) => table.name === 'patch.embedded').slice(0, 1);
        const chosen = [...listed, ...patches.map((object) => ({ object, as: context.api }))];
        const followed = chosen.map(async ({ object, as }) => {
          const url = at(object, 'url');
          if (!isUrl(url.value)) return [];
          return [{ object, url, answer: await followedInside(as, url.value) }];
        });
        const links = (await Promise.all(followed)).flat();
        context.expect.each(links, 'no object has a `url`', ({ object, url, answer }) => {
          const id = isObject(answer?.json) ? answer.json.id : undefined;
          const holds = answer?.status === 200 && id === idOf(object);
          const returned =
            answer === undefined ? 'leads to another host' : `returns ${answer.status}`;
          const found = `it ${returned}${id === undefined ? '' : ` with id ${id}`}`;
          const expected = `a URL that returns 200 with id ${idOf(object)} (${found})`;
          context.expect.that(holds, url, 'url', expected);
        });
      },
    }),
    convention({
      id: 'conv.id.unique',
      says: 'No two objects of a list have the same `id`',
      consequence: 'A client that stores objects by id loses one of them.',
      async check({ api, expect }) {
        const lists = await readEach(TOP_LISTS, async ({ path }) => [await firstRows(api, path)]);
        const several = lists.filter((rows) => rows.length > 1);
        expect.each(several, 'no list has two objects', (rows) => {
          const [row] = repeated(rows.filter((each) => idOf(each) !== undefined));
          if (row === undefined) return;
          const expected = 'an id that no other object of the list has';
          expect.that(false, at(row, 'id'), 'id', expected);
        });
      },
    }),
  ],
};
