import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everywhere, plotted } from '../comparison/plots.js';
import { ROOT } from '../docs/pages.js';
import { conformance, inNewFolder, type Outcome } from './command.js';

const MARK = '\uFEFF';

/** How editors and shells on Windows write a text; PowerShell 5 in the first of these. */
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-16 LE': (text) => Buffer.from(MARK + text, 'utf16le'),
  'UTF-16 BE': (text) => Buffer.from(MARK + text, 'utf16le').swap16(),
  'UTF-8 with a mark': (text) => Buffer.from(MARK + text),
};

const REPORT = JSON.stringify(
  plotted({
    'cover.list': { verdicts: everywhere('pass') },
    'root.answers': { verdicts: everywhere('fail'), why: 'grüßt nicht' },
  }),
);

const NOWHERE = ['run', '--base-url', 'http://127.0.0.1:9', '--versions', '1.4'];

interface Given {
  /** Which file is the user's, and what is in it. */
  file: string;
  text: string | (() => Promise<string>);
  args: readonly string[];
  /** What is printed where the file was read. */
  prints: RegExp;
}

const FILES: Readonly<Record<string, Given>> = {
  '.env': {
    file: '.env',
    text: '# Grüße\nCONFORMANCE_ONLY=user.list\n',
    args: ['list'],
    prints: /^users\n {2}user\.list .*\n$/,
  },
  'a report': {
    file: 'run.json',
    text: REPORT,
    args: ['report', 'run.json', '--report', '-'],
    prints: /grüßt nicht/,
  },
  'a client profile': {
    file: 'größe.yaml',
    text: 'name: größe\nendpoints: [covers]\n',
    args: ['client', 'größe.yaml', 'plain.json'],
    prints: /YES {2}größe: works/,
  },
  'a baseline': {
    file: 'known.yaml',
    text: () => readFile(`${ROOT}fixtures/baselines/patchwork-3.2.yaml`, 'utf8'),
    args: [...NOWHERE, '--baseline', 'known.yaml'],
    prints: /connection refused/,
  },
  'a file of certificates': {
    file: 'ca.pem',
    text: () => readFile(`${ROOT}fixtures/hostile/certificates/self-signed.pem`, 'utf8'),
    args: [...NOWHERE, '--ca', 'ca.pem'],
    prints: /connection refused/,
  },
};

/** Runs the command beside a file that is encoded in this way. */
function withFile(
  { file, text, args }: Given,
  encoded: (text: string) => Buffer,
): Promise<Outcome> {
  return inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'plain.json'), REPORT);
    const mode = 0o600;
    const content = encoded(typeof text === 'string' ? text : await text());
    await writeFile(join(cwd, file), content, { mode });
    return conformance(args, { cwd });
  });
}

test.for(Object.entries(FILES))('%s may be UTF-16, with a byte order mark', async ([, given]) => {
  const plain = await withFile(given, (text) => Buffer.from(text));
  expect(plain.stdout + plain.stderr).toMatch(given.prints);
  for (const [encoding, encoded] of Object.entries(ENCODINGS)) {
    expect(await withFile(given, encoded), encoding).toEqual(plain);
  }
});

test.for(Object.entries(FILES))('%s in UTF-16 without a mark is named', async ([, given]) => {
  const { status, stdout, stderr } = await withFile(given, (text) => Buffer.from(text, 'utf16le'));
  expect(stderr).toMatch(
    new RegExp(`^conformance: .*${given.file} cannot be read: it has NUL characters.* UTF-8.*\\n$`),
  );
  expect([status, stdout]).toEqual([2, '']);
});
