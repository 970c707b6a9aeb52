import { unexpected } from '../../harness/expect.js';
import { isNotOffered } from '../../harness/later-versions.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { type Group, inSection, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { tableNamed } from '../../specification/tables.js';
import { firstPage, idOf, readerOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { readable } from '../support/readable.js';
import { slashlessMismatches } from '../support/request-variants.js';
import { endsIn, followedInside, isUrl } from '../support/url.js';

const ofService = inSection('What the service does');

/** The keys of the root in all versions. */
const KEYS = tableNamed('root.detail').fields.map(({ name }) => name);

/** The root of each version, and the page that reports whether the API is enabled. */
export const root: Group = {
  name: 'root',
  requirements: [
    requirement({
      id: 'version.offered',
      says: 'Every version is listed as supported: a version requested by name is offered',
      spec: 'Versioning',
      judgesAbsence: true,
      consequence: 'A client written for this version gets 404 for every request.',
      async check({ api, expect }) {
        const root = await api.get('');
        // Any other response shows that the version exists; `root.answers` checks it.
        const isMissing = isNotOffered(root, api.version);
        const more = { kind: 'status', received: root.status } as const;
        expect.none(isMissing ? [unexpected(root, 'status 200', `${root.status}`, more)] : [], 1);
      },
    }),
    ofService({
      id: 'root.answers',
      says: '`GET /api/{v}/` returns 200 with a JSON object',
      consequence: 'A client that discovers collections from the root finds none.',
      async check({ api, expect }) {
        const root = await api.get('');
        expect.status(root, 200);
        expect.object(root);
      },
    }),
    ...formsOfResource({
      id: 'root',
      one: 'the root',
      spec: 'What the service does',
      overrides: {
        'root.fields': {
          id: 'root.collections',
          consequence: 'A client that looks up a collection by name does not find it.',
        },
        'root.types': {
          id: 'root.urls',
          says: 'Each value of the root is a URL string',
          consequence: 'A client that follows the URL gets an error instead of a collection.',
        },
      },
    }),
    ofService({
      id: 'root.nothing-else',
      says: 'The root has exactly these keys',
      consequence: 'A client that iterates over the keys of the root finds an unknown one.',
      async check({ api, expect }) {
        const own = await readable(async () => [await api.signedIn().object('')]);
        const keys = [await api.object(''), ...own].flatMap((root) =>
          (isObject(root.value) ? Object.keys(root.value) : []).map((name) => ({ root, name })),
        );
        expect.each(keys, 'the root has no keys', ({ root, name }) => {
          const expected = `no key but ${KEYS.join(', ')}`;
          expect.that(KEYS.includes(name), at(root, name), `key "${name}"`, expected);
        });
      },
    }),
    ofService({
      id: 'root.leads-to-collections',
      says: 'Each URL of the root leads to its collection',
      compares: true,
      consequence: 'A client that starts at the root reads a wrong collection, or none.',
      async check({ api, expect }) {
        const links = await Promise.all(
          linksOf(await api.object('')).map(async ({ key, link }) => {
            const own = await firstPage(api, `${key}/`);
            // The URL that was read needs no second request.
            const isOwn = own.url.split('?', 1)[0] === link.value;
            const reader = readerOf(`${key}/`, api);
            const answer = isOwn ? own : await followedInside(reader, link.value);
            return { key, link, own, answer };
          }),
        );
        expect.each(links, 'the root has no URL', ({ key, link, own, answer }) => {
          const known = rowsOf(own).map(idOf);
          // What the list itself does not return is a matter of its own requirement.
          const isList = own.status !== 200 || Array.isArray(answer?.json);
          const isSame = answer && rowsOf(answer).some((row) => known.includes(idOf(row)));
          const holds = isList && (isSame || known.length === 0) && answer !== undefined;
          const isNamed = endsIn(link.value, `/${key}/`);
          const expected = `a URL that leads to ${key}`;
          expect.that(holds && isNamed, link, `the URL of ${key}`, expected);
        });
      },
    }),
    requirement({
      id: 'root.version',
      says: 'The URLs of the root stay in the requested version',
      spec: 'Versioning',
      level: 'should',
      consequence: 'A client that requests one version gets the forms of another.',
      async check({ api, expect }) {
        const links = linksOf(await api.object(''));
        expect.each(links, 'the root has no URL', ({ key, link }) => {
          const inside = new URL(link.value).pathname.includes(`/api/${api.version}/`);
          expect.that(inside, link, `the URL of ${key}`, `a URL below /api/${api.version}/`);
        });
      },
    }),
    requirement({
      id: 'root.slashless',
      says: 'The root is also available without trailing slash, directly or by one redirect',
      spec: 'Endpoints',
      consequence: 'A client that leaves out the trailing slash gets an error.',
      async check({ api, expect }) {
        if ((await api.get('')).status !== 200) inconclusive('the root itself does not return 200');
        expect.none(await slashlessMismatches(api, ''), 1);
      },
    }),
    ofService({
      id: 'root.about',
      says: 'An instance exposes an `/about` path that reports whether the API is enabled',
      consequence: 'A client cannot distinguish a disabled API from a wrong URL.',
      async check({ api, expect, accept }) {
        // It may be a web page. With or without a trailing slash, as every path (docs/api.md, "Endpoints").
        const options = { headers: { accept: '*/*' } };
        const slashed = await api.follow('/about/', options);
        const plain =
          slashed.status === 200 ? slashed : await api.followWithRedirect('/about', options);
        // One redirect may be to the slash, another to the language.
        const about =
          plain.status === 200 ? plain : await api.followWithRedirect('/about/', options);
        expect.status(about, 200);
        // Where every path is a page, this one reports nothing.
        const other = await api.follow('/no-such-page/', options);
        const isAny =
          about.text.trim() === '' || (other.status === 200 && other.text === about.text);
        const got = 'the page that any path returns, or an empty one';
        expect.none(isAny ? [unexpected(about, 'a page that reports it', got)] : [], 1);
        const verb = /enabled/i.test(about.text) ? 'contains' : 'does not contain';
        accept(`the page ${verb} "enabled"`);
      },
    }),
  ],
};

/** The values of the root that are URLs. */
function linksOf(root: Seen): { key: string; link: Seen<string> }[] {
  return KEYS.flatMap((key) => {
    const { value, at: place } = at(root, key);
    return isUrl(value) ? [{ key, link: { value, at: place } }] : [];
  });
}
