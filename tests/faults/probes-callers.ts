import { ask, type Probe } from './ask.js';

const basic = (pair: string) => ({ authorization: `Basic ${btoa(pair)}` });
const bad = { json: { name: '', patches: [999_999], public: 'perhaps' } };
const badCheck = { json: { state: 'fine', target_url: 'nowhere' } };

/** What shows the faults of permissions, of authentication and of refusals. */
export const CALLER_PROBES: Record<string, Probe> = {
  'private-bundles-listed-to-strangers': ask('GET 1.3/bundles/ other'),
  'private-bundle-shown-to-strangers': ask('GET 1.3/bundles/7/ other'),
  'private-bundles-shown-to-anybody': ask('GET 1.3/bundles/7/'),
  'private-mbox-for-anybody': ask('GET /bundle/ursula/7/mbox/'),
  'own-private-bundles-unlisted': ask('GET 1.3/bundles/ user'),
  'maintainers-see-private-bundles': ask('GET 1.3/bundles/7/ maintainer'),
  'private-bundle-forbidden': ask('GET 1.3/bundles/7/ other'),
  'people-listed-for-anybody': ask('GET 1.3/people/'),
  'person-shown-to-anybody': ask('GET 1.3/people/1/'),
  'users-listed-for-anybody-in-1.0': ask('GET 1.0/users/'),
  'user-shown-to-anybody': ask('GET 1.3/users/3/'),
  'unknown-person-told-to-anybody': ask('GET 1.3/people/999999/'),
  'own-user-without-settings': ask('GET 1.3/users/3/ user'),
  'users-see-themselves-only': ask('GET 1.3/users/5/ user'),
  'actors-hidden-from-the-anonymous': ask('GET 1.3/events/?category=check-created'),

  'basic-ignores-the-password': ask(['GET 1.3/people/', basic('ursula:wrong')]),
  'basic-not-heeded': ask(['GET 1.3/people/', basic('ursula:password of ursula')]),
  'token-not-heeded': ask('GET 1.3/people/ user'),
  'wrong-token-is-the-first-user': ask(['GET 1.3/people/', { authorization: 'Token wrong' }]),
  'beginning-of-a-token-suffices': (to) => {
    const authorization = `Token ${to.roles.user.token.slice(0, 30)}`;
    return ask(['GET 1.3/people/', { authorization }])(to);
  },
  'username-is-a-token': ask(['GET 1.3/people/', { authorization: 'Token ursula' }]),

  'unknown-cover-in-html': ask('GET 1.3/covers/999999/'),
  'unknown-project-without-detail': ask('GET 1.3/projects/999999/'),
  'unknown-bundle-without-a-body': ask('GET 1.3/bundles/999999/'),
  'unknown-series-crashes': ask('GET 1.3/series/999999/'),
  'unknown-check-is-empty': ask('GET 1.3/patches/7/checks/999999/'),
  'unknown-person-is-null': ask('GET 1.3/people/999999/ user'),
  'detail-is-an-array': ask('GET 1.3/covers/999999/'),
  'large-ids-crash': ask('GET 1.3/covers/99999999999/'),
  'people-lead-to-the-login-page': ask('GET 1.3/people/'),
  'unknown-project-in-a-filter-crashes': ask('GET 1.3/covers/?project=nowhere'),
  'lists-as-html': ask('GET 1.3/covers/'),
  'field-errors-wrapped': ask(['POST 1.3/bundles/ user', bad]),
  'field-errors-under-a-common-key': ask(['POST 1.3/bundles/ user', bad]),
  'field-errors-as-plain-text': ask(['POST 1.3/bundles/ user', bad]),
  'only-the-first-bad-field-named': ask(['POST 1.3/bundles/ user', bad]),
  'failed-validation-is-a-success': ask(['POST 1.3/bundles/ user', bad]),
  'bad-value-crashes': ask(['POST 1.3/patches/7/checks/ maintainer', badCheck]),
  'forbidden-is-401': ask(['PATCH 1.3/bundles/1/ other', { json: { name: 'mine' } }]),
  'forbidden-without-detail': ask(['PATCH 1.3/bundles/1/ other', { json: { name: 'mine' } }]),
};
