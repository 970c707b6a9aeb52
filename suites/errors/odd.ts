import type { Api } from '../../harness/api.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { firstPage, firstRows, sample } from '../conventions/sources.js';

/** What is read beside the documented paths, asked once in a run (docs/verdicts.md B-24). */
const ODD = [
  'an unknown route',
  'an unknown version',
  'an id that is no integer',
  'an id of twenty digits',
] as const;

/** What SPEC.md does not say of requests beside the documented ones. */
export const oddReads: readonly Requirement[] = [
  requirement({
    id: 'error.no-5xx',
    says: 'No 5xx is documented: unknown routes, versions and ids give none',
    spec: 'Errors',
    level: 'must',
    versions: ALL,
    once: true,
    consequence: 'A mistyped address looks like a server that is down.',
    async check({ api, instance, expect }) {
      const asked = older(api, instance);
      for (const sound of [await asked.get(''), await knownCover(asked)]) {
        if (sound.status !== 200) inconclusive(`${named(sound)} itself answers ${sound.status}`);
      }
      const answers = await oddAnswers(api, instance);
      expect.each(answers, 'nothing was asked', (answer, index) => {
        if (answer.status < 500) return;
        expect.fail({
          message: `${ODD[index]} is answered with ${answer.status}`,
          expected: 'a status below 500',
          received: answer.status,
          exchange: answer.exchange,
        });
      });
    },
  }),
  requirement({
    id: 'error.odd',
    says: 'What unknown routes, unknown versions and ids that are no integers are answered',
    spec: 'Errors',
    level: 'observe',
    versions: ALL,
    once: true,
    consequence: 'A client that decodes every refusal as JSON may meet one that is none.',
    async check({ api, instance, observe }) {
      const answers = await oddAnswers(api, instance);
      const kinds = answers.map((answer) => `${answer.status} ${mediaType(answer)}`);
      observe(Object.fromEntries(ODD.map((name, index) => [name, kinds[index]])));
    },
  }),
  requirement({
    id: 'error.allow',
    says: 'Which methods the paths allow (deleting is not shown), by the header `Allow`',
    spec: 'Endpoint table',
    level: 'observe',
    versions: ALL,
    consequence: 'A client may find more methods here than the specification has.',
    async check({ api, observe }) {
      const [bundle] = sample(await firstRows(api, 'bundles/'));
      const [project] = sample(await firstRows(api, 'projects/'));
      const paths = {
        'bundles/': firstPage(api, 'bundles/'),
        ...(bundle && { 'bundles/{id}/': api.get(`bundles/${at(bundle, 'id').value}/`) }),
        'projects/': firstPage(api, 'projects/'),
        ...(project && { 'projects/{id}/': api.get(`projects/${at(project, 'id').value}/`) }),
      };
      const seen: Record<string, string[] | 'not said'> = {};
      for (const [path, read] of Object.entries(paths)) {
        const answer = await read;
        // Many send it with every answer; the others are asked for it.
        const telling = header(answer, 'allow') === undefined ? await options(api, answer) : answer;
        seen[path] = methods(telling);
      }
      observe(seen);
    },
  }),
];

/** A cover letter that exists: where its path fails for every id, that is judged elsewhere. */
async function knownCover(api: Api): Promise<Answer> {
  const [cover] = sample(await firstRows(api, 'covers/'));
  if (cover === undefined) return inconclusive('covers/ lists no object with an integer id');
  return api.get(`covers/${at(cover, 'id').value}/`);
}

/** In the order of ODD. */
function oddAnswers(api: Api, instance: Instance): Promise<Answer[]> {
  const asked = older(api, instance);
  return Promise.all([
    asked.get('no-such-route/'),
    asked.follow('/api/9.9/'),
    asked.get('covers/no-such-id/'),
    asked.get(`covers/${'9'.repeat(20)}/`),
  ]);
}

/** The version before the newest one, which is asked most already. */
function older(api: Api, { examined, newest }: Instance): Api {
  return api.in(examined.at(-2) ?? newest);
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
