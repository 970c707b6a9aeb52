import type { Api, ReadOptions } from '../../harness/api.js';
import { type Answer, header } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { firstRows } from '../conventions/sources.js';
import { isPublic, ownPrivateBundle, readByOwner } from './private.js';
import { asControl, REFUSALS } from './refusal.js';

/** The password of nobody. */
const WRONG = `Basic ${Buffer.from('nobody:conformance-wrong').toString('base64')}`;

const BY_PASSWORD = { scheme: 'basic' } as const;

/** The mails of a private bundle are what is private about it. */
export const privateMbox: Requirement = requirement({
  id: 'auth.bundle.mbox.private',
  says: 'A private bundle is visible only to its owner: its `mbox` is for nobody else, signed in or not',
  spec: 'Authentication',
  level: 'must',
  versions: ALL,
  once: true,
  needs: ['user'],
  consequence:
    'What somebody collected in private can be downloaded by whoever guesses its address.',
  async check({ api, instance, expect, accept }) {
    const path = `bundles/${await ownPrivateBundle(api, instance)}/`;
    const own = await readByOwner(api, path);
    asControl(own, 'its owner');
    // A bundle that everybody is shown is judged by `auth.bundle.private.anonymous`.
    if ((await api.get(path)).status === 200) return inconclusive('everybody is shown the bundle');
    const open = (await firstRows(api, 'bundles/')).find(isPublic);
    if (open === undefined) return inconclusive('no bundle is public');
    const control = await download(api, open);
    if (!isMail(control)) inconclusive('not even the mbox of a public bundle can be downloaded');
    const bundle = { value: own.json, at: { exchange: own.exchange, pointer: '' } };
    const strangers = [
      { whom: 'callers that do not sign in', answer: await download(api, bundle) },
      { whom: 'a wrong password', answer: await download(api, bundle, { authorization: WRONG }) },
      // Pages may know passwords only, and no tokens.
      ...(await readable(async () => [
        { whom: 'another user', answer: await download(api.as('other'), bundle, BY_PASSWORD) },
      ])),
    ];
    expect.each(strangers, '', ({ whom, answer }) => {
      const expected = `a refusal of ${whom}`;
      expect.that(!isMail(answer), at(bundle, 'mbox'), 'the mbox of a private bundle', expected);
      // No 5xx is documented, for what is refused no more than for what is shown.
      if (control.status < 500 && answer.status >= 500) expect.status(answer, ...REFUSALS);
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
  if (typeof value !== 'string' || !URL.canParse(value)) {
    return inconclusive('the mbox of a bundle is no URL');
  }
  return api.follow(value, { headers: { accept: '*/*' }, ...options });
}

/** A page, of a form to sign in say, gives nothing away. */
function isMail(answer: Answer): boolean {
  const page = /^text\/html\b/i.test(header(answer, 'content-type') ?? '');
  return answer.status >= 200 && answer.status <= 299 && !page;
}
