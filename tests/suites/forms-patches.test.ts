import { expect, test } from 'vitest';
import { bundles } from '../../suites/bundles.js';
import { patches } from '../../suites/patches.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { answerInstead, leaveOut, replace, showTooEarly, wrapInEnvelope } from './sabotage.js';

const PATCHES: readonly Kill[] = [
  kill('patch.embedded.fields', '1.0', 'an embedded patch without mbox', ({ fields }) => {
    leaveOut('mbox', fields.patch.embedded);
  }),
  kill(
    'patch.embedded.fields.since-1.1',
    '1.1',
    'an embedded patch without web_url',
    ({ fields }) => {
      leaveOut('web_url', fields.patch.embedded);
    },
  ),
  kill(
    'patch.embedded.fields.since-1.2',
    '1.3',
    'an embedded patch without list_archive_url',
    ({ fields }) => {
      leaveOut('list_archive_url', fields.patch.embedded);
    },
  ),
  kill(
    'patch.embedded.absent.before-1.1',
    '1.0',
    'an embedded patch with web_url in 1.0',
    ({ fields }) => {
      showTooEarly('web_url', '1.0', fields.patch.embedded);
    },
  ),
  kill(
    'patch.embedded.absent.before-1.2',
    '1.1',
    'an embedded patch with list_archive_url in 1.1',
    ({ fields }) => {
      showTooEarly('list_archive_url', '1.1', fields.patch.embedded);
    },
  ),
  kill('patch.embedded.types', '1.4', 'a msgid that is blank', ({ fields }) => {
    replace('msgid', () => null, fields.patch.embedded);
  }),
  kill('patch.url.answers', '1.2', 'the url of a patch is that of the next', ({ addresses }) => {
    const { patch } = addresses.self;
    addresses.self.patch = ({ id }, view) => patch({ id: id + 1 }, view);
  }),
];

const BUNDLES: readonly Kill[] = [
  kill('bundle.list', '1.0', 'the list comes in an envelope', (behaviour) => {
    wrapInEnvelope(behaviour, 'bundles/');
  }),
  kill('bundle.detail', '1.3', 'the detail of what is public crashes', (behaviour) => {
    answerInstead(behaviour, 'bundles/:id/', (sound, { params, state }) =>
      state.bundles.get(Number(params.id))?.public
        ? new Response('<h1>Server Error</h1>', { status: 500 })
        : sound(),
    );
  }),
  kill('bundle.fields', '1.2', 'a bundle without its patches', ({ fields }) => {
    leaveOut('patches', fields.bundle.list, fields.bundle.detail);
  }),
  kill('bundle.fields.since-1.1', '1.1', 'a bundle without web_url', ({ fields }) => {
    leaveOut('web_url', fields.bundle.list, fields.bundle.detail);
  }),
  kill('bundle.absent.before-1.1', '1.0', 'a bundle with web_url in 1.0', ({ fields }) => {
    showTooEarly('web_url', '1.0', fields.bundle.list, fields.bundle.detail);
  }),
  kill('bundle.types', '1.4', 'public as a number', ({ fields }) => {
    replace('public', (row) => (row.public ? 1 : 0), fields.bundle.list, fields.bundle.detail);
  }),
];

test.for([...PATCHES, ...BUNDLES])('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed([...PATCHES, ...BUNDLES])).toEqual(killable(patches, bundles));
});
