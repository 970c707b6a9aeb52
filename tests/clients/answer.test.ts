import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { ClientAnswer } from '../../analysis/client-profile/answer.js';
import { answerProfile } from '../../analysis/client-profile/answer-profile.js';
import { readProfile } from '../../analysis/client-profile/read.js';
import type { Report } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { renderClient } from '../../reporters/client/terminal.js';
import { clientFormatFor } from '../../reporters/formats.js';
import { coverField, everywhere, plotted } from '../comparison/plots.js';

const HOSTILE = '\u001b[2J<script>alert(1)</script> | @team \u202e';

const REPORT = plotted(
  {
    'cover.list': { verdicts: everywhere('pass') },
    'cover.detail': { verdicts: { '1.1': 'fail', '1.2': 'pass' }, why: `got ${HOSTILE}` },
    'check.detail': {
      verdicts: { '1.1': 'not-applicable', '1.2': 'pass' },
      versions: ['1.2', '1.3', '1.4'],
    },
    'check.list': {
      verdicts: { '1.1': 'not-applicable', '1.2': 'not-applicable' },
      versions: ['1.3', '1.4'],
    },
    'check.list.before-1.3': {
      verdicts: everywhere('observed'),
      level: 'observe',
      versions: ['1.0', '1.1', '1.2'],
      observed: { '1.1': 'returns a list', '1.2': 'returns 404' },
    },
    'version.patches.fields': {
      verdicts: everywhere('observed'),
      level: 'observe',
      observed: { '1.1': { list: 'id, mbox' }, '1.2': { list: 'id', detail: 'id, diff' } },
    },
    'patch.filters': {
      verdicts: { '1.1': 'not-applicable', '1.2': 'observed' },
      level: 'observe',
      observed: {
        '1.2': {
          state: 'selects',
          hash: 'is ignored',
          msgid: 'unknown: the first patches all have the same value',
        },
      },
    },
    'order.date': { verdicts: everywhere('warn'), level: 'should' },
    'search.covers': { verdicts: everywhere('skipped'), why: 'left out by --only' },
    'search.series': { verdicts: { '1.1': 'not-applicable', '1.2': 'error' } },
  },
  {
    fields: [
      ...coverField('id', 'always'),
      ...coverField('mbox', 'sometimes', ['1.1']),
      ...coverField('mbox', 'always', ['1.2']),
      ...coverField('list_archive_url', 'never', ['1.1'], false),
      ...coverField('list_archive_url', 'always', ['1.2']),
      ...coverField('content', 'never'),
      ...coverField('extra', 'always', ['1.1', '1.2'], false),
    ],
  },
);

function answered(needs: string, report: Report = REPORT): ClientAnswer {
  const ids = report.requirements.map(({ id }) => id);
  const profile = readProfile(`name: my-client\n${needs}`, ids);
  return answerProfile({ file: 'my.yaml', profile }, { file: 'run.json', report });
}

/** The states of the only need, in 1.1 and 1.2. */
function states(needs: string): string {
  const [need] = answered(needs).needs;
  return need?.answers.map(({ state }) => state).join(' ') ?? '';
}

const STATES: [needs: string, states: string][] = [
  ['endpoints: [covers]', 'holds holds'],
  ['endpoints: [covers.detail]', 'broken holds'],
  ['endpoints: [covers.detail: { since: 1.2 }]', 'unneeded holds'],
  ['endpoints: [checks.detail]', 'absent holds'],
  ['endpoints: [checks]', 'holds broken'],
  ['endpoints: [patches]', 'holds holds'],
  ['endpoints: [patch-comments]', 'uncovered uncovered'],
  ['endpoints: [events]', 'undetermined undetermined'],
  ['fields: { covers.list: [id] }', 'holds holds'],
  ['fields: { covers.list: [mbox] }', 'broken holds'],
  ['fields: { covers.list: [list_archive_url] }', 'absent holds'],
  ['fields: { covers.list: [content] }', 'broken broken'],
  ['fields: { covers.list: [extra] }', 'holds holds'],
  ['fields: { covers.list: [mboks] }', 'broken broken'],
  ['fields: { covers.detail: [id] }', 'undetermined undetermined'],
  ['fields: { patches.list: [mbox] }', 'holds broken'],
  ['fields: { patches.detail: [diff] }', 'undetermined holds'],
  ['filters: { patches: [state] }', 'holds holds'],
  ['filters: { patches: [hash] }', 'broken broken'],
  ['filters: { patches: [msgid] }', 'undetermined undetermined'],
  ['filters: { patches: [archived] }', 'undetermined undetermined'],
  ['filters: { patches: [delegate] }', 'uncovered uncovered'],
  ['order: { covers: [date] }', 'broken broken'],
  ['search: [covers]', 'undetermined undetermined'],
  ['search: [series]', 'undetermined undetermined'],
  ['writes: [patch.update]', 'uncovered uncovered'],
  ['requirements: [cover.list]', 'holds holds'],
];

