import { unlike } from '../../harness/expect.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, differ, oneOfEach, versionless } from '../support/comparison.js';
import { firstRows, idOf, TOP_LISTS } from '../support/lists/first-rows.js';
import { repeated } from '../support/lists/list.js';
import { formsSeenTwice, seenTwice } from '../support/lists/returned-twice.js';
import { samplesOf } from '../support/objects/samples.js';
import { readable } from '../support/readable.js';
import { isUrl } from '../support/url.js';
import { embedded } from './embedded.js';
import { everyPair } from './pairs.js';

const SPEC = 'Conventions';

const NOTHING_TWICE = 'no item was returned by two requests of the same list';
const NO_PAIR = 'no list has an object with an integer `id`';

/** The URLs that lead to a single object; a web page may show several. */
const OWN = ['url', 'mbox', 'comments'];

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
        expect.each(pairs, NO_PAIR, ({ row, detail }) => {
          for (const name of namesOf(row)) {
            const holds = namesOf(detail).includes(name);
            expect.that(holds, at(detail, name), `\`${name}\` of the list`, 'also in the detail');
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
          for (const name of namesOf(row)) {
            const [listed, detailed] = [at(row, name), at(detail, name)];
            const what = `\`${name}\` of the ${resource} in the detail`;
            const same = !differ(listed.value, detailed.value);
            expect.that(same, detailed, what, canonical(listed.value));
          }
        });
      },
    }),
    ...embedded,
    requirement({
      id: 'conv.list.same-fields',
      says: 'Fields are never omitted: an item has the same fields on each page, with each filter and in each order',
      spec: SPEC,
      compares: 'list',
      consequence: 'A client finds a field with one query and misses it with another.',
      async check(context) {
        const collected = await seenTwice(context);
        await formsSeenTwice(context);
        if (collected.length === 0) inconclusive(NOTHING_TWICE);
        const wrong = collected.flatMap(({ known, row, plain, lacking }) => {
          const what = `${lacking.map((name) => `\`${name}\``).join(', ')} of id ${idOf(row)} in ${known.path}`;
          return lacking.length === 0
            ? []
            : [unlike(row, what, `the same fields as in ${canonical(plain.value)}`)];
        });
        context.expect.none(wrong);
      },
    }),
    requirement({
      id: 'conv.list.same-rows',
      says: 'An item of a list has the same values on each page, with each filter and in each order',
      spec: SPEC,
      level: 'should',
      compares: 'list',
      consequence:
        'A client that filters, sorts or pages sees other values than one that does not.',
      async check(context) {
        const collected = await seenTwice(context);
        if (collected.length === 0) inconclusive(NOTHING_TWICE);
        const other = collected.filter(({ isSame }) => !isSame);
        context.expect.none(
          other.map(({ known, row, plain }) => {
            const what = `id ${idOf(row)} of ${known.path}, in another response`;
            return unlike(row, what, canonical(plain.value));
          }),
        );
      },
    }),
    requirement({
      id: 'conv.address.own',
      says: '`url`, `mbox` and `comments` identify one object: no two objects share them',
      spec: SPEC,
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
    requirement({
      id: 'conv.url.leads-back',
      says: 'The `url` of an object leads to that object',
      spec: SPEC,
      level: 'should',
      compares: true,
      consequence: 'A client that follows the link gets another object or an error.',
      async check({ api, instance, expect }) {
        const followed = (await everyPair({ api, instance })).map(async ({ row, as }) => {
          const url = at(row, 'url');
          return isUrl(url.value) ? [{ row, url, answer: await as.follow(url.value) }] : [];
        });
        const links = (await Promise.all(followed)).flat();
        expect.each(links, 'no listed object has a `url`', ({ row, url, answer }) => {
          const id = isObject(answer.json) ? answer.json.id : undefined;
          const expected = `a URL that returns 200 with id ${idOf(row)} (it returns ${answer.status} with id ${id})`;
          expect.that(answer.status === 200 && id === idOf(row), url, 'url', expected);
        });
      },
    }),
    requirement({
      id: 'conv.id.unique',
      says: 'No two objects of a list have the same `id`',
      spec: SPEC,
      consequence: 'A client that stores objects by id loses one of them.',
      async check({ api, expect }) {
        const lists = await Promise.all(
          TOP_LISTS.map(({ path }) => readable(() => firstRows(api, path))),
        );
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

function namesOf({ value }: Seen): string[] {
  return isObject(value) ? Object.keys(value) : [];
}
