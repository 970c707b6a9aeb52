import type { CheckContext, Where } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { List } from '../../specification/lists.js';
import { COLLECTIONS, collectionAt, firstPage } from '../support/lists/first-rows.js';
import { sampledIds, whyNoSample } from '../support/objects/sampled-rows.js';
import { asControl, expectLetIn, REFUSALS } from '../support/refusal.js';
import { exposures, leaksOf, readInOtherWays } from './hidden.js';

const SPEC = 'Authentication';

/** People and users require authentication (docs/api.md, "Endpoint table"; docs/verdicts.md B-1). */
export const guardedReads: readonly Requirement[] = [
  ...COLLECTIONS.filter(({ signedIn }) => signedIn).flatMap(guarded),
  requirement({
    id: 'auth.people.maintainer',
    says: '`people/` requires authentication: a maintainer can read it if a user can',
    spec: 'Endpoint table',
    level: 'should',
    needs: ['user', 'maintainer'],
    compares: true,
    consequence: 'A caller with more rights sees less.',
    async check({ api, expect }) {
      asControl(await firstPage(api.as('user'), 'people/'), 'a user');
      expectLetIn(await api.as('maintainer').get('people/', { query: { per_page: 1 } }), expect);
    },
  }),
];

function guarded({ name, path }: List): Requirement[] {
  const common = { spec: SPEC, needs: ['signed-in' as const] };
  return [
    requirement({
      ...common,
      id: `auth.${name}.list`,
      says: `\`${path}\` is refused to unauthenticated callers with 403 or 404`,
      consequence: `Anonymous callers can collect the ${name} of the instance and their e-mail addresses.`,
      async check(context) {
        asControl(await firstPage(context.api, path), 'an authenticated caller');
        await refused(path, context);
      },
    }),
    requirement({
      ...common,
      id: `auth.${name}.detail`,
      says: `\`${path}{id}/\` is refused to unauthenticated callers with 403 or 404, in any form of the request`,
      consequence: `Anonymous callers can collect the ${name} of the instance, id by id.`,
      async check(context) {
        const { api, expect } = context;
        const own = await knownPath(path, context);
        await refused(own, context);
        const object = await api.signedIn().object(own);
        expect.none(exposures(object, await readInOtherWays(own, api, api.signedIn())));
      },
    }),
    requirement({
      ...common,
      id: `auth.${name}.no-leak`,
      says: `A refusal does not leak whether an id exists: \`${path}{id}/\` returns the same response for both, to GET and to OPTIONS`,
      compares: true,
      consequence: `Anonymous callers can count the ${name} of the instance by trying ids.`,
      async check({ api, instance, expect }) {
        const own = await knownPath(path, { api, instance });
        expect.none(await leaksOf(await api.signedIn().object(own), own, api));
      },
    }),
  ];
}

async function refused(path: string, { api, expect, accept }: CheckContext): Promise<void> {
  const anonymous = await api.get(path);
  expect.status(anonymous, ...REFUSALS);
  accept(`refused with ${anonymous.status}`);
}

/** The path of an object that authenticated callers can read. */
async function knownPath(path: string, where: Where): Promise<string> {
  const collection = collectionAt(path);
  const [id] = await sampledIds(collection, where);
  if (id === undefined) inconclusive(await whyNoSample(collection, where));
  asControl(await where.api.signedIn().get(`${path}${id}/`), 'an authenticated caller');
  return `${path}${id}/`;
}
