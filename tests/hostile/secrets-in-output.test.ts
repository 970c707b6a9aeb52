import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder, spawned } from '../cli/command.js';
import { formsOf } from '../cli/secret-forms.js';
import { withEchoingInstance } from './echoing.js';

const USER = { token: '7f3a"9<user>&\\t/+=1', name: 'ursula', password: `us"r pä/ss & <1>'\\é+%` };
const OTHER = { name: 'otto', password: `0th"er pä/ss & <2>'\\é+%` };
const MAINTAINER = { token: '0123456789abcdef0123456789abcdef01234567' };
const GATE = `g"ate & <3> 'sesame'\\/+%`;
const COOKIE = 'session=c00k/ie+4%3D';

/** Groups with findings of every kind and writes of every resource. */
const ONLY =
  'root,conventions,comments,users,auth.*,user.update*-name,project.update*web-url,comment.update*';

/** Secrets that must not appear in any output. */
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

/** The placeholders for secrets. */
const STANDING_FOR = [
  '$CONFORMANCE_USER_TOKEN',
  '$CONFORMANCE_OTHER_PASSWORD',
  '$CONFORMANCE_MAINTAINER_TOKEN',
  '<value of X-Gate>',
  '<basic credentials>',
];

/** The secrets in a text, in any encoding; there must be none. */
function secretsIn(text: string): string[] {
  return ALL.filter((form) => text.includes(form));
}

test('no secret is written, although every response repeats the request', async () => {
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
      const version = ['--versions', '1.3', '--only', ONLY];
      const writing = ['--allow-writes', '--journal', 'j', ...version];
      const run = await spawned(['run', ...gates, ...how, ...writing, ...reports], {
        cwd,
        env,
      });
      await writeFile(join(cwd, 'client.yaml'), 'name: a\nendpoints: [series]\n');
      const compared = ['--report', 'c.html', '--report', 'c.json'];
      const more = await Promise.all([
        conformance(['compare', 'r.json', 'r.json', ...compared], { cwd, env }),
        conformance(['client', 'client.yaml', 'r.json', '--report', 'a.md'], { cwd, env }),
        conformance(['doctor', '--debug', ...gates], { cwd, env }),
      ]);
      expect([run, ...more].map(({ status }) => status)).toEqual([1, 0, 3, 0]);
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
      // The repeated secrets reach these outputs, as placeholders.
      for (const { what, text } of [...written.slice(0, 5), ...shown.slice(0, 1)]) {
        expect(text, what).toMatch(/\$CONFORMANCE_|value of X-Gate/);
        if (what === 'r.har') for (const said of STANDING_FOR) expect(text).toContain(said);
      }
      expect(written[0]?.text).toContain('credentials in `first_name`, which are not stored');
      const kept = journals.map((text) => ({ what: 'the journal', text }));
      expect(kept.length).toBeGreaterThan(10);
      for (const { what, text } of [...written, ...shown, ...kept]) {
        expect(secretsIn(text), what).toEqual([]);
      }
    });
  });
});
