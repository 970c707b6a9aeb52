import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { programOf } from '../../cli/program.js';
import { tool } from '../../harness/tool.js';
import { inNewFolder } from './command.js';

const { name, version } = tool();

const COMMAND = 'package/cli/conformance.js';
const NODE = `node ${COMMAND}`;
const NPX = { npm_lifecycle_event: 'npx' };
const CACHED = '_npx/1a2b/node_modules/.bin/conformance';

/** How the program was started; paths are below one folder, which has the installed package in `package`. */
interface Case {
  files?: Record<string, object>;
  links?: Record<string, string>;
  /** What Node was given. */
  file?: string;
  /** The current directory. */
  within?: string;
  /** The folders of PATH. */
  path?: string[];
  environment?: Record<string, string>;
  expected: string;
}

const CASES: [what: string, given: Case][] = [
  ['a file that Node was given is given again', { expected: NODE }],
  ['… relative to the package', { within: 'package', expected: 'node cli/conformance.js' }],
  ['… relative to its folder', { within: 'package/cli', expected: 'node conformance.js' }],
  ...['conformance', name].flatMap((typed): [string, Case][] => {
    const [bin, installed] = [`bin/${typed}`, `app/node_modules/.bin/${typed}`];
    const onPath = { links: { [bin]: COMMAND }, file: bin, path: ['empty', 'bin'] };
    const inProject = {
      files: { 'app/package.json': {}, 'app/part/package.json': {} },
      links: { [installed]: COMMAND },
      file: installed,
      environment: NPX,
    };
    return [
      [`${typed} alone is printed if it is on PATH`, { ...onPath, expected: typed }],
      [`${typed} is not on PATH`, { ...onPath, path: ['nowhere'], expected: NODE }],
      // npm puts the folder there itself.
      [
        `${typed} in a script of npm`,
        { ...onPath, environment: { npm_lifecycle_event: 'check' }, expected: NODE },
      ],
      [`npx ${typed} in a project`, { ...inProject, within: 'app', expected: `npx ${typed}` }],
      [`… below it`, { ...inProject, within: 'app/part', expected: `npx ${typed}` }],
      [`… beside it`, { ...inProject, expected: NODE }],
    ];
  }),
  [
    'a name that is another program for the shell',
    {
      links: { 'bin/conformance': COMMAND, 'first/conformance': 'other.js' },
      file: 'bin/conformance',
      path: ['first', 'bin'],
      expected: NODE,
    },
  ],
  ...['package', 'package/docs'].flatMap((within): [string, Case][] => {
    const checkout = {
      files: { 'package/package.json': {}, 'package/docs/page': {} },
      links: { [CACHED]: COMMAND },
      within,
      expected: 'npx conformance',
    };
    return [
      [`npx in a checkout, in ${within}`, { ...checkout, file: CACHED, environment: NPX }],
      [`a script there`, { ...checkout, environment: { npm_lifecycle_event: 'demo' } }],
    ];
  }),
  ...Object.entries({
    '^1.0.0': `npx ${name}@${version}`,
    '1.0.0': `npx ${name}@${version}`,
    'file:../../made.tgz': NODE,
  }).map(([spec, expected]): [string, Case] => [
    `from the cache of npx, installed as ${spec}`,
    {
      files: { '_npx/1a2b/package.json': { dependencies: { [name]: spec } } },
      links: { [CACHED]: COMMAND },
      file: CACHED,
      environment: NPX,
      expected,
    },
  ]),
];

test.for(CASES)('%s', ([, given]) =>
  inNewFolder(async (temporary) => {
    const folder = await realpath(temporary);
    const place = async (path: string) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      return join(folder, path);
    };
    const { files = {}, links = {}, file = COMMAND, within = '.', path = [] } = given;
    for (const [own, content] of Object.entries({ [COMMAND]: {}, 'other.js': {}, ...files })) {
      await writeFile(await place(own), JSON.stringify(content));
    }
    for (const [own, to] of Object.entries(links))
      await symlink(join(folder, to), await place(own));
    const PATH = path.map((each) => join(folder, each)).join(':');
    const program = programOf({
      command: join(folder, COMMAND),
      file: join(folder, file),
      environment: { PATH, ...given.environment },
      folder: join(folder, within),
    });
    expect(program).toBe(given.expected);
  }),
);

test('the path is absolute where that is shorter, and quoted for a shell', () => {
  const command = '/it/package/cli/conformance.js';
  const started = (file: string, folder: string) =>
    programOf({ command: file, file, environment: {}, folder });
  expect(started(command, '/a/b/c/d/e/f/g/h/i/j/k/l/m/n')).toBe(`node ${command}`);
  expect(started("/it/it's here/conformance.js", '/it')).toBe(
    "node 'it'\\''s here/conformance.js'",
  );
});
