import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { authorisation } from '../../suites/authorisation.js';
import {
  open,
  refusal,
  showAllTo,
  showBy,
  showOwnTo,
  tellApart,
} from './authorisation-sabotage.js';
import { idsWith, judged } from './judged.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { answerInstead } from './sabotage.js';

const ONLY = ['authorisation', 'errors'];
const LIST = 'bundles/';
const DETAIL = 'bundles/:id/';
const sound = soundBehaviour();

const SCHEMES: readonly Kill[] = [
  kill('auth.sign-in', '1.2', 'tokens are not known', ({ authentication }) => {
    authentication.schemes.token = () => ({ caller: null });
  }),
  kill('auth.basic', '1.3', 'names and passwords are refused', ({ authentication }) => {
    authentication.schemes.basic = () => ({ refused: 'Invalid username/password.' });
  }),
  kill('auth.basic', '1.1', 'names and passwords are not heeded', ({ authentication }) => {
    delete authentication.schemes.basic;
  }),
  kill('auth.wrong-token', '1.4', 'the beginning of a token suffices', ({ authentication }) => {
    const token = sound.authentication.schemes.token;
    authentication.schemes.token = (text, state) => {
      const whole = [...state.users.values()].find((user) => user.token.startsWith(text));
      return whole === undefined ? (token?.(text, state) ?? { caller: null }) : { caller: whole };
    };
  }),
  kill('auth.wrong-token', '1.0', 'any token will do', ({ authentication }) => {
    const token = sound.authentication.schemes.token;
    authentication.schemes.token = (text, state) => {
      const identity = token?.(text, state) ?? { caller: null };
      return 'refused' in identity ? { caller: state.users.get(1) ?? null } : identity;
    };
  }),
  kill('auth.wrong-password', '1.4', 'any password will do', ({ authentication }) => {
    authentication.schemes.basic = (text, state) => {
      const [name] = Buffer.from(text, 'base64').toString('utf8').split(':');
      const caller = [...state.users.values()].find(({ username }) => username === name);
      return { caller: caller ?? null };
    };
  }),
];

const GUARDED: readonly Kill[] = ['people', 'users'].flatMap((name) => [
  kill(`auth.${name}.list`, '1.1', `${name}/ is open`, (behaviour) => {
    open(behaviour, `${name}/`);
  }),
  kill(`auth.${name}.detail`, '1.2', `${name}/{id}/ is open`, (behaviour) => {
    open(behaviour, `${name}/:id/`);
  }),
  kill(`auth.${name}.no-leak`, '1.3', `${name}/{id}/ tells what exists`, (behaviour) => {
    tellApart(behaviour, `${name}/:id/`);
  }),
]);

