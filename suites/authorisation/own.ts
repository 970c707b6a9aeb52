import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';
import { bundlesOf, isPrivate, unlistedPrivates } from './private.js';

/** Who has private bundles finds them in the list. */
export const ownPrivatesListed: Requirement = requirement({
  id: 'auth.bundle.list.private.own',
  says: "A bundle is listed if it is public or the caller's own: a user is shown the private ones as well",
  spec: 'Bundle',
  level: 'must',
  versions: ALL,
  needs: ['user'],
  consequence: 'A person does not find again what was collected in private.',
  async check({ api, instance, expect }) {
    if ((await bundlesOf(api, 'user')).some(isPrivate)) return;
    const unlisted = await unlistedPrivates(api, instance);
    const expected = 'to be listed to its owner, who can read it';
    expect.each(unlisted, 'the role user has no private bundle that is found', (bundle) => {
      expect.that(false, at(bundle, 'id'), 'a private bundle', expected);
    });
  },
});
