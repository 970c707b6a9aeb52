import type { Api } from '../../harness/api.js';
import type { CheckContext, Where } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { type Group, inSection, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch, unanswered } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { listNamed } from '../../specification/lists.js';
import { ALL, since, type Version } from '../../specification/versions.js';
import { firstPage } from '../support/first-rows.js';
import { type Claim, everyField } from '../support/objects/form-requirement.js';
import { sampledIds } from '../support/objects/sampled-rows.js';
import { PATHS_WITH_ID, readWithId, refusalsOf } from '../support/paths-with-id.js';
import { readable, readEach } from '../support/readable.js';
import { detailViolations } from '../support/refusal.js';
import { nestedReads } from './nested.js';

const onErrors = inSection('Errors');

/** A request of an undocumented path or id, by its name in the report. */
interface OddRead {
  what: string;
  versions: readonly Version[];
  read(where: Where): Promise<Answer>;
}

/** Unknown versions and routes (docs/verdicts.md B-24, B-41). */
const ADDRESSES: readonly OddRead[] = [
  { what: 'an unknown route', versions: ALL, read: ({ api }) => api.get('no-such-route/') },
  ...['9.9', '1x2', '1.', 'latest'].map((version) => ({
    what: `the version \`${version}\``,
    versions: ALL,
    read: ({ api }: Where) => api.follow(`/api/${version}/`),
  })),
];

/** Ids that no object has: letters test the route of a path, more digits than any number type has its database query. */
const NO_IDS = [
  { says: 'an id that is not an integer', id: 'no-such-id' },
  { says: 'an id of twenty digits', id: '9'.repeat(20) },
];

const ODD_IDS = PATHS_WITH_ID.flatMap((path) =>
  NO_IDS.map(
    ({ says, id }): OddRead => ({
      what: `${says} in \`${path.path}\``,
      versions: path.versions,
      read: (where) => readWithId(path, id, where),
    }),
  ),
);

const ODD = [...ADDRESSES, ...ODD_IDS];

/** Requests that docs/api.md does not describe. */
const oddReads: readonly Requirement[] = [
  onErrors({
    id: 'error.no-5xx',
    says: 'No 5xx is documented: unknown routes, unknown versions and impossible ids give no server error',
    consequence: 'A mistyped URL looks like a server that is down.',
    async check({ api, instance, expect }) {
      const root = await api.get('');
      if (root.status !== 200) unanswered(root);
      const odd = await oddReadsOf({ api, instance });
      const broken = odd.filter(({ answer }) => answer.status >= 500);
      expect.none(
        broken.map(({ what, answer }) => serverError(answer, `: ${what}`)),
        odd.length,
      );
    },
  }),
  onErrors({
    id: 'error.odd',
    says: 'The responses to unknown routes, unknown versions and ids that are not integers',
    level: 'observe',
    consequence: 'A client that decodes every error as JSON may fail.',
    async check({ api, instance, observe }) {
      const asked = await oddReadsOf({ api, instance });
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
    async check({ api, instance, observe }) {
      const seen: Record<string, string[] | 'not said'> = {};
      for (const list of ['bundles', 'projects'].map(listNamed)) {
        const { path } = list;
        seen[path] = await methods(api, await firstPage(api, path));
        const [id] = await readable(() => sampledIds(list, { api, instance }));
        if (id === undefined) continue;
        seen[`${path}{id}/`] = await methods(api, await api.get(`${path}${id}/`));
      }
      observe(seen);
    },
  }),
];

function oddReadsOf(where: Where): Promise<{ what: string; answer: Answer }[]> {
  const own = ODD.filter(({ versions }) => versions.includes(where.api.version));
  return readEach(own, async ({ what, read }) => [{ what, answer: await read(where) }]);
}

/** The mismatch of a server error. */
function serverError(
  answer: Parameters<typeof named>[0] & Pick<Answer, 'exchange' | 'status'>,
  what = '',
): Mismatch {
  return {
    message: `${named(answer)}${what} returned ${answer.status}`,
    kind: 'status',
    expected: 'a status below 500',
    received: answer.status,
    exchange: answer.exchange,
  };
}

/** The methods in the header `Allow`, which many servers send with every response, others to OPTIONS. */
async function methods(api: Api, answer: Answer): Promise<string[] | 'not said'> {
  const options = () => api.follow(answer.url, { method: 'OPTIONS' });
  const allow = header(answer, 'allow') ?? header(await options(), 'allow');
  if (allow === undefined) return 'not said';
  const names = allow.split(',').map((name) => name.trim().toUpperCase());
  return names.filter((name) => name !== '').sort();
}

function mediaType(answer: Answer): string {
  return header(answer, 'content-type')?.split(';')[0] ?? 'without a Content-Type';
}

/** An unknown id returns 404; one requirement per path. */
const unknownIds = PATHS_WITH_ID.map((path) =>
  onErrors({
    id: `error.${path.name}.unknown`,
    says: `An unknown id returns 404: \`${path.path}\``,
    versions: path.versions,
    needs: path.signedIn ? ['signed-in'] : [],
    consequence: `A client that reads \`${path.path}\` of a deleted object cannot tell its user that it is gone.`,
    async check(context) {
      context.expect.status(await readWithId(path, UNKNOWN_ID, context), 404);
    },
  }),
);

/** The form of error bodies, checked on every 403 and 404 of documented paths. */
const errorDetail: Requirement & { claims: Claim } = {
  ...onErrors({
    id: 'error.detail',
    says: 'The body of 403 and 404 is an object with `detail` (string)',
    consequence: 'A client cannot display the reason of a refusal, or fails to decode it.',
    async check(context) {
      const { api, expect } = context;
      const refusals = await refusalsOf(context);
      expect.each(refusals, 'no request was refused with 403 or 404', (refusal) => {
        expect.json(refusal);
        expect.none(detailViolations(api, refusal), 1);
      });
    },
  }),
  claims: { aspects: ['missing', 'type'], tables: ['error.detail'], field: everyField },
};

/**
 * A server error is normally reported by the requirement of the request. But a request may also
 * serve requirements that pass or are inconclusive without it: this makes sure that every server
 * error is reported.
 */
async function noServerErrors({ expect, unreported }: CheckContext): Promise<void> {
  const answers = unreported();
  if (answers === undefined) return inconclusive('no other requirement was checked');
  expect.none(
    answers.map((answer) => serverError(answer)),
    1,
  );
}

/** Error responses: unknown ids, wrong parents, and undocumented paths. */
export const errors: Group = {
  name: 'errors',
  requirements: [
    ...unknownIds,
    errorDetail,
    ...nestedReads,
    ...oddReads,
    onErrors({
      id: 'error.no-5xx.reads',
      says: 'No 5xx is documented: no read returns a server error that no other requirement reports',
      runsLast: true,
      consequence: 'A request fails only with a particular combination of parameters.',
      async check(context) {
        await noServerErrors(context);
        const lost = context.lost();
        if (lost !== undefined) throw lost;
      },
    }),
    onErrors({
      id: 'error.no-5xx.writes',
      says: 'No 5xx is documented: no write, and no read between writes, returns a server error that no other requirement reports',
      versions: since('1.2'),
      needs: ['writes', 'user-or-maintainer'],
      runsLast: true,
      consequence: 'A client cannot tell whether its change was stored.',
      async check(context) {
        // DELETE is tried once in a run, in the newest version: no requirement of another reports it.
        const failed = context.write.failedDelete();
        if (failed !== undefined && failed.status >= 500) {
          context.expect.none([serverError(failed)], 1);
        }
        await noServerErrors(context);
      },
    }),
  ],
};
