import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { COMMANDS, type CommandName, type Option } from '../../cli/option.js';
import { OPTIONS, optionsOf } from '../../cli/options.js';
import manifest from '../../package.json' with { type: 'json' };
import { sourcesBelow } from '../harness/sources.js';
import { stepsOf } from './blocks.js';
import { mentionsIn } from './mentions.js';
import { FOLLOWED, PAGES, ROOT, textOf } from './pages.js';

const NAMES = Object.keys(COMMANDS) as CommandName[];

/** Where code leans on how the specification is read. */
const FOLDERS = ['cli', 'suites', 'schemas', 'harness', 'reporters', 'fixtures', 'tools'];

const ALWAYS = ['--help', '--version', '--debug'];

function flagsOf(options: readonly { flag?: string }[]): string[] {
  return [...ALWAYS, '--all', ...options.flatMap(({ flag }) => flag ?? [])];
}

const EVERY_FLAG = flagsOf(Object.values<Option<unknown>>(OPTIONS));

const COMMAND = /^((npx )?conformance|npx -y patchwork-conformance(@[\d.]+)?)(?= |$)/;

/** What a piece of code names that there is not: a command, an option of it, a script. */
function unknownIn(code: string): string[] {
  const script = /^npm run ([\w:-]+)/.exec(code)?.[1];
  if (script !== undefined) return Object.hasOwn(manifest.scripts, script) ? [] : [script];
  const flags = code.match(/(?<=^|\s)--[a-z-]+/g) ?? [];
  if (!COMMAND.test(code)) {
    return code.startsWith('--') ? flags.filter((flag) => !EVERY_FLAG.includes(flag)) : [];
  }
  const word = /^ ([a-z][a-z-]*)/.exec(code.replace(COMMAND, ''))?.[1] ?? 'run';
  const command = NAMES.find((name) => name === word);
  if (command === undefined) return [word];
  const allowed = flagsOf(optionsOf(command).map(([, option]) => option));
  return flags.filter((flag) => !allowed.includes(flag));
}

test.for(PAGES)('what %s mentions is there: commands, options, scripts', (page) => {
  expect(mentionsIn(textOf(page)).codes.flatMap(unknownIn)).toEqual([]);
});

test('a command, an option or a script that is not there is noticed', () => {
  const codes = [
    'conformance lsit',
    'npx conformance demo --base-url X',
    'npx -y patchwork-conformance serv',
    '--bse-url',
    'npm run x',
  ];
  expect(codes.flatMap(unknownIn)).toEqual(['lsit', '--base-url', 'serv', '--bse-url', 'x']);
});

test('every page that shows commands is followed', () => {
  const showing = PAGES.filter((page) =>
    stepsOf(textOf(page)).some(
      (step) => 'language' in step && /^(console|sh)$/.test(step.language),
    ),
  );
  expect(showing.length).toBeGreaterThan(5);
  expect(showing.filter((page) => !FOLLOWED.includes(page))).toEqual([]);
});

test.for(PAGES)('the links of %s lead somewhere', (page) => {
  const broken = mentionsIn(textOf(page)).links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !mentionsIn(textOf(target)).anchors.has(anchor);
  });
  expect(broken).toEqual([]);
});

test('no file names an address that exists only once the project is published', () => {
  const hosts = ['github.com', 'githubusercontent.com', 'ghcr.io'];
  const patterns = hosts.flatMap((host) => ['-e', `${host}/${manifest.name}`]);
  const grep = ['grep', '--files-with-matches', '--fixed-strings', ...patterns];
  const { status, stdout } = spawnSync('git', grep, { cwd: ROOT, encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
});

test('every B-n of the code has its place in docs/verdicts.md', () => {
  const { anchors } = mentionsIn(textOf('docs/verdicts.md'));
  const named = FOLDERS.flatMap(sourcesBelow).flatMap(({ text }) => text.match(/\bB-\d+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((each) => !anchors.has(each.toLowerCase()))).toEqual([]);
});

test('nobody leans on a document that the project does not have', () => {
  const sources = FOLDERS.flatMap(sourcesBelow);
  const texts = [...sources, ...PAGES.map((page) => ({ path: page, text: textOf(page) }))];
  const leaning = texts.filter(({ text }) => /INTERPRETATION|SPEC\.md/.test(text));
  expect(leaning.map(({ path }) => path)).toEqual([]);
});

test('docs/verdicts.md says of every SHOULD why it only warns, and of nothing else', () => {
  const [, table = ''] = textOf('docs/verdicts.md').split('## Why these only warn');
  const patterns = [...table.matchAll(/`([a-z*][\w.*-]+)`/g)].map(([, id = '']) => id);
  const named = patterns.filter((id) => id.includes('.'));
  const requirements = GROUPS.flatMap((group) => group.requirements);
  const should = requirements.filter(({ level }) => level === 'should').map(({ id }) => id);
  const isMeant = (pattern: string, id: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^ ]+')}$`).test(id);
  expect(should.filter((id) => !named.some((pattern) => isMeant(pattern, id)))).toEqual([]);
  expect(named.filter((pattern) => !should.some((id) => isMeant(pattern, id)))).toEqual([]);
});
