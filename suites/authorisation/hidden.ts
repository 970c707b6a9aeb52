import type { Api, ReadOptions } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { type Answer, header } from '../../harness/client/answer.js';
import { ForeignOrigin } from '../../harness/client/transport-error.js';
import { at, type Seen, seen, seenOf } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch, OnOtherHost } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { exposures } from '../support/exposures.js';
import { firstRows } from '../support/first-rows.js';
import { EVERY_PATH, readOneOfEach } from '../support/paths-with-id.js';
import { isPublic, ownPrivatePath } from '../support/private-bundles.js';
import { readable } from '../support/readable.js';
import {
  asControl,
  differencesBetween,
  isBarred,
  isRefused,
  leakBetween,
  REFUSALS,
} from '../support/refusal.js';
import { AS_BROWSER, getSlashless } from '../support/request-variants.js';
import { isUrl } from '../support/url.js';
import { UNKNOWN_ACCOUNT } from '../support/wrong-credentials.js';

/**
 * Requests an object or a list for a caller who may not see it in other ways than by a GET that accepts JSON: as a
 * browser, by HEAD without a version, and without the trailing slash, also where others are redirected to the path with it.
 */
export function readInOtherWays(path: string, caller: Api): Promise<Answer[]> {
  return Promise.all([
    caller.get(path, { headers: { accept: AS_BROWSER } }),
    // Without a version, as the requirements say: in each version they are more requests than a run may send.
    caller.unversioned().get(path, { method: 'HEAD' }),
    getSlashless(caller, path),
  ]);
}

/** Requests it as an authenticated caller with other forms of the same credentials, as far as configured. */
export async function readByOtherCredentials(path: string, caller: Api): Promise<Answer[]> {
  const readWith = (as: Api, options: ReadOptions) =>
    readable(async () => [await as.get(path, options)]);
  const answers = await Promise.all([
    readWith(caller, { scheme: 'basic' }),
    readWith(caller, { scheme: 'token', lowerCase: true }),
    // Without a version, as the requirements say.
    readWith(caller.unversioned(), { scheme: 'basic', lowerCase: true }),
  ]);
  return answers.flat();
}

/** What tells an object from an unknown id, to a caller who may see neither: by GET, and by OPTIONS without a version. */
export async function leaksOf(object: Seen, path: string, caller: Api): Promise<Mismatch[]> {
  const unknown = path.replace(/(?<!\d)\d+(?=\/$)/, String(UNKNOWN_ID));
  const [existing, other] = [await caller.get(path), await caller.get(unknown)];
  // Without a version, as the requirements say.
  const described = caller.unversioned();
  const options = { method: 'OPTIONS' } as const;
  const [one, another] = [
    await described.get(path, options),
    await described.get(unknown, options),
  ];
  return [
    ...leakBetween(existing, other),
    ...differencesBetween(one, another),
    ...exposures(object, [one]),
  ];
}

/** The lists that are refused to unauthenticated callers, and their objects. */
const GUARDED = EVERY_PATH.filter(({ signedIn }) => signedIn);

/**
 * One path of each kind that anonymous callers may not read, of those that a caller who may can read: `people/`,
 * `users/`, one object of each, and a private bundle.
 */
export async function hiddenPaths(where: Where): Promise<string[]> {
  const guarded = await readOneOfEach(GUARDED, where, async (_, own) => own);
  const reader = where.api.signedIn();
  const privates = await readable(async () => {
    const path = reader.role === 'user' ? await ownPrivatePath(where) : undefined;
    return path !== undefined && (await reader.get(path)).status === 200 ? [path] : [];
  });
  const readings = [...guarded, ...privates].map(async (path) => {
    // What anonymous callers can read has requirements of its own.
    return isRefused(await where.api.get(path)) ? [path] : [];
  });
  return (await Promise.all(readings)).flat();
}

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
    const bundle = seen(own);
    if (at(bundle, 'mbox').value === null) return accept('bundles have no `mbox`');
    const open = (await firstRows(api, 'bundles/')).find(
      (row) => isPublic(row) && isUrl(at(row, 'mbox').value),
    );
    if (open === undefined) return inconclusive('there is no public bundle with an `mbox`');
    const control = await download(api, open).catch(onOtherHost);
    if (isBarred(control) || isPage(control))
      accept("the `mbox` of a public bundle needs a sign-in that is not the API's");
    else if (!isMail(control)) {
      inconclusive('the `mbox` of a public bundle cannot be downloaded either');
    }
    const others = [
      { whom: 'anonymous callers', answer: await download(api, bundle) },
      {
        whom: 'a wrong password',
        answer: await download(api, bundle, { authorization: UNKNOWN_ACCOUNT }),
      },
      // Web pages may accept passwords only, not tokens.
      ...(await readable(async () => [
        { whom: 'another user', answer: await download(api.as('other'), bundle, BY_PASSWORD) },
      ])),
    ];
    expect.each(others, '', ({ whom, answer }) => {
      const expected = `a refusal for ${whom}`;
      const shown = seenOf(answer, answer.status);
      expect.that(!isMail(answer), shown, '`mbox` of a private bundle', expected);
      // A server error is documented neither for a refusal nor for a success.
      if (answer.status >= 500) expect.status(answer, ...REFUSALS);
      accept(`refused with ${answer.status}`);
    });
  },
});

/** An instance may leave the mails to an archive, whose access rights are not those of the API. */
function onOtherHost(error: unknown): never {
  throw error instanceof ForeignOrigin ? new OnOtherHost(error.message) : error;
}

function download(
  api: Api,
  bundle: Seen,
  options: Pick<ReadOptions, 'authorization' | 'scheme'> = {},
): Promise<Answer> {
  const { value } = at(bundle, 'mbox');
  if (!isUrl(value)) return inconclusive('the `mbox` of a bundle is not a URL');
  return api.followWithRedirect(value, { headers: { accept: '*/*' }, ...options });
}

/** An HTML page, such as a sign-in form, does not expose the mails. */
function isMail(answer: Answer): boolean {
  return answer.status >= 200 && answer.status <= 299 && !isPage(answer);
}

function isPage(answer: Answer): boolean {
  return /^text\/html\b/i.test(header(answer, 'content-type') ?? '');
}
