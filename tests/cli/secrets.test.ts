import { readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder, outcome, start } from './command.js';
import { deferred } from './deferred.js';
import { withEchoingInstance } from './echoing.js';
import { formsOf } from './secret-forms.js';
import { loginFirst, withServer } from './servers.js';

const SECRETS = {
  CONFORMANCE_USER_TOKEN: 'sekrit-token-of-user',
  CONFORMANCE_HEADERS: 'X-Gate: sekrit-gate\nCookie: session=sekrit-cookie',
};

test.concurrent('no secret is in the line that says why nothing could be judged', async () => {
  await withServer(
    (request, response) => {
      const { 'x-gate': gate } = request.headers;
      response.writeHead(302, { location: `/login?${String(gate)}` }).end();
    },
    (url) =>
      inNewFolder(async (cwd) => {
        const { status, stderr } = await conformance(['--base-url', url], { cwd, env: SECRETS });
        expect(stderr).toContain('/login?');
        expect(stderr).not.toContain('sekrit');
        expect(status).toBe(2);
      }),
  );
});

test.concurrent('no secret is in the list of processes while the command runs', async () => {
  const asked = deferred();
  await withServer(
    () => asked.resolve(),
    (url) =>
      inNewFolder(async (cwd) => {
        const child = start(['--base-url', url, '--token', 'sekrit-token'], { cwd });
        const ended = outcome(child);
        await asked.promise;
        const shown = await readFile(`/proc/${child.pid}/cmdline`, 'utf8');
        child.kill('SIGINT');
        const { status, stderr } = await ended;
        expect(shown).toContain('conformance');
        expect(shown).not.toContain('sekrit');
        expect(stderr).toBe('conformance: interrupted before anything was judged\n');
        expect(status).toBe(130);
      }),
  );
});

test.concurrent('a flag signs in as the environment does', async () => {
  const sent: (string | undefined)[] = [];
  await withServer(
    (request, response) => {
      sent.push(request.headers.authorization);
      loginFirst(request, response);
    },
    (url) =>
      inNewFolder(async (cwd) => {
        const header = ['--header', 'Authorization: Bearer gate'];
        await conformance(['--base-url', url, ...header], { cwd });
      }),
  );
  expect(new Set(sent)).toEqual(new Set(['Bearer gate']));
});

const USER = { token: '7f3a"9<user>&\\t/+=1', name: 'ursula', password: `us"r pä/ss & <1>'\\é+%` };
const OTHER = { name: 'otto', password: `0th"er pä/ss & <2>'\\é+%` };
const MAINTAINER = { token: '0123456789abcdef0123456789abcdef01234567' };
const GATE = `g"ate & <3> 'sesame'\\/+%`;
const COOKIE = 'session=c00k/ie+4%3D';

/** Enough to have findings of every kind, and to write to everything that can be written to. */
const ONLY = 'root,conventions,comments,users,auth.*,user-writes,project-writes,comment-writes';

/** What must be in nothing that is written. */
const ALL = [
  USER.token,
  USER.password,
  OTHER.password,
  MAINTAINER.token,
  GATE,
  COOKIE,
  `${USER.name}:${USER.password}`,
  `${OTHER.name}:${OTHER.password}`,
].flatMap(formsOf);

/** What is said in their place. */
const STANDING_FOR = [
  '$CONFORMANCE_USER_TOKEN',
  '$CONFORMANCE_OTHER_PASSWORD',
  '$CONFORMANCE_MAINTAINER_TOKEN',
  '<value of X-Gate>',
  '<basic credentials>',
];

/** The secrets in a text, in whatever form: there must be none. */
function secretsIn(text: string): string[] {
  return ALL.filter((form) => text.includes(form));
}

