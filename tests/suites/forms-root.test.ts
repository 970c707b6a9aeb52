import { expect, test } from 'vitest';
import { root } from '../../suites/root.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { answerInstead } from './sabotage.js';

const KILLS: readonly Kill[] = [
  {
    defect: 'a version that was asked for by name is not there',
    version: '1.4',
    only: ['version.offered'],
    sabotage: ({ versions }) => {
      versions.pop();
    },
    red: ['version.offered'],
  },
  kill('root.answers', '1.3', 'the root is a page', (behaviour) => {
    answerInstead(behaviour, '', (sound, { version }) =>
      version === '1.3' ? new Response('<h1>API</h1>') : sound(),
    );
  }),
  kill('root.collections', '1.0', 'the root does not name series', ({ addresses }) => {
    delete addresses.root.series;
  }),
  kill('root.nothing-else', '1.2', 'the root names one thing more', ({ addresses }) => {
    addresses.root.states = ({ base }) => `${base}/api/states/`;
  }),
  kill('root.urls', '1.4', 'a value of the root is no absolute URL', ({ addresses }) => {
    addresses.root.people = () => 'people/';
  }),
  kill(
    'root.leads-to-collections',
    '1.1',
    'a URL of the root is that of another',
    ({ addresses }) => {
      addresses.root.series = ({ base }) => `${base}/api/1.1/covers/`;
    },
  ),
  kill('root.version', '1.2', 'the URLs of the root name no version', ({ addresses }) => {
    for (const name of Object.keys(addresses.root)) {
      addresses.root[name] = ({ base }) => `${base}/api/${name}/`;
    }
  }),
  {
    defect: 'the root wants its slash',
    version: '1.3',
    gone: ['/api/1.3'],
    red: ['root.slashless'],
  },
  {
    defect: 'there is no /about',
    version: '1.0',
    gone: ['/about', '/about/'],
    red: ['root.about'],
  },
];

test.for(KILLS)('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(root));
});
