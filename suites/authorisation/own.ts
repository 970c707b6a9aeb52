import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { bundlesOf, isPrivate, unlistedPrivates } from '../support/private-bundles.js';

/** The owner of private bundles finds them in the list. */
export const ownPrivatesListed: Requirement = requirement({
  id: 'auth.bundle.list.private.own',
  says: 'A bundle is listed if it is public or owned by the caller: a user sees their own private bundles',
  spec: 'Bundle',
  needs: ['user'],
  compares: true,
  consequence: 'Users do not find their private bundles.',
  async check({ api, instance, expect }) {
    if ((await bundlesOf(api, 'user')).some(isPrivate)) return;
    const unlisted = await unlistedPrivates(api, instance);
    const expected = 'to be listed for its owner, who can read it';
    expect.each(unlisted, 'no private bundle of the role `user` was found', (bundle) => {
      expect.that(false, at(bundle, 'id'), '`id` of a private bundle', expected);
    });
  },
});