test.for(STATES)('%s: %s', ([needs, expected]) => {
  expect(states(needs)).toBe(expected);
});

test('a name that no object has is answered with those near it', () => {
  const [need] = answered('fields: { covers.list: [mboks] }').needs;
  expect(need?.answers[0]?.why).toContain('similar: mbox');
});

test('the lowest and the highest version that meets all needs', () => {
  const answer = answered('endpoints: [covers, covers.detail: { since: 1.2 }]');
  expect(answer).toMatchObject({ verdict: 'met', lowest: '1.1', highest: '1.2' });
  expect(answered('endpoints: [covers, covers.detail]')).toMatchObject({
    verdict: 'met',
    lowest: '1.2',
    highest: '1.2',
  });
});

test.for([
  ['endpoints: [covers]', 'met'],
  ['endpoints: [covers.detail]', 'met'],
  ['order: { covers: [date] }', 'not-met'],
  ['endpoints: [covers]\nsearch: [covers]', 'undetermined'],
  ['endpoints: [covers]\nwrites: [bundle.delete]', 'undetermined'],
  ['order: { covers: [date] }\nsearch: [covers]', 'not-met'],
] as const)('%j: %s', ([needs, verdict]) => {
  expect(answered(needs).verdict).toBe(verdict);
});

test('a version that is not offered is no column, and a run without any tells nothing', () => {
  const narrow = { ...REPORT.target, versionsOffered: [], versionsExamined: ['1.4' as const] };
  const answer = answered('endpoints: [covers]', { ...REPORT, target: narrow });
  expect(answer).toMatchObject({ verdict: 'undetermined', versions: [] });
  expect(renderClient(answer, { colour: false, columns: 80 })).toContain('no version was tested');
});

test('every verdict that is no judgement leaves a need undetermined', () => {
  const open: Verdict[] = ['inconclusive', 'skipped', 'error', 'observed'];
  for (const verdict of open) {
    const report = plotted({ 'cover.list': { verdicts: everywhere(verdict) } });
    expect(answered('endpoints: [covers]', report).verdict, verdict).toBe('undetermined');
  }
});

const EVERYTHING = `about: by hand
endpoints: [covers, covers.detail, checks.detail, patch-comments, patches]
fields: { covers.list: [id, mbox, content, mboks, extra] }
filters: { patches: [state, hash, msgid] }
search: [covers]
writes: [bundle.delete: { since: 1.2 }]
`;

test('the text for a terminal', async () => {
  const text = renderClient(answered(EVERYTHING), { colour: false, columns: 80 });
  await expect(text).toMatchFileSnapshot('golden/not-met.txt');
});

test('the Markdown', async () => {
  const markdown = clientFormatFor('x.md')(answered(EVERYTHING));
  await expect(markdown).toMatchFileSnapshot('golden/not-met.md');
});

test('nothing from a file is obeyed, and no line is too wide', () => {
  const answer = answered(EVERYTHING);
  for (const columns of [20, 60, 100]) {
    const text = renderClient(answer, { colour: false, columns });
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
      Math.max(60, columns),
    );
    expect(text).not.toContain('\u001b');
  }
  const coloured = renderClient(answer, { colour: true, columns: 80 });
  expect(stripVTControlCharacters(coloured)).toBe(
    renderClient(answer, { colour: false, columns: 80 }),
  );
  for (const file of ['x.md', 'x.json']) {
    const rendered = clientFormatFor(file)(answer);
    for (const sign of ['\u001b', '\u202e']) expect(rendered).not.toContain(sign);
  }
  expect(clientFormatFor('x.md')(answer)).not.toMatch(/<script|@team/);
});

test('there is no other format', () => {
  expect(() => clientFormatFor('x.html')).toThrow(/expected a file ending in \.json, \.md$/);
});
