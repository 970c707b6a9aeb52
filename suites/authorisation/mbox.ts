import type { Api, ReadOptions } from '../../harness/api.js';
import { type Answer, header } from '../../harness/client/answer.js';
import { at, type Seen, seen, seenOf } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { firstRows } from '../support/lists/first-rows.js';
import { isPublic, ownPrivatePath } from '../support/private-bundles.js';
import { readable } from '../support/readable.js';
import { asControl, REFUSALS } from '../support/refusal.js';
import { isUrl } from '../support/url.js';

/** Credentials of no account. */
const WRONG = `Basic ${Buffer.from('nobody:conformance-wrong').toString('base64')}`;

const BY_PASSWORD = { scheme: 'basic' } as const;

/** A private bundle must not be readable by way of its `mbox` either. */
export const privateMbox: Requirement = requirement({
  id: 'auth.bundle.mbox.private',
  says: 'A private bundle is visible only to its owner: its `mbox` is refused to all other callers',
  spec: 'Authentication',
  needs: ['user'],
  consequence: 'Private bundles can be downloaded by guessing their URL.',
  async check({ api, instance, expect, accept }) {
    const own = await api.as('user').get(await ownPrivatePath({ api, instance }));
    asControl(own, 'its owner');
    const open = (await firstRows(api, 'bundles/')).find(isPublic);
    if (open === undefined) return inconclusive('there is no public bundle');
    const control = await download(api, open);
    if (!isMail(control)) inconclusive('the `mbox` of a public bundle cannot be downloaded either');
    const bundle = seen(own);
    const strangers = [
      { whom: 'anonymous callers', answer: await download(api, bundle) },
      { whom: 'a wrong password', answer: await download(api, bundle, { authorization: WRONG }) },
      // Web pages may accept passwords only, not tokens.
      ...(await readable(async () => [
        { whom: 'another user', answer: await download(api.as('other'), bundle, BY_PASSWORD) },
      ])),
    ];
    expect.each(strangers, '', ({ whom, answer }) => {
      const expected = `a refusal for ${whom}`;
      const shown = seenOf(answer, answer.status);
      expect.that(!isMail(answer), shown, '`mbox` of a private bundle', expected);
      // A server error is documented neither for a refusal nor for a success.
      if (answer.status >= 500) expect.status(answer, ...REFUSALS);
      accept(`refused with ${answer.status}`);
    });
  },
});

function download(
  api: Api,
  bundle: Seen,
  options: Pick<ReadOptions, 'authorization' | 'scheme'> = {},
): Promise<Answer> {
  const { value } = at(bundle, 'mbox');
  if (!isUrl(value)) return inconclusive('the `mbox` of a bundle is not a URL');
  return api.follow(value, { headers: { accept: '*/*' }, ...options });
}

/** An HTML page, such as a sign-in form, does not expose the mails. */
function isMail(answer: Answer): boolean {
  const page = /^text\/html\b/i.test(header(answer, 'content-type') ?? '');
  return answer.status >= 200 && answer.status <= 299 && !page;
}