test('whatever is asked for, no secret is written, though every answer repeats what was sent', async () => {
  const journals: string[] = [];
  await inNewFolder((cwd) => {
    const keepJournal = () => {
      journals.push(readFileSync(join(cwd, 'j'), 'utf8'));
    };
    const accounts = { user: USER, other: OTHER, maintainer: MAINTAINER };
    return withEchoingInstance(accounts, keepJournal, async (host, project) => {
      const [name, password] = [USER.name, USER.password].map(encodeURIComponent);
      const env = {
        TMPDIR: cwd,
        CONFORMANCE_BASE_URL: `http://${name}:${password}@${host}`,
        CONFORMANCE_PROJECT: project,
        CONFORMANCE_USER_TOKEN: USER.token,
        CONFORMANCE_OTHER_NAME: OTHER.name,
        CONFORMANCE_OTHER_PASSWORD: OTHER.password,
        CONFORMANCE_MAINTAINER_TOKEN: MAINTAINER.token,
      };
      const gates = ['--header', `X-Gate: ${GATE}`, '--header', `Cookie: ${COOKIE}`];
      const files = ['json', 'html', 'md', 'xml', 'har', 'svg'].map((type) => `r.${type}`);
      const reports = files.flatMap((file) => ['--report', file]);
      const how = ['--verbose', '--debug', '--show-emails', '--write-baseline', 'known.yaml'];
      const writing = [
        '--allow-writes',
        '--runs',
        '1',
        '--versions',
        '1.3',
        '--journal',
        'j',
        '--only',
        ONLY,
      ];
      const run = await conformance(['run', ...gates, ...how, ...writing, ...reports], {
        cwd,
        env,
      });
      await writeFile(join(cwd, 'client.yaml'), 'name: a\nendpoints: [series]\n');
      const compared = ['--report', 'c.html', '--report', 'c.json'];
      const more = await Promise.all([
        conformance(['compare', 'r.json', 'r.json', ...compared], { cwd, env }),
        conformance(['client', 'client.yaml', 'r.json', '--report', 'a.md'], { cwd, env }),
        conformance(['doctor', '--debug', ...gates], { cwd, env }),
        conformance(['fields', '--debug', ...gates], { cwd, env }),
      ]);
      expect([run, ...more].map(({ status }) => status)).toEqual([1, 0, 3, 0, 0]);
      const written = await Promise.all(
        [...files, 'known.yaml', 'c.html', 'c.json', 'a.md'].map(async (file) => ({
          what: file,
          text: await readFile(join(cwd, file), 'utf8'),
        })),
      );
      const shown = [run, ...more].map(({ stdout, stderr }, index) => ({
        what: `command ${index}`,
        text: stdout + stderr,
      }));
      // The echo has come as far as this: its place is taken by what stands for the secrets.
      for (const { what, text } of [...written.slice(0, 5), ...shown.slice(0, 1)]) {
        expect(text, what).toMatch(/\$CONFORMANCE_|value of X-Gate/);
        if (what === 'r.har') for (const said of STANDING_FOR) expect(text).toContain(said);
      }
      expect(written[0]?.text).toContain('answered with credentials in first_name');
      const kept = journals.map((text) => ({ what: 'the journal', text }));
      expect(kept.length).toBeGreaterThan(10);
      for (const { what, text } of [...written, ...shown, ...kept]) {
        expect(secretsIn(text), what).toEqual([]);
      }
    });
  });
});

test('a file .env that others can read draws one line, if it holds secrets', async () => {
  await inNewFolder(async (cwd) => {
    const file = join(cwd, '.env');
    const said = async (text: string, mode: number) => {
      await writeFile(file, text);
      await chmod(file, mode);
      return (await conformance(['list', '--json'], { cwd })).stderr;
    };
    const token = 'CONFORMANCE_USER_TOKEN=sekrit\n';
    const inUrl = 'CONFORMANCE_BASE_URL=https://ann:sekrit@example.org\n';
    for (const text of [token, inUrl]) {
      expect(await said(text, 0o644)).toBe(
        'conformance: .env holds secrets, and other users of this machine can read it (mode 644); chmod 600 .env ends that\n',
      );
    }
    expect(await said(token, 0o600)).toBe('');
    expect(await said('CONFORMANCE_USER_TOKEN=\nCONFORMANCE_PROJECT=x\n', 0o644)).toBe('');
  });
});

test('a name and a password in the base URL sign in the user, and go no further', async () => {
  const reference = await startReference();
  try {
    await inNewFolder(async (cwd) => {
      const { name, password } = reference.roles.user;
      const env = {
        CONFORMANCE_BASE_URL: reference.url.replace(
          '://',
          `://${name}:${encodeURIComponent(password)}@`,
        ),
      };
      const { status, stdout, stderr } = await conformance(['doctor'], { cwd, env });
      expect(stdout).toContain(`✓ ${reference.url} can be reached`);
      expect(stdout).toContain('✓ user signs in by name and password');
      expect([status, stderr]).toEqual([0, '']);
      for (const form of formsOf(password)) expect(stdout).not.toContain(form);
    });
  } finally {
    await reference.stop();
  }
});
