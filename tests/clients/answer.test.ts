import { expect, test } from 'vitest';
import type { ClientAnswer, ClientAnswers } from '../../analysis/client-profile/answer.js';
import { answerProfiles } from '../../analysis/client-profile/answer-profile.js';
import { readProfile } from '../../analysis/client-profile/read.js';
import type { Report } from '../../harness/report.js';
import { CLIENTS } from '../../reporters/formats.js';
import { coverField, everywhere, plotted } from '../comparison/plots.js';
import { textOf } from '../reporters/rendered.js';

const HOSTILE = '\u001b[2J<script>alert(1)</script> | @team \u202e';

const REPORT = plotted(
  {
    'cover.list': { verdicts: everywhere('pass') },
    'cover.detail': { verdicts: { '1.1': 'fail', '1.2': 'pass' }, why: `got ${HOSTILE}` },
    'check.detail': {
      verdicts: { '1.1': 'not-applicable', '1.2': 'pass' },
      versions: ['1.2', '1.3', '1.4'],
    },
    'client.check.detail': { verdicts: { '1.1': 'fail' }, versions: ['1.0', '1.1'] },
    'series.detail': {
      verdicts: { '1.1': 'not-applicable', '1.2': 'pass' },
      versions: ['1.2', '1.3', '1.4'],
    },
    'comment.cover.list': {
      verdicts: { '1.1': 'not-applicable', '1.2': 'pass' },
      versions: ['1.2', '1.3', '1.4'],
    },
    'comment.cover.list.in-1.0': {
      verdicts: { '1.1': 'observed', '1.2': 'not-applicable' },
      level: 'observe',
      versions: ['1.0', '1.1'],
      observed: { '1.1': 'returns a list' },
    },
    'client.patch.filter.state': { verdicts: { '1.1': 'pass', '1.2': 'fail' } },
    'client.patch.filter.msgid': {
      verdicts: everywhere('inconclusive'),
      why: 'all patches have the same id',
    },
    'client.dates': {
      verdicts: everywhere('observed'),
      level: 'observe',
      observed: { '1.1': 'naive', '1.2': 'with an offset' },
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

function answered(needs: string, report: Report = REPORT): ClientAnswers {
  const ids = report.requirements.map(({ id }) => id);
  const profile = readProfile(`name: my-client\n${needs}`, ids);
  return answerProfiles([{ file: 'my.yaml', profile }], { file: 'run.json', report });
}

function clientOf(needs: string, report: Report = REPORT): ClientAnswer {
  const [client] = answered(needs, report).clients;
  if (client === undefined) throw new Error('there is no client');
  return client;
}

/** The answers for the only need, in 1.1 and 1.2. */
function inEach(needs: string): string {
  const [need] = clientOf(needs).needs;
  return need?.answers.map(({ answer }) => answer).join(' ') ?? '';
}

const ANSWERED: [needs: string, answers: string][] = [
  ['endpoints: [covers]', 'yes yes'],
  ['endpoints: [covers.detail]', 'no yes'],
  ['endpoints: [covers.detail: { since: 1.2 }]', 'unneeded yes'],
  // A contract covers the versions in which the specification has no such requirement.
  ['endpoints: [checks.detail]', 'no yes'],
  ['endpoints: [cover-comments]', 'yes yes'],
  ['endpoints: [cover-comments.detail]', 'unknown unknown'],
  ['endpoints: [patches]', 'unknown unknown'],
  ['fields: { covers.list: [id] }', 'yes yes'],
  ['fields: { covers.list: [mbox] }', 'no yes'],
  ['fields: { covers.list: [list_archive_url] }', 'no yes'],
  ['fields: { covers.list: [content] }', 'no no'],
  ['fields: { covers.list: [extra] }', 'yes yes'],
  ['fields: { covers.list: [mboks] }', 'no no'],
  ['filters: { patches: [state] }', 'yes no'],
  ['filters: { patches: [msgid] }', 'unknown unknown'],
  ['dates: [naive]', 'yes no'],
  ['order: { covers: [date] }', 'no no'],
  ['search: [covers]', 'unknown unknown'],
  ['writes: [patch.update]', 'unknown unknown'],
  ['requirements: [cover.list]', 'yes yes'],
];

test.for(ANSWERED)('%s: %s', ([needs, expected]) => {
  expect(inEach(needs)).toBe(expected);
});

const PAGE: Partial<Report['traffic']> = {
  refusals: { kind: 'challenge', received: 2, lost: 0, by: '200 and an HTML page (“One moment”)' },
  retried: { page: 2 },
};

test.for<[retries: string, met: Partial<Report['traffic']>, verdict: string, why?: RegExp]>([
  [
    '',
    PAGE,
    'no',
    /^2 of \d+ responses were 200 and an HTML page \(“One moment”\) in place of data/,
  ],
  ['retries: [page]', PAGE, 'yes'],
  ['retries: [503]', PAGE, 'no', /page/],
  [
    '',
    { retried: { '503': 3 } },
    'degraded',
    /^3 of \d+ responses were 503, and it sends no request/,
  ],
  ['retries: [503]', { retried: { '503': 3, '503-retry-after': 1 } }, 'yes'],
  ['retries: [503-retry-after]', { retried: { '503-retry-after': 1 } }, 'yes'],
  ['retries: [503-retry-after]', { retried: { '503': 1 } }, 'degraded', /503/],
  ['retries: [503]', { retried: { '429-retry-after': 1 } }, 'degraded', /429 with Retry-After/],
  [
    'retries: [503]',
    { requests: 100, retried: { closed: 9 } },
    'degraded',
    /9 of .* closed connections/,
  ],
  ['retries: [closed]', { requests: 100, retried: { closed: 9 } }, 'yes'],
])('%s, and %j now and then: %s', ([retries, met, verdict, why]) => {
  const report = { ...REPORT, traffic: { ...REPORT.traffic, ...met } };
  const client = clientOf(`endpoints: [covers]\n${retries}\n`, report);
  expect(client.verdict).toBe(verdict);
  expect(client.versions.map(({ answer }) => answer)).toEqual([verdict, verdict]);
  if (why === undefined) expect(client.interrupted).toBeUndefined();
  else expect(client.interrupted?.why).toMatch(why);
});

test('what a client only shows is blank where it is missing, and nothing where nobody could tell', () => {
  const of = (field: string, form = 'list') =>
    clientOf(`endpoints: [covers]\nshown: { covers.${form}: [${field}] }`).verdict;
  expect([of('id'), of('mboks'), of('id', 'detail')]).toEqual(['yes', 'degraded', 'yes']);
});

test.for([
  ['endpoints: [series.detail]', /specified from 1\.2 on/],
  ['dates: [naive]', /^client\.dates: dates are with an offset$/],
  ['endpoints: [events]', /event\.list is unknown to the suite of this run/],
  ['endpoints: [cover-comments.detail]', /no requirement covers it/],
] as const)('the reason for %s', ([needs, why]) => {
  const [need] = clientOf(needs).needs;
  expect(need?.answers.map((each) => each.why ?? '').join('\n')).toMatch(
    new RegExp(why.source, 'm'),
  );
});

test.for([
  ['endpoints: [covers]', 'yes'],
  ['endpoints: [covers.detail]', 'yes'],
  ['order: { covers: [date] }', 'no'],
  ['endpoints: [covers]\nsearch: [covers]', 'unknown'],
  ['endpoints: [covers]\nwrites: [bundle.delete]', 'unknown'],
  ['order: { covers: [date] }\nsearch: [covers]', 'no'],
  ['endpoints: [covers.detail]\nfilters: { patches: [state] }', 'no'],
  ['versions: latest\nendpoints: [covers.detail]', 'yes'],
  ['versions: [1.1]\nendpoints: [covers.detail]', 'no'],
  ['versions: [1.3]\nendpoints: [covers.detail]', 'no'],
] as const)('%j: %s', ([needs, verdict]) => {
  expect(answered(needs)).toMatchObject({ verdict, clients: [{ verdict }] });
});

test('a client whose only version is not offered does not work; if only untested, unknown', () => {
  const needs = 'versions: [1.3]\nendpoints: [covers]';
  expect(clientOf(needs).why).toBe('it needs version 1.3, which is not offered');
  const target = { ...REPORT.target, versionsOffered: ['1.1', '1.2', '1.3'] } as Report['target'];
  expect(clientOf(needs, { ...REPORT, target })).toMatchObject({
    verdict: 'unknown',
    why: 'no version that it uses was tested',
  });
});

const EVERYTHING = `about: by hand
endpoints: [covers, covers.detail, checks.detail, series.detail, patches]
fields: { covers.list: [id, mbox, content, mboks, extra] }
filters: { patches: [state, msgid] }
search: [covers]
writes: [bundle.delete: { since: 1.2 }]
`;

/** Three clients: one works, one does not, and of one it is unknown. */
const THREE = answerProfiles(
  [
    `name: reader\nversions: latest\nendpoints: [covers]`,
    `name: my-client ${JSON.stringify(HOSTILE).slice(1, -1)}\n${EVERYTHING}`,
    `name: searcher\nversions: [1.1]\nsearch: [covers]`,
  ].map((text, at) => ({
    file: `${at}.yaml`,
    profile: { ...readProfile(text, []), ...(at === 1 ? { name: `my-client ${HOSTILE}` } : {}) },
  })),
  { file: 'run.json', report: REPORT },
);

test('the text for a terminal has each client with its answer in each version, and the reasons', async () => {
  const text = textOf(CLIENTS, THREE, { colour: false, columns: 100 });
  await expect(text).toMatchFileSnapshot('golden/clients.txt');
});

test('clients that need what the specification excludes are named first, with its sentence', () => {
  const sentence = 'Timestamps have a zone';
  const requirements = REPORT.requirements.map((each) =>
    each.id === 'client.dates' ? { ...each, contradicts: sentence } : each,
  );
  const answers = answered('versions: [1.2]\ndates: [naive]\n', { ...REPORT, requirements });
  const named = { sentence, requirement: 'client.dates', clients: ['my-client'] };
  expect(answers.excluded).toEqual([named]);
  const text = textOf(CLIENTS, answers, { colour: false, columns: Number.POSITIVE_INFINITY });
  expect(text).toContain(`excludes my-client: “${sentence}” (client.dates)`);
  expect(answered('versions: [1.1]\ndates: [naive]\n').excluded).toEqual([]);
});
