import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';
import { Inconclusive, inconclusive, NotGiven } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { firstPage, firstRows, readableList } from '../conventions/sources.js';
import { ownPrivateBundle, readByOwner } from './private.js';
import { asControl, expectLetIn, isTurnedAway, mustBeGuarded } from './refusal.js';

const SPEC = 'Authentication';

/** Nobody's: of the form that tokens have, so that it is their value that is refused. */
const WRONG_TOKEN = `Token ${'0'.repeat(40)}`;
const WRONG_PASSWORD = 'not the password of this account';

/** The two schemes of signing in, with right credentials and with wrong ones. */
export const schemes: readonly Requirement[] = [
  requirement({
    id: 'auth.sign-in',
    says: '`Authorization: Token <API_TOKEN>` signs in (name and password, where no token was given)',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: ['signed-in'],
    consequence: 'A client can do nothing that is not open to everybody.',
    async check({ api, expect }) {
      // Any guarded list does, where people/ fails for reasons of its own.
      const path = (await failing(api, 'people/')) ? 'users/' : 'people/';
      mustBeGuarded(await api.get(path));
      expectLetIn(await firstPage(api, path), expect);
    },
  }),
  requirement({
    id: 'auth.basic',
    says: 'HTTP basic authentication with username and password signs in',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: ['user'],
    consequence: 'A client that knows a name and a password, and no token, cannot sign in.',
    async check(context) {
      const { api, expect } = context;
      const path = await guardedPath(context);
      mustBeGuarded(await api.get(path));
      const byName = await api.as('user').get(path, { scheme: 'basic' });
      if (byName.status === 200) return;
      asControl(await api.as('user').get(path), 'the role user by its token');
      expectLetIn(byName, expect);
    },
  }),
  requirement({
    id: 'auth.wrong-token',
    says: 'A wrong token grants no access',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    once: true,
    needs: ['signed-in'],
    consequence: 'Anybody who sends some token reads what is for users only.',
    async check(context) {
      const { api, expect, accept } = context;
      const path = await readableList(api, 'people/');
      mustBeGuarded(await api.get(path));
      const wrong = await api.get(path, { authorization: WRONG_TOKEN });
      expectRefused(wrong, expect);
      const shortened = await withShortenedToken(context, path);
      if (shortened !== undefined) expectRefused(shortened, expect);
      // What identifies an account is no secret: it is shown to everybody who signs in.
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
    level: 'must',
    versions: ALL,
    // Once: an instance may lock an account after a few wrong passwords.
    once: true,
    needs: ['user'],
    consequence: 'Anybody who knows the name of a user reads what only that user may.',
    async check(context) {
      const { api, expect, accept } = context;
      const path = await guardedPath(context);
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

/** Whether a list is a server error to whoever signs in, which says nothing of signing in. */
async function failing(api: Api, path: string): Promise<boolean> {
  return (await firstPage(api, path)).status >= 500;
}

/** Nothing where the role has a name and a password: what decodes them may forgive a lost last character. */
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

/** Which refusal it is SPEC.md does not say for credentials that are wrong. */
function expectRefused(answer: Answer, expect: CheckContext['expect']): void {
  if (answer.status >= 400 && answer.status <= 499) return;
  expect.fail({
    message: `${named(answer)} with wrong credentials: expected a refusal, got ${answer.status}`,
    expected: 'a status from 400 to 499',
    received: answer.status,
    exchange: answer.exchange,
  });
}

/** What only the role `user` may read, or, if it has no private bundle, callers that sign in. */
async function guardedPath({ api, instance }: CheckContext): Promise<string> {
  try {
    const path = `bundles/${await ownPrivateBundle(api, instance)}/`;
    const [owner, anonymous] = [await readByOwner(api, path), await api.get(path)];
    if (owner.status === 200 && isTurnedAway(anonymous)) return path;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
  }
  return 'people/';
}

async function ownName(context: CheckContext): Promise<string> {
  return (
    (await nameOf(context, 'user')) ??
    inconclusive('no name was given for the role user, and users/ does not tell it')
  );
}

/** The name of the user that a role signs in as, if it can be found out. */
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
