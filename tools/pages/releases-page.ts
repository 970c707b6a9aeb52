import type { ClientAnswer } from '../../analysis/client-profile/answer.js';
import {
  answerProfiles,
  type StoredProfile,
} from '../../analysis/client-profile/answer-profile.js';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { joined } from '../../harness/extension.js';
import { cut } from '../../harness/masked.js';
import type { Report, ReportedRequirement, Result } from '../../harness/report.js';
import { requirementsWith } from '../../harness/scope.js';
import type { Verdict } from '../../harness/verdict.js';
import { differenceText } from '../../reporters/comparison/news.js';
import { inOrder, number, versionRange } from '../../reporters/view/words.js';
import { code, table } from './markdown.js';
import { ON_SQLITE, ON_SQLITE_TOO, type ReleaseRun, seenIn } from './release-runs.js';

/** Renders docs/releases.md: what the releases do, by their reports, and which clients work with them. */
export function releasesPage(
  runs: readonly ReleaseRun[],
  profiles: readonly StoredProfile[],
): string {
  const clients = new Map(
    runs.map(({ name, report }) => [
      name,
      answerProfiles(profiles, { file: name, report: joined(report) }).clients,
    ]),
  );
  const results = (verdict: Verdict) =>
    violated(
      runs,
      runs.map(({ report }) => report),
      [verdict],
      ['requirement', 'clients that need it'],
      ({ id }) => clientsNeeding(id, clients),
    );
  const contracts = runs.map(({ report }) =>
    report.extensions?.find(({ addedAfter }) => addedAfter === undefined),
  );
  return `${[
    '# What every release does',
    INTRODUCTION,
    '## Releases',
    releases(runs),
    '## Failures',
    'A cell has the versions in which the requirement fails on that release. `·`: it does not fail.',
    results('fail'),
    '## Warnings',
    'The same for requirements of level SHOULD.',
    results('warn'),
    '## On SQLite',
    onSqlite(),
    '## Clients',
    `The versions in which the [profile](../fixtures/clients/README.md) of a client is met; \`?\` if a need could not be
tested, and \`no\` if a need is not met in any version that the client uses. *degraded*: it works, but for what its profile
names.`,
    clientTable(runs, clients),
    '## Client contracts',
    'What clients rely on beyond the specification, where it does not hold.',
    violated(
      runs,
      contracts,
      ['fail', 'warn'],
      ['contract', 'breaks'],
      ({ breaks = [] }) => breaks,
    ),
    '## Observations',
    'What the specification leaves open, where a release differs from the one before it.',
    observations(runs),
    '## Inconclusive',
    notChecked(runs),
    `This page is generated from \`fixtures/releases/\` by \`npm run docs\`.`,
  ].join('\n\n')}\n`;
}

function onSqlite(): string {
  const rows = [...ON_SQLITE].map(([seen, ids]) => [seen, ids.map(code).join(', ')]);
  return `The database decides about these. On SQLite, release ${ON_SQLITE_TOO} fails them besides, and
\`--baseline patchwork-${ON_SQLITE_TOO}-sqlite\` expects them. \`filter.dates.partition\` and \`filter.dates.zone\` cannot be
judged there:

${table(['seen', 'requirements'], rows)}`;
}

function releases(runs: readonly ReleaseRun[]): string {
  const head = [
    'release',
    'revision',
    'versions',
    'checked',
    'fail',
    'warn',
    'inconclusive',
    'verdict',
    'remark',
  ];
  const countOf = (report: Report, wanted: Verdict) =>
    `${requirementsWith(report, ({ verdict }) => verdict === wanted)}`;
  const rows = runs.map(({ name, revision, remark = '', report }) => [
    name,
    revision,
    versionRange(report.target.versionsOffered),
    `${number(report.judged.requirements)} of ${number(report.judged.of)}`,
    countOf(report, 'fail'),
    countOf(report, 'warn'),
    countOf(report, 'inconclusive'),
    report.verdict,
    remark,
  ]);
  return `${table(head, rows)}\n\nThe counts are requirements, each once.`;
}

type Answers = ReadonlyMap<string, readonly ClientAnswer[]>;

/** A table of the requirements of some reports that have one of these verdicts, in the order of the catalogue. */
function violated(
  runs: readonly ReleaseRun[],
  reports: readonly (Pick<Report, 'requirements' | 'results'> | undefined)[],
  verdicts: readonly Verdict[],
  [what, who]: [what: string, who: string],
  clientsOf: (requirement: ReportedRequirement) => readonly string[],
): string {
  const rows = requirementsOf(reports.flatMap((each) => each ?? [])).flatMap((requirement) => {
    const own = reports.map((each) =>
      verdicts.flatMap((verdict) => having(each?.results ?? [], requirement.id, verdict)),
    );
    const newest = own.findLast(([first]) => first !== undefined)?.[0];
    if (newest === undefined) return [];
    const clients = clientsOf(requirement).join(', ');
    return [[linkTo(requirement), ...own.map(cellOf), quoted(seenIn(newest)), clients]];
  });
  return table([what, ...runs.map(({ name }) => name), 'seen', who], rows);
}

function having(all: readonly Result[], id: string, verdict: Verdict): Result[] {
  return all.filter((each) => each.requirement === id && each.verdict === verdict);
}

