import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';
import { Inconclusive, inconclusive, NotGiven } from '../../harness/violation.js';
import { firstPage, firstRows, readableList } from '../support/lists/first-rows.js';
import { ownPrivateBundle, readByOwner } from '../support/private-bundles.js';
import { asControl, expectLetIn, isRefused, mustBeGuarded } from '../support/refusal.js';

const SPEC = 'Authentication';

/** Well-formed, but issued to no account, so that the value is refused and not the form. */
const WRONG_TOKEN = `Token ${'0'.repeat(40)}`;
const WRONG_PASSWORD = 'not the password of this account';

/** The two authentication schemes, with valid and with wrong credentials. */
export const schemes: readonly Requirement[] = [
  requirement({
    id: 'auth.sign-in',
    says: '`Authorization: Token <API_TOKEN>` authenticates (username and password if no token is configured)',
    spec: SPEC,
    needs: ['signed-in'],
    consequence: 'A client can read only public data.',
    async check({ api, expect }) {
      // Any protected list will do if people/ returns a server error.
      const path = (await failing(api, 'people/')) ? 'users/' : 'people/';
      mustBeGuarded(await api.get(path));
      expectLetIn(await firstPage(api, path), expect);
    },
  }),
  requirement({
    id: 'auth.basic',
    says: 'HTTP basic authentication with username and password is accepted',
    spec: SPEC,
    needs: ['user'],
    compares: true,
    consequence: 'A client that has a username and password but no token cannot sign in.',
    async check(context) {
      const { api, expect } = context;
      const path = await guardedPath(context);
      mustBeGuarded(await api.get(path));
      const byName = await api.as('user').get(path, { scheme: 'basic' });
      if (byName.status === 200) return;
      asControl(await api.as('user').get(path), 'the role `user` with its token');
      expectLetIn(byName, expect);
    },
  }),
  requirement({
    id: 'auth.wrong-token',
    says: 'A wrong token grants no access',
    spec: SPEC,
    needs: ['signed-in'],
    consequence: 'A caller with any made-up token reads protected data.',
    async check(context) {
      const { api, expect, accept } = context;
      const path = await readableList(api, 'people/');
      mustBeGuarded(await api.get(path));
      const wrong = await api.get(path, { authorization: WRONG_TOKEN });
      expectRefused(wrong, expect);
      const shortened = await withShortenedToken(context, path);
      if (shortened !== undefined) expectRefused(shortened, expect);
      // An identifier of the account is not a secret: every authenticated caller can read it.
      const name = await nameOf(context, api.signedIn().role);
      if (name !== undefined) {
        expectRefused(await api.get(path, { authorization: `Token ${name}` }), expect);
      }
      accept(`refused with ${wrong.status}`);
    },
  }),
  requirement({
    id: 'auth.wrong-password',
    says: 'A wrong password grants no access',
    spec: SPEC,
    needs: ['user'],
    consequence: 'A caller who knows a username reads data of that user.',
    async check(context) {
      const { expect, accept } = context;
      const path = await guardedPath(context);
      // Without a version, so that it is sent once in a run: an instance may lock an account after a few
      // wrong passwords.
      const api = context.api.unversioned();
      mustBeGuarded(await api.get(path));
      const pair = `${await ownName(context)}:${WRONG_PASSWORD}`;
      const authorization = `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
      const wrong = await api.get(path, { authorization });
      expectRefused(wrong, expect);
      const right = await api.as('user').get(path, { scheme: 'basic' });
      asControl(right, 'the right password');
      accept(`refused with ${wrong.status}`);
    },
  }),
];

/** Whether a list returns a server error, which says nothing about credentials. */
async function failing(api: Api, path: string): Promise<boolean> {
  return (await firstPage(api, path)).status >= 500;
}

/**
 * Undefined for a role with username and password: base64 decoding may tolerate a missing last
 * character.
 */
async function withShortenedToken(
  { api }: CheckContext,
  path: string,
): Promise<Answer | undefined> {
  try {
    return await api.signedIn().get(path, { corrupted: true });
  } catch (error) {
    if (error instanceof NotGiven) return undefined;
    throw error;
  }
}

/** SPEC.md does not name the status for wrong credentials. */
function expectRefused(answer: Answer, expect: CheckContext['expect']): void {
  if (answer.status >= 400 && answer.status <= 499) return;
  expect.fail({
    message: `${named(answer)} with wrong credentials: expected a status from 400 to 499, got ${answer.status}`,
    expected: 'a status from 400 to 499',
    received: answer.status,
    exchange: answer.exchange,
  });
}

/**
 * A path that only the role `user` can read or, if it has no private bundle, one that requires
 * authentication.
 */
async function guardedPath({ api, instance }: CheckContext): Promise<string> {
  try {
    const path = `bundles/${await ownPrivateBundle(api, instance)}/`;
    const [owner, anonymous] = [await readByOwner(api, path), await api.get(path)];
    if (owner.status === 200 && isRefused(anonymous)) return path;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
  }
  return 'people/';
}

async function ownName(context: CheckContext): Promise<string> {
  return (
    (await nameOf(context, 'user')) ??
    inconclusive('the username of the role `user` is not configured, and users/ does not list it')
  );
}

/** The username of a role, if it can be found out. */
async function nameOf({ api, instance }: CheckContext, role: Role): Promise<string | undefined> {
  if (role === 'anonymous') return undefined;
  const given = instance.nameOf(role);
  if (given !== undefined) return given;
  try {
    const id = await instance.ownId(role);
    const listed = (await firstRows(api, 'users/')).find((row) => at(row, 'id').value === id);
    const name = at(listed ?? (await api.as(role).object(`users/${id}/`)), 'username').value;
    return typeof name === 'string' ? name : undefined;
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
