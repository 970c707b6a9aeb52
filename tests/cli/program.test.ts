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

const BIN = { links: { 'bin/conformance': COMMAND }, file: 'bin/conformance' };
const INSTALLED = {
  files: { 'app/package.json': {}, 'app/part/package.json': {} },
  links: { [`app/node_modules/.bin/${name}`]: COMMAND },
  file: `app/node_modules/.bin/${name}`,
  environment: NPX,
};
const CHECKOUT = { files: { 'package/package.json': {} }, links: { [CACHED]: COMMAND } };

/** In the cache of npx, installed as `spec`. */
const cached = (spec: string, expected: string): Case => ({
  files: { '_npx/1a2b/package.json': { dependencies: { [name]: spec } } },
  links: { [CACHED]: COMMAND },
  file: CACHED,
  environment: NPX,
  expected,
});

const CASES: [what: string, given: Case][] = [
  ['a file that Node was given is given again', { expected: NODE }],
  ['… relative to its folder', { within: 'package/cli', expected: 'node conformance.js' }],
  ['a name alone, if it is on PATH', { ...BIN, path: ['none', 'bin'], expected: 'conformance' }],
  ['… if it is not', { ...BIN, path: ['nowhere'], expected: NODE }],
  [
    '… if the shell finds another program by it',
    { ...BIN, files: { 'first/conformance': {} }, path: ['first', 'bin'], expected: NODE },
  ],
  [
    // npm puts the folder there itself.
    '… in a script of npm',
    { ...BIN, path: ['bin'], environment: { npm_lifecycle_event: 'check' }, expected: NODE },
  ],
  ['npx in a project', { ...INSTALLED, within: 'app', expected: `npx ${name}` }],
  ['… below it', { ...INSTALLED, within: 'app/part', expected: `npx ${name}` }],
  ['… beside it', { ...INSTALLED, expected: NODE }],
  [
    'npx in a checkout',
    { ...CHECKOUT, within: 'package', file: CACHED, environment: NPX, expected: 'npx conformance' },
  ],
  [
    '… a script there',
    {
      ...CHECKOUT,
      within: 'package/cli',
      environment: { npm_lifecycle_event: 'demo' },
      expected: 'npx conformance',
    },
  ],
  ['npx from a registry', cached('^1.0.0', `npx ${name}@${version}`)],
  ['… from a file', cached('file:../../made.tgz', NODE)],
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