function requirementsOf(
  reports: readonly Pick<Report, 'requirements'>[],
): readonly ReportedRequirement[] {
  const all = reports.flatMap(({ requirements }) => requirements);
  return [...new Map(all.map((requirement) => [requirement.id, requirement])).values()];
}

function cellOf(own: readonly Result[]): string {
  return own.length === 0 ? '·' : versionRange(inOrder(own.map(({ version }) => version)));
}

function clientsNeeding(id: string, answers: Answers): string[] {
  const needing = [...answers.values()]
    .flat()
    .filter(({ needs }) => needs.some(({ requirements }) => requirements.includes(id)));
  return [...new Set(needing.map(({ profile }) => profile.name))];
}

const IDS = new Set(
  [...GROUPS, ...CLIENT_CONTRACTS.groups].flatMap(({ requirements }) =>
    requirements.map(({ id }) => id),
  ),
);

/** A requirement that was removed since the report was stored has no page. */
function linkTo({ id, group }: ReportedRequirement): string {
  if (!IDS.has(id)) return `${code(id)} (removed since)`;
  return `[${code(id)}](requirements/${group}.md#${id})`;
}

/** Longer messages list further values of the same kind. */
const LONGEST = 300;

/** What an instance said, as code: it may contain Markdown. */
function quoted(text: string): string {
  return code(cut(text.replaceAll('`', "'"), LONGEST));
}

function clientTable(runs: readonly ReleaseRun[], answers: Answers): string {
  const names = [...new Set([...answers.values()].flat().map(({ profile }) => profile.name))];
  const rows = names.map((client) => [
    client,
    ...runs.map(({ name }) =>
      answerIn(answers.get(name)?.find(({ profile }) => profile.name === client)),
    ),
  ]);
  return table(['client', ...runs.map(({ name }) => name)], rows);
}

function answerIn(answer: ClientAnswer | undefined): string {
  if (answer === undefined || !['yes', 'degraded', 'no'].includes(answer.verdict)) return '?';
  if (answer.verdict === 'no') return 'no';
  const working = answer.versions.filter((each) => each.answer === answer.verdict);
  const where = versionRange(working.map(({ version }) => version));
  return answer.verdict === 'degraded' ? `${where} (degraded)` : where;
}

/** What each release answers otherwise than the one before it; what one of them did not show is data. */
function observations(runs: readonly ReleaseRun[]): string {
  const known = requirementsOf(runs.map(({ report }) => report));
  const { steps } = compareReports(runs.map(({ name, report }) => ({ file: name, report })));
  const rows = steps.flatMap(({ observations: changes }, index) =>
    changes.flatMap(({ requirement, cells }) => {
      const differences = cells
        .flatMap((cell) => cell.differences)
        .filter(({ from, to, removed, added }) => removed ?? added ?? (from && to));
      if (differences.length === 0) return [];
      const found = known.find(({ id }) => id === requirement);
      const texts = [...new Set(differences.map(differenceText))];
      return [
        [
          found === undefined ? code(requirement) : linkTo(found),
          `${runs[index]?.name} → ${runs[index + 1]?.name}`,
          texts.map(quoted).join('; '),
        ],
      ];
    }),
  );
  return table(['requirement', 'releases', 'observed'], rows);
}

/** A row for each requirement that a release leaves open, and why. */
function notChecked(runs: readonly ReleaseRun[]): string {
  const open = runs.flatMap(({ name, report }) =>
    report.requirements.flatMap((requirement) => {
      const own = having(report.results, requirement.id, 'inconclusive');
      const [first] = own;
      return first === undefined ? [] : [{ requirement, name, why: seenIn(first) }];
    }),
  );
  const rows = requirementsOf([{ requirements: open.map(({ requirement }) => requirement) }]).map(
    (requirement) => {
      const own = open.filter((each) => each.requirement.id === requirement.id);
      const why = [...new Set(own.map((each) => each.why))].join('; ');
      return [linkTo(requirement), own.map(({ name }) => name).join(', '), why];
    },
  );
  return `Requirements that could not be checked in some version, although the instance is filled: because of how the release
answers.

${table(['requirement', 'releases', 'why'], rows)}`;
}

const INTRODUCTION = `The results of runs on real releases of Patchwork, so that operators see which failures are not their own.
A starter baseline accepts them: \`--baseline patchwork-3.2\`, and so on for the others
([Gating an upgrade](gating-an-upgrade.md#known-failures-of-your-release)).

The runs had \`--allow-writes\` and \`--hazardous-inputs\`, and the roles user, other and maintainer. Each instance was served on
loopback from an empty database, filled as [Filling a test instance](test-instance.md) describes, with PostgreSQL 15. 2.1 and
2.2 ran with the libraries that they name: Django 1.11, Django REST framework 3.6 and django-filter 1.0; Django 2.2, Django
REST framework 3.11 and django-filter 2.2. 3.0 to 3.2 ran with Django 3.2, Django REST framework 3.14 and django-filter 23.1
of Debian 12, the development tree with Django 5.2, Django REST framework 3.17 and django-filter 25.2. Their code is
unchanged. The [reports](../fixtures/releases/README.md) are kept in the repository; the servers are not.

Not run: older releases, other databases (but for [3.2 on SQLite](#on-sqlite)), the versions of Django that 3.0 and later
name themselves, and instances behind a proxy.`;
