import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL, type Version } from '../../specification/versions.js';
import { collectionAt, firstPage } from '../support/lists/first-rows.js';
import { sampledRows } from '../support/objects/sampled-rows.js';
import { PATHS_WITH_ID, type PathWithId } from '../support/paths-with-id.js';
import { readable } from '../support/readable.js';

/** A request of an undocumented path or id. */
interface OddRead {
  /** Its name in the report. */
  what: string;
  versions: readonly Version[];
  read(api: Api, instance: Instance): Promise<Answer>;
}

/** Unknown versions and routes (docs/verdicts.md B-24, B-41). */
const ADDRESSES: readonly OddRead[] = [
  { what: 'an unknown route', versions: ALL, read: (api) => api.get('no-such-route/') },
  ...['9.9', '1x2', '1.', 'latest'].map((version) => ({
    what: `the version \`${version}\``,
    versions: ALL,
    read: (api: Api) => api.follow(`/api/${version}/`),
  })),
];

/** Values that no object has as its id. */
const IDS = [
  { says: 'an id that is not an integer', id: 'no-such-id' },
  { says: 'an id of twenty digits', id: '9'.repeat(20) },
];

/** Letters test the routes of a server, digits the database: only the id of an object is looked up there. */
const ODD_IDS: readonly OddRead[] = PATHS_WITH_ID.flatMap((path): OddRead[] => {
  const own = path.path.endsWith('}/') ? IDS : IDS.slice(0, 1);
  return own.map(({ says, id }) => ({
    what: `${says} in \`${path.path}\``,
    versions: path.versions,
    read: (api, instance) => readWith(id, path, api, instance),
  }));
});

const ODD = [...ADDRESSES, ...ODD_IDS];

/** Requests that SPEC.md does not describe. */
export const oddReads: readonly Requirement[] = [
  requirement({
    id: 'error.no-5xx',
    says: 'No 5xx is documented: unknown routes, unknown versions and impossible ids give no server error',
    spec: 'Errors',
    consequence: 'A mistyped URL looks like a server that is down.',
    async check({ api, instance, expect }) {
      const root = await api.get('');
      if (root.status !== 200) inconclusive(`${named(root)} itself returned ${root.status}`);
      const asked = await oddReadsOf({ api, instance });
      expect.each(asked, 'no object can be read by its id', ({ what, answer }) => {
        if (answer.status < 500) return;
        expect.fail({
          message: `${named(answer)}: ${what} returned ${answer.status}`,
          expected: 'a status below 500',
          received: answer.status,
          exchange: answer.exchange,
        });
      });
    },
  }),
  requirement({
    id: 'error.odd',
    says: 'The responses to unknown routes, unknown versions and ids that are not integers',
    spec: 'Errors',
    level: 'observe',
    consequence: 'A client that decodes every error as JSON may fail.',
    async check({ api, instance, observe }) {
      const asked = await oddReadsOf({ api, instance });
      if (asked.length === 0) inconclusive('no object can be read by its id');
      const seen = asked.map(({ what, answer }) => [what, `${answer.status} ${mediaType(answer)}`]);
      observe(Object.fromEntries(seen));
    },
  }),
  requirement({
    id: 'error.allow',
    says: 'The methods that the paths allow (delete operations are not specified), from the header `Allow`',
    spec: 'Endpoint table',
    level: 'observe',
    consequence: 'A client may find more methods than the specification has.',
    async check({ api, observe }) {
      const [bundle] = await sampledRows(api, collectionAt('bundles/'));
      const [project] = await sampledRows(api, collectionAt('projects/'));
      const paths = {
        'bundles/': firstPage(api, 'bundles/'),
        ...(bundle && { 'bundles/{id}/': api.get(`bundles/${at(bundle, 'id').value}/`) }),
        'projects/': firstPage(api, 'projects/'),
        ...(project && { 'projects/{id}/': api.get(`projects/${at(project, 'id').value}/`) }),
      };
      const seen: Record<string, string[] | 'not said'> = {};
      for (const [path, read] of Object.entries(paths)) {
        const answer = await read;
        // Many servers send `Allow` with every response; the others are sent OPTIONS.
        const telling = header(answer, 'allow') === undefined ? await options(api, answer) : answer;
        seen[path] = methods(telling);
      }
      observe(seen);
    },
  }),
];

async function oddReadsOf(where: Where): Promise<{ what: string; answer: Answer }[]> {
  const own = ODD.filter(({ versions }) => versions.includes(where.api.version));
  const asked = own.map(({ what, read }) =>
    readable(async () => [{ what, answer: await read(where.api, where.instance) }]),
  );
  return (await Promise.all(asked)).flat();
}

/**
 * Reads the path with that id; inconclusive if it fails for existing ids, or if every unknown id is
 * a server error, which has a requirement of its own.
 */
async function readWith(
  id: string,
  { path, signedIn, known, unknown }: PathWithId,
  api: Api,
  instance: Instance,
): Promise<Answer> {
  const as = signedIn ? api.signedIn() : api;
  const answer = await known(as, instance);
  if (answer.status !== 200) inconclusive(`${named(answer)} returned ${answer.status}`);
  const other = await unknown(as.unnoted(), instance);
  if (other.status >= 500) inconclusive(`${named(other)} returned ${other.status}`);
  const address = new URL(answer.url).pathname.split('/');
  const place = path.split('/').findLastIndex((part) => part.startsWith('{'));
  address[address.length - path.split('/').length + place] = id;
  return as.follow(address.join('/'));
}

function options(api: Api, { url }: Answer): Promise<Answer> {
  return api.follow(url, { method: 'OPTIONS' });
}

function methods(answer: Answer): string[] | 'not said' {
  const allow = header(answer, 'allow');
  if (allow === undefined) return 'not said';
  const names = allow.split(',').map((name) => name.trim().toUpperCase());
  return names.filter((name) => name !== '').sort();
}

function mediaType(answer: Answer): string {
  return header(answer, 'content-type')?.split(';')[0] ?? 'without a Content-Type';
}
