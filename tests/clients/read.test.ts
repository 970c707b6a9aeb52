import { expect, test } from 'vitest';
import { readProfile } from '../../analysis/client-profile/read.js';
import { BadYaml } from '../../analysis/yaml-file.js';

const IDS = ['conv.date.utc', 'page.next.present'];

function problems(text: string): string[] {
  try {
    readProfile(text, IDS);
  } catch (error) {
    if (error instanceof BadYaml) return error.message.split('; line').map((each) => each.trim());
    throw error;
  }
  return [];
}

const WHOLE = `# comment
name: my-client
about: release 1, made by hand
versions: [1.1, "1.2"]
endpoints: [series, series.detail, checks: { since: 1.2 }]
fields:
  series.detail: [mbox, cover_letter, web_url: { since: 1.1 }]
  covers.list:
    - id
    - mbox: { since: "1.1" }
filters:
  covers: [submitter, msgid, project.repeated]
order:
  series: [date]
search: [series]
pages: [page, per_page, next]
dates: [naive]
writes:
  - bundle.create: { since: 1.2 }
sign-in: [token]
requirements:
  - conv.date.utc: { degrades: it shows wrong times }
`;

test('every kind of need, with and without since, and the line in which it stands', () => {
  const { name, about, versions, needs } = readProfile(WHOLE, IDS);
  expect([name, about]).toEqual(['my-client', 'release 1, made by hand']);
  expect(versions).toEqual(['1.1', '1.2']);
  const told = needs.map((need) =>
    [need.line, need.kind, need.of, need.name, need.since, need.degrades]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  expect(told).toEqual([
    '5 endpoints series',
    '5 endpoints series.detail',
    '5 endpoints checks 1.2',
    '7 fields series.detail mbox',
    '7 fields series.detail cover_letter',
    '7 fields series.detail web_url 1.1',
    '9 fields covers.list id',
    '10 fields covers.list mbox 1.1',
    '12 filters covers submitter',
    '12 filters covers msgid',
    '12 filters covers project.repeated',
    '14 order series date',
    '15 search series',
    '16 pages page',
    '16 pages per_page',
    '16 pages next',
    '17 dates naive',
    '19 writes bundle.create 1.2',
    '20 sign-in token',
    '22 requirements conv.date.utc it shows wrong times',
  ]);
});

const WRONG: [text: string, expected: RegExp][] = [
  ['', /^line 1: expected a profile/],
  ['- a list\n', /^line 1: expected a profile/],
  ['name: x\n', /^line 1: expected at least one need/],
  ['search: [series]\n', /^line 1: expected a profile.*, but it has no name/],
  ['name: x\nsearch: [series\n', /^line \d: invalid YAML/],
  ['name: x\nname: y\nsearch: [series]\n', /^line 2: invalid YAML: .*unique/],
  ['name: x\nserach: [series]\n', /^line 2: unknown key "serach"; similar: search/],
  ['name: x\nendpoints: [patchs]\n', /^line 2: unknown endpoints "patchs"; similar: patches/],
  ['name: x\nendpoints: patches\n', /^line 2: expected a list of names/],
  ['name: x\nsearch:\n  - series: { of: name }\n', /^line 3: unknown key "of"/],
  [
    'name: x\nfields:\n  serie.detail: [id]\n',
    /^line 3: unknown place of fields "serie.detail"; similar: series.detail/,
  ],
  [
    'name: x\nfields: [id]\n',
    /^line 2: expected lists of names, by one of root.detail, projects.list/,
  ],
  [
    'name: x\nfilters:\n  covers:\n    - id\n    - submiter\n',
    /^line 4: unknown filters of covers "id".*\n?/,
  ],
  ['name: x\nversions: newest\nsearch: [series]\n', /^line 2: expected latest, or a list of/],
  [
    'name: x\nversions: [1.9]\nsearch: [series]\n',
    /^line 2: unknown version "1.9"; expected one of 1\.0, 1\.1/,
  ],
  ['name: x\nwrites: [bundle.creat]\n', /unknown writes "bundle.creat"; similar: bundle.create/],
  ['name: x\nretries: often\n', /expected a list among page, 429/],
  [
    'name: x\nrequirements: [conv.date]\n',
    /unknown requirements "conv.date"; expected one of conv.date.utc/,
  ],
  ['name: x\nsearch: [series: { until: 1.1 }]\n', /^line 2: unknown key "until"/],
  ['name: x\nsearch: [series: { since: 1.9 }]\n', /^line 2: unknown version "1.9"/],
  ['name: x\nsearch: [series: 1.1]\n', /^line 2: expected since and a version/],
  ['name: x\nsearch: [[series]]\n', /^line 2: expected a name, or a name with since/],
  ['name: x\nsearch: [*other]\n', /^line 2: (invalid YAML|an alias)/],
  ['name: [x]\nsearch: [series]\n', /^line 1: expected a text for name/],
];

test.for(WRONG)('%j: one clear problem with its line', ([text, expected]) => {
  expect(problems(text)[0]).toMatch(expected);
});

test('all that is wrong is said at once', () => {
  const text = 'name: x\nendpoints: [patchs]\nwrites: [bundle.creat]\nsearch: [seris]\n';
  expect(problems(text).length).toBe(3);
});