const BUNDLES: readonly Kill[] = [
  kill('auth.bundle.list.private.anonymous', '1.0', 'anybody lists all', (behaviour) => {
    showBy(behaviour, LIST, showAllTo(undefined));
  }),
  kill('auth.bundle.list.private.user', '1.1', 'a user lists all', (behaviour) => {
    showBy(behaviour, LIST, showAllTo('ursula'));
  }),
  kill('auth.bundle.list.private.other', '1.2', 'another user lists all', (behaviour) => {
    showBy(behaviour, LIST, showAllTo('otto'));
  }),
  kill('auth.bundle.list.private.maintainer', '1.3', 'a maintainer lists all', (behaviour) => {
    showBy(behaviour, LIST, showAllTo('maren'));
  }),
  kill('auth.bundle.list.public.user', '1.4', 'a user lists its own only', (behaviour) => {
    showBy(behaviour, LIST, showOwnTo('ursula'));
  }),
  kill('auth.bundle.list.public.other', '1.0', 'another lists its own only', (behaviour) => {
    showBy(behaviour, LIST, showOwnTo('otto'));
  }),
  kill('auth.bundle.list.public.maintainer', '1.1', 'so does a maintainer', (behaviour) => {
    showBy(behaviour, LIST, showOwnTo('maren'));
  }),
  kill('auth.bundle.same-for-all', '1.2', 'a bundle is named after its reader', ({ fields }) => {
    const { name } = fields.bundle.list;
    if (name === undefined) throw new Error('a listed bundle has no name to change');
    fields.bundle.list.name = {
      ...name,
      render: (row, view) => `${view.caller?.username ?? ''} ${row.name}`,
    };
  }),
  kill('auth.bundle.private.owner', '1.2', 'no private bundle opens', (behaviour) => {
    showBy(behaviour, DETAIL, (_caller, bundle) => bundle.public);
  }),
  kill('auth.bundle.private.anonymous', '1.3', 'every bundle opens to anybody', (behaviour) => {
    showBy(behaviour, DETAIL, showAllTo(undefined));
  }),
  kill('auth.bundle.private.other', '1.4', 'every bundle opens to another user', (behaviour) => {
    showBy(behaviour, DETAIL, showAllTo('otto'));
  }),
  kill(
    'auth.bundle.list.private.own',
    '1.1',
    'own private bundles unlisted',
    faultNamed('own-private-bundles-unlisted').apply,
  ),
  kill(
    'auth.bundle.mbox.private',
    '1.2',
    'private mbox for anybody',
    faultNamed('private-mbox-for-anybody').apply,
  ),
  kill(
    'auth.people.maintainer',
    '1.3',
    'people refused to maintainers',
    faultNamed('people-refused-to-maintainers').apply,
  ),
  kill('auth.wrong-token', '1.4', 'username is a token', faultNamed('username-is-a-token').apply),
  kill('auth.bundle.no-leak', '1.2', 'a private bundle is refused with 403', (behaviour) => {
    answerInstead(behaviour, DETAIL, (found, { caller, params, state }) => {
      const bundle = state.bundles.get(Number(params.id));
      const hidden = bundle !== undefined && !sound.sees.bundle(caller, bundle);
      return hidden ? refusal(403) : found();
    });
  }),
];

const KILLS: readonly Kill[] = [
  ...SCHEMES,
  ...GUARDED,
  ...BUNDLES,
  kill('auth.public', '1.3', 'cover letters are for users only', (behaviour) => {
    answerInstead(behaviour, 'covers/', (found, { caller }) =>
      caller === null ? refusal(403) : found(),
    );
  }),
  {
    defect: 'bundles have no privacy at all',
    version: '1.1',
    sabotage: ({ sees }) => {
      sees.bundle = () => true;
    },
    red: [
      'auth.bundle.list.private.anonymous',
      'auth.bundle.list.private.maintainer',
      'auth.bundle.list.private.other',
      'auth.bundle.list.private.user',
      'auth.bundle.private.anonymous',
    ],
  },
  {
    defect: 'missing credentials are answered with 401',
    version: '1.2',
    sabotage: ({ errors }) => {
      errors.anonymous = () => ({ status: 401, body: { detail: 'Who are you?' } });
    },
    red: ['auth.people.detail', 'auth.people.list', 'auth.users.detail', 'auth.users.list'],
  },
];

test.each(KILLS)('$defect (in $version): $red', async (defect) => {
  expect(await redRows({ ...defect, only: ONLY })).toEqual(defect.red);
});

test('every requirement that can fail is turned red by some defect', () => {
  expect(killed(KILLS)).toEqual(killable(authorisation));
});

test('a run that knows a token only does not blame the instance', async () => {
  const reference = await startReference();
  try {
    const { token } = reference.roles.user;
    const wanted = { only: ['authorisation'], credentials: { user: { token } } };
    const results = await judged(reference, wanted);
    expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(idsWith(results, 'inconclusive')).toContain('auth.basic');
    expect(idsWith(results, 'pass')).toContain('auth.bundle.private.owner');
  } finally {
    await reference.stop();
  }
});

test('without a private bundle nothing is said of private bundles', async () => {
  const behaviour = soundBehaviour();
  for (const path of [LIST, DETAIL]) showBy(behaviour, path, (_caller, bundle) => bundle.public);
  const results = await judgedWith(behaviour);
  const unjudged = killable(authorisation).filter((id) =>
    /bundle\.((list|mbox)\.)?private|leak$/.test(id),
  );
  const wanted = unjudged.filter((id) => id.includes('bundle'));
  expect(idsWith(results, 'inconclusive')).toEqual(wanted);
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
});

async function judgedWith(behaviour: Behaviour) {
  const reference = await startReference({ behaviour });
  try {
    return await judged(reference, { only: ['authorisation'], versions: ['1.3'] });
  } finally {
    await reference.stop();
  }
}
