import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { always } from '../../fixtures/reference/view.js';
import { consistency } from '../../suites/consistency.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { replace, rewrite } from './sabotage.js';

const KILLS: readonly Kill[] = [
  kill('conv.detail.superset', '1.0', 'a field of the list that the detail lacks', ({ fields }) => {
    fields.project.list.patch_count = always(() => 3);
  }),
  kill('conv.list-detail.equal', '1.1', 'a detail that names it otherwise', ({ fields }) => {
    replace('name', ({ name }) => `${name}!`, fields.project.detail);
  }),
  kill('conv.list-detail.equal', '1.2', 'a detail that has lost the cover letter', ({ fields }) => {
    replace('cover_letter', () => null, fields.series.detail);
  }),
  kill(
    'conv.list-detail.equal',
    '1.4',
    'comment subject without re',
    faultNamed('comment-subject-without-re').apply,
  ),
  kill(
    'conv.list-detail.equal',
    '1.4',
    'repeated headers lost',
    faultNamed('repeated-headers-lost').apply,
  ),
  kill('conv.embedded.equal', '1.2', 'an embedded object named otherwise', ({ fields }) => {
    replace('name', ({ name }) => `${name}!`, fields.project.embedded);
  }),
  kill('conv.embedded.listed', '1.2', 'a series that the list leaves out', (behaviour) => {
    rewrite(behaviour, 'series/', (rows) => (Array.isArray(rows) ? rows.slice(20) : rows));
  }),
  kill(
    'conv.embedded.listed',
    '1.1',
    'only direct answers to covers',
    faultNamed('only-direct-answers-to-covers').apply,
  ),
  kill('conv.url.leads-back', '1.3', 'a url of the next object', ({ addresses }) => {
    const { project } = addresses.self;
    addresses.self.project = ({ id }, view) => project({ id: id + 1 }, view);
  }),
  kill('conv.id.unique', '1.4', 'a list that shows an object twice', (behaviour) => {
    rewrite(behaviour, 'people/', (rows) =>
      Array.isArray(rows) ? rows.map((row, index) => (index === 1 ? (rows[0] ?? row) : row)) : rows,
    );
  }),
];

test.for(KILLS)('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(consistency));
});
