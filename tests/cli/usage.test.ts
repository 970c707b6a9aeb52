import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder } from './command.js';

const URL = 'http://127.0.0.1:9';

const WRONG: [args: string[], expected: RegExp][] = [
  [[], /--base-url URL .*; npx conformance demo/],
  [['run'], /--base-url URL .*; npx conformance demo/],
  [['expalin'], /unknown command "expalin"; did you mean explain\?$/],
  [['lsit'], /unknown command "lsit"; expected one of run, demo, serve, doctor, list/],
  [['https://user:hunter2@example.org'], /use --base-url/],
  [['--bas-url', URL], /unknown option '--bas-url' \(did you mean --base-url\?\)$/],
  [['--user-tokn=hunter2'], /unknown option '--user-tokn'/],
  [['--base-url'], /--base-url: expected a value \(URL\), received nothing/],
  [['--base-url', ''], /expected a URL such as https:/],
  [['--base-url', 'no host'], /expected a URL such as https:.*received "no host"/],
  [['--base-url', '127.0.0.1:9/a'], /expected https:.*:9\/a or http:.*:9\/a, received "127/],
  [['--base-url', 'pw.example.org'], /expected https:\/\/pw\.example\.org or http:/],
  [['--base-url', 'ftp://example.org'], /expected a URL/],
  [['--base-url', 'https://user@example.org'], /USER_NAME is set without .*USER_PASSWORD/],
  [['--base-url', 'https://:hunter2@example.org'], /USER_PASSWORD is set without .*USER_NAME/],
  [['--base-url', 'https://user:1/hunter2@example.org'], /without @ in its path.*%2F/],
  [['--base-url', 'https://user:%zzhunter2@example.org'], /percent-encoded/],
  [['--base-url', 'user:hunter2@example.org'], /expected a URL/],
  [['--base-url', `${URL}?a=b`], /without a query/],
  [['--base-url', `${URL}#a`], /without a fragment/],
  [['--base-url', URL, '--versions', '2.0'], /--versions: .*expected 1.0, 1.1, 1.2, 1.3, 1.4/],
  [['list', '--versions', '1.4..1.2'], /"1.4..1.2" runs backwards: expected 1.2..1.4$/],
  [['--base-url', URL, '--only', 'nonsense'], /--only: "nonsense" matches nothing/],
  [['--base-url', URL, '--skip', 'root,,x'], /--skip: expected a value, received nothing/],
  [['--base-url', URL, '--only', 'root', '--skip', 'root'], /select no requirement/],
  [['--base-url', URL, '--exhaustive', '--sample', '5'], /--sample cannot be combined/],
  [['--base-url', URL, '--max-requests', '3'], /--max-requests: .*25/],
  [
    ['demo', '--fault', 'last-off-by-two'],
    /--fault: unknown fault .*did you mean last-off-by-one\?/,
  ],
  [['demo', '--requirements', '0.9'], /--requirements: expected 1.0, received "0.9"$/],
  [['--base-url', URL, '--seed', '1.5'], /--seed: expected a whole number from 0 to 2147483647/],
  [['--base-url', URL, '--concurrency', '0'], /--concurrency: .*from 1 to 64, received "0"/],
  [['--base-url', URL, '--rps', '-1'], /--rps: expected a number from 0 to 1000/],
  [['--base-url', URL, '--timeout', 'soon'], /--timeout: .*received "soon"/],
  [['--base-url', URL, '--max-bytes', '5MB'], /--max-bytes: expected a whole number/],
  [['--base-url', URL, '--header', 'hunter2'], /--header: expected 'Name: value'/],
  [['--base-url', URL, '--header', 'Connection: close'], /belongs to the connection/],
  [['--base-url', URL, '--header', 'Authorization:', 'hunter2'], /quote values/],
  [
    ['--base-url', URL, '--user-token', 'hunter2'],
    /environment or .env only, such as CONFORMANCE_/,
  ],
  [['--base-url', URL, '--allow-writes'], /--allow-writes without credentials writes nothing/],
  [['demo', '--scope', 'full', '--only', 'root'], /--scope requires the whole specification/],
  [['--base-url', URL, '--ca', 'none.pem'], /--ca: none.pem cannot be read: no such file/],
  [['--base-url', URL, '--ca', 'file'], /--ca: file contains no certificate; expected PEM/],
  [
    ['--base-url', URL, '--report', 'report.doc'],
    /expected a file ending in .*\.json.*or - for JSON/,
  ],
  [['--base-url', URL, '--report', 'nowhere/r.json'], /nowhere\/r.json cannot be written: no such/],
  [
    ['--base-url', URL, '--report', 'file/r.json'],
    /file\/r.json cannot be written: .*not a directory/,
  ],
  [
    ['--base-url', URL, '--report', 'folder.json'],
    /folder.json cannot be written: it is not a regular file/,
  ],
  [
    ['demo', '--base-url', URL],
    /embedded reference instance; expected npx conformance --base-url URL for another/,
  ],
  [
    ['serve', '--only', 'root'],
    /unknown option '--only'.*; npx conformance serve --help lists the options/,
  ],
  [['serve', '--port', '70000'], /--port: .*from 0 to 65535/],
  [['serve', '--patches', '99'], /--patches: .*from 100 to 10000000, received "99"/],
  [['serve', '--prefix', 'patchwork'], /--prefix: expected a path such as \/patchwork/],
  [['list', '--only', 'nonsense'], /matches nothing/],
  [['list', 'root'], /takes options only/],
  [['explain'], /explain needs the id of a requirement: npx conformance explain page/],
  [['explain', 'root.answer'], /unknown requirement "root.answer"; .*similar: root.answers/],
  [['explain', 'page.nxt'], /unknown requirement "page.nxt"; .*similar: page.next/],
];

test.concurrent.for(WRONG)(
  '%j is one clear line and status 2',
  async ([args, expected], { expect }) => {
    await inNewFolder(async (cwd) => {
      await writeFile(join(cwd, 'file'), 'nothing');
      await mkdir(join(cwd, 'folder.json'));
      const { status, stdout, stderr } = await conformance(args, { cwd });
      expect(stderr.trimEnd()).toMatch(expected);
      expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
      expect(stderr).not.toContain('hunter2');
      expect([status, stdout]).toEqual([2, '']);
    });
  },
);

test.concurrent.for<[env: Record<string, string>, expected: RegExp]>([
  [{ CONFORMANCE_USER_NAME: 'b' }, /expected one of them/],
  [{ CONFORMANCE_USER_TOKEN: 'hunter2 hunter2' }, /CONFORMANCE_USER_TOKEN: expected a token/],
  [{ CONFORMANCE_OTHER_NAME: 'otto' }, /OTHER_NAME is set without CONFORMANCE_OTHER_PASSWORD/],
])('credentials %j are refused in one line', async ([env, expected], { expect }) => {
  const args = ['--base-url', 'https://a:hunter2@example.org'];
  const { status, stderr } = await conformance(args, { env });
  expect(stderr).toMatch(expected);
  expect(stderr).not.toContain('hunter2');
  expect(status).toBe(2);
});

test('an invalid proxy URL is rejected and not printed', async () => {
  const env = { HTTPS_PROXY: 'socks5://who:hunter2@127.0.0.1:1' };
  const { status, stderr } = await conformance(['--base-url', URL], { env });
  expect(stderr).toBe(
    'conformance: HTTPS_PROXY is not a proxy URL; expected http://HOST:PORT or https://HOST:PORT\n',
  );
  expect(status).toBe(2);
});

test('a stack trace is shown with --debug only', async () => {
  const args = ['--base-url', 'no host'];
  const plain = await conformance(args);
  const flag = await conformance([...args, '--debug']);
  const environment = await conformance(args, { env: { CONFORMANCE_DEBUG: '1' } });
  expect(plain.stderr).not.toContain('    at ');
  expect(flag.stderr).toContain('    at ');
  expect(environment.status).toBe(2);
});
