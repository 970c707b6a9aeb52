import type { Api } from '../../harness/api.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import {
  COLLECTIONS,
  type Collection,
  collectionAt,
  firstPage,
  sampledIds,
} from '../conventions/sources.js';
import { UNKNOWN_ID } from '../errors/unknown-id.js';
import { asControl, expectLetIn, leakBetween, REFUSALS } from './refusal.js';

const SPEC = 'Authentication';

/** People and users are for callers that sign in (SPEC.md, endpoint table; docs/verdicts.md B-1). */
export const guardedReads: readonly Requirement[] = [
  ...COLLECTIONS.filter(({ signedIn }) => signedIn).flatMap(guarded),
  requirement({
    id: 'auth.people.maintainer',
    says: '`people/` is for callers that sign in: a maintainer is let in where a user is',
    spec: 'Endpoint table',
    level: 'should',
    versions: ALL,
    once: true,
    needs: ['user', 'maintainer'],
    consequence: 'Who has more rights sees less.',
    async check({ api, expect }) {
      asControl(await firstPage(api.as('user'), 'people/'), 'a user');
      expectLetIn(await api.as('maintainer').get('people/', { query: { per_page: 1 } }), expect);
    },
  }),
];

function guarded({ name, path }: Collection): Requirement[] {
  return [
    requirement({
      id: `auth.${name}.list`,
      says: `\`${path}\` is refused to a caller that does not sign in, with 403 or 404`,
      spec: SPEC,
      level: 'must',
      versions: ALL,
      needs: ['signed-in'],
      consequence: `Anybody can collect the ${name} of the instance and their addresses.`,
      async check({ api, expect, accept }) {
        asControl(await firstPage(api, path), 'a caller that signs in');
        const anonymous = await api.get(path);
        expect.status(anonymous, ...REFUSALS);
        accept(`refused with ${anonymous.status}`);
      },
    }),
    requirement({
      id: `auth.${name}.detail`,
      says: `\`${path}{id}/\` is refused to a caller that does not sign in, with 403 or 404`,
      spec: SPEC,
      level: 'must',
      versions: ALL,
      needs: ['signed-in'],
      consequence: `Anybody can collect the ${name} of the instance, one id after the other.`,
      async check({ api, expect, accept }) {
        const id = await knownId(api, path);
        asControl(await api.signedIn().get(`${path}${id}/`), 'a caller that signs in');
        const anonymous = await api.get(`${path}${id}/`);
        expect.status(anonymous, ...REFUSALS);
        accept(`refused with ${anonymous.status}`);
      },
    }),
    requirement({
      id: `auth.${name}.no-leak`,
      says: `A refusal does not tell whether an id exists: \`${path}{id}/\` is answered alike for both`,
      spec: SPEC,
      level: 'must',
      versions: ALL,
      needs: ['signed-in'],
      consequence: `Anybody can count the ${name} of the instance by trying their ids.`,
      async check({ api, expect }) {
        const id = await knownId(api, path);
        asControl(await api.signedIn().get(`${path}${id}/`), 'a caller that signs in');
        const existing = await api.get(`${path}${id}/`);
        const unknown = await api.get(`${path}${UNKNOWN_ID}/`);
        expect.none(leakBetween(existing, unknown));
      },
    }),
  ];
}

/** An id that signed-in callers see in the list. */
async function knownId(api: Api, path: string): Promise<unknown> {
  const [id] = await sampledIds(api, collectionAt(path));
  return id ?? inconclusive(`${path} lists nobody with an integer id`);
}
