import { expect, test } from 'vitest';
import type { Cover, Series } from '../../fixtures/reference/model.js';
import type { View } from '../../fixtures/reference/view.js';
import { series } from '../../suites/series.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { crash, leaveOut, replace, showTooEarly, wrapInEnvelope } from './sabotage.js';

const KILLS: readonly Kill[] = [
  kill('series.cover-letter', '1.3', 'the cover letter of another series', ({ fields }) => {
    const sound = fields.series.list.cover_letter;
    if (sound === undefined) throw new Error('a listed series has no cover letter to change');
    const another = (row: Series, view: View): Series =>
      [...view.state.series.values()].find((each) => each.cover !== null && each.id !== row.id) ??
      row;
    const wrong: typeof sound = {
      ...sound,
      render: (row, view) => (row.cover === null ? null : sound.render(another(row, view), view)),
    };
    fields.series.list.cover_letter = wrong;
    fields.series.detail.cover_letter = wrong;
  }),
  kill('series.list', '1.2', 'the list comes in an envelope', (behaviour) => {
    wrapInEnvelope(behaviour, 'series/');
  }),
  kill('series.detail', '1.0', 'the detail crashes', (behaviour) => {
    crash(behaviour, 'series/:id/');
  }),
  kill('series.fields', '1.3', 'a series without cover_letter', ({ fields }) => {
    leaveOut('cover_letter', fields.series.list, fields.series.detail);
  }),
  kill('series.fields.since-1.1', '1.1', 'a series without web_url', ({ fields }) => {
    leaveOut('web_url', fields.series.list, fields.series.detail);
  }),
  kill('series.absent.before-1.1', '1.0', 'a series with web_url in 1.0', ({ fields }) => {
    showTooEarly('web_url', '1.0', fields.series.list, fields.series.detail);
  }),
  kill('series.types', '1.4', 'a version as text', ({ fields }) => {
    replace('version', ({ version }) => `v${version}`, fields.series.list, fields.series.detail);
  }),
  kill('series.embedded.fields', '1.0', 'an embedded series without version', ({ fields }) => {
    leaveOut('version', fields.series.embedded);
  }),
  kill(
    'series.embedded.fields.since-1.1',
    '1.2',
    'an embedded series without web_url',
    ({ fields }) => {
      leaveOut('web_url', fields.series.embedded);
    },
  ),
  kill(
    'series.embedded.absent.before-1.1',
    '1.0',
    'a cover letter whose series has web_url in 1.0',
    ({ fields }) => {
      const { series: sound } = fields.cover.list;
      const early = (row: Cover, view: View) =>
        [sound?.render(row, view) ?? null]
          .flat()
          .map((each) => ({ ...Object(each), web_url: `${view.base}/series/` }));
      replace('series', early, fields.cover.list, fields.cover.detail);
    },
  ),
  kill('series.received-total', '1.1', 'a whole series counts its cover letter', ({ fields }) => {
    const count = ({ patches, total }: { patches: unknown[]; total: number }) =>
      patches.length >= total ? patches.length + 1 : patches.length;
    replace('received_total', count, fields.series.list, fields.series.detail);
  }),
  kill('series.received-all', '1.2', 'every series is whole', ({ fields }) => {
    replace('received_all', () => true, fields.series.list, fields.series.detail);
  }),
];

test.for(KILLS)('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(series));
});
