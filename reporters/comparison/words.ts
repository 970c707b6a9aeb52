import { CHANGE_KINDS, type ChangeKind } from '../../analysis/comparison/change-kind.js';
import type {
  Change,
  ClientChange,
  Comparison,
  Difference,
  FieldChange,
  Judged,
  Matrix,
  ObservationChange,
  Step,
  Subject,
  VersionOffered,
} from '../../analysis/comparison/comparison.js';
import { shellWord } from '../../harness/shell.js';
import { VERDICTS, type Verdict } from '../../harness/verdict.js';
import { groupedBy } from '../view/grouped-by.js';
import { runTexts } from '../view/head.js';
import { number, several } from '../view/quantities.js';
import { checkedWords, scopeWords } from '../view/summary.js';

/** What each kind of change is called, between reports and between versions of one. */
export const TITLES: Record<Comparison['of'], Record<ChangeKind, string>> = {
  reports: {
    regression: 'regressed',
    'newly-failing': 'newly tested and failing',
    fixed: 'fixed',
    'no-longer-checked': 'no longer checked',
    'newly-passing': 'newly tested and passing',
  },
  versions: {
    regression: 'lost',
    'newly-failing': 'failing, and not checked there',
    fixed: 'gained',
    'no-longer-checked': 'not checked here',
    'newly-passing': 'passing, and not checked there',
  },
};

/** What each kind of change says of the two subjects of a step, with their names. */
export const MEANINGS: Record<ChangeKind, (from: string, to: string) => string> = {
  regression: (from, to) => `Passed in ${from}, violated in ${to}.`,
  'newly-failing': (from, to) => `Violated in ${to}; not checked in ${from}.`,
  fixed: (from, to) => `Violated in ${from}, passes in ${to}.`,
  'no-longer-checked': (from, to) =>
    `Checked in ${from}, not in ${to}: neither fixed nor a regression.`,
  'newly-passing': (from, to) => `Passes in ${to}; not checked in ${from}.`,
};

/**
 * `in 1.2 1.3`; what is judged once, in the newest version, may have moved: `in 1.2, then in 1.3`.
 * Nothing where the two versions are those that are compared.
 */
export function whereOf(of: Comparison['of'], cells: readonly Place[]): string {
  if (of === 'versions') return '';
  const same = cells.filter(({ from, to }) => from === to);
  const moved = cells.filter(({ from, to }) => from !== to);
  return [
    ...(same.length > 0 ? [`in ${same.map(({ to }) => to).join(' ')}`] : []),
    ...moved.map(({ from, to }) => `in ${from}, then in ${to}`),
  ].join(', ');
}

/** The version on one side, and that on the other. */
type Place = FieldChange['cells'][number];

/** The different reasons for which the newer of the two verdicts is what it is. */
export function reasonsOf({ cells }: Change): string[] {
  const said = cells.flatMap(({ to }) => [to.why, expectation(to)]);
  return [...new Set(said.filter((each) => each !== undefined))];
}

/** That the baseline of the newer run expects it, which makes it no less of a change. */
function expectation({ expected }: Judged): string | undefined {
  if (expected === undefined) return undefined;
  return `the baseline expects it: ${expected.reason ?? 'no reason is given'}`;
}

/** `229 pass, 5 fail, 1 warn` */
export function countsText({ counts }: VersionOffered): string {
  const told = VERDICTS.filter((verdict) => verdict !== 'not-applicable' && counts[verdict] > 0);
  if (told.length === 0) return 'nothing was checked in it';
  return told.map((verdict) => `${number(counts[verdict])} ${verdict}`).join(', ');
}

/** How to see what a version brings that one of the reports offers and the one before it does not. */
export function bringsText(
  { subjects }: Comparison,
  { to }: Step,
  { version }: VersionOffered,
  program: string,
) {
  const subject = subjects.find(({ name }) => name === to);
  const before = subject?.versionsOffered.filter((each) => each < version).at(-1);
  if (before === undefined || subject === undefined) return 'It is the oldest version offered.';
  return `To see what it adds: ${program} compare --versions ${before},${version} ${shellWord(subject.file)}`;
}

/** Cells of an observation in which the same is different, together. */
export function alikeDifferences({ cells }: ObservationChange): ObservationChange['cells'][] {
  return groupedBy(cells, ({ differences }) => differences);
}

/** What is not the same in an observed value, in one line. */
export function differenceText({ at, from, to, removed, added }: Difference): string {
  const parts = [
    ...(removed === undefined ? [] : [`no longer ${removed.map(String).join(', ')}`]),
    ...(added === undefined ? [] : [`now ${added.map(String).join(', ')}`]),
  ];
  const change = parts.length > 0 ? parts.join('; ') : `${valueText(from)} → ${valueText(to)}`;
  return at === '' ? change : `${at}: ${change}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

/** The verdicts that a matrix shows, in their order. */
export function verdictsIn({ rows }: Matrix): Verdict[] {
  return VERDICTS.filter((verdict) => rows.some(({ verdicts }) => verdicts.includes(verdict)));
}

/** The verdict, as banners have it, and its tone; the exit status is 1, 3 and 0. */
export const VERDICT_WORDS = {
  regressed: { word: 'regressed', tone: 'bad' },
  incomplete: { word: 'incomplete', tone: 'open' },
  'not-regressed': { word: 'not regressed', tone: 'good' },
} as const satisfies Record<Comparison['verdict'], { word: string; tone: string }>;

/** What is shown of a subject. */
export interface SubjectText {
  heading: string;
  /** `run.json, 2026-01-02 03:04 UTC, conformance 1.0.0: conformant (read-only, anonymous: 266 of 478 requirements checked)` */
  run: string;
  /** `1.0 1.1 offered` */
  offered: string;
}

/** The instance of a subject, its run with what the verdict covers, and its versions. */
export function subjectText(subject: Subject): SubjectText {
  const { verdict, interrupted, scope, judged, versionsOffered } = subject;
  const coverage = `${scopeWords(scope)}: ${checkedWords(judged)}`;
  const { instance, report } = runTexts(subject);
  return {
    heading: instance,
    run: `${report}: ${interrupted ? 'interrupted' : verdict} (${coverage})`,
    offered: `${versionsOffered.join(' ') || 'no version'} offered`,
  };
}

/** `upgrade breaks: b4 (1.2: …), NIPA (1.1: …)`, the first of a comparison; nothing without profiles. */
export function clientLines({ clients }: Comparison): { text: string; tone: 'bad' | 'good' }[] {
  if (clients === undefined) return [];
  const listed = (kind: ClientChange['kind']) =>
    clients
      .filter((each) => each.kind === kind)
      .map(({ client, cells }) => {
        const reasons = groupedBy(cells, ({ why }) => why).map((group) => {
          const where = group.map(({ version }) => version).join(' ');
          return `${where}: ${shortened(group[0].why)}`;
        });
        return `${client} (${reasons.join('; ')})`;
      });
  const [broken, mended] = [listed('breaks'), listed('works-again')];
  return [
    broken.length > 0
      ? { text: `upgrade breaks: ${broken.join(', ')}`, tone: 'bad' }
      : { text: 'upgrade breaks no client that was seen to work', tone: 'good' },
    ...(mended.length > 0
      ? [{ text: `upgrade mends: ${mended.join(', ')}`, tone: 'good' as const }]
      : []),
  ];
}

/** Characters of the reason for which a client breaks; `conformance client` has all of it. */
const REASON = 140;

function shortened(why: string): string {
  return why.length > REASON ? `${why.slice(0, REASON)}…` : why;
}

/** What the verdict rests on, in short statements, the most important first. */
export function statementsOf(comparison: Comparison): string[] {
  const { of, steps, requirements } = comparison;
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const all = steps.flatMap(({ changes }) => changes);
  const lost = all.filter(({ kind }) => kind === 'regression');
  const [musts, others] = [true, false].map(
    (wanted) => lost.filter((each) => (levels.get(each.requirement) === 'must') === wanted).length,
  );
  const went = steps.flatMap(({ versionsWent }) => versionsWent.map(({ version }) => version));
  const word = TITLES[of].regression;
  const counts = CHANGE_KINDS.filter((kind) => kind !== 'regression').flatMap((kind) => {
    const count = all.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${number(count)} ${TITLES[of][kind]}`];
  });
  const unchanged = steps.reduce((sum, step) => sum + step.unchanged, 0);
  const slower = steps.flatMap(({ latencies = [] }) =>
    latencies.filter(({ slowerIn }) => slowerIn !== undefined),
  ).length;
  const broken = (comparison.clients ?? []).filter(({ kind }) => kind === 'breaks').length;
  return [
    ...(broken > 0 ? [`${several(broken, 'client')} ${broken === 1 ? 'breaks' : 'break'}`] : []),
    musts ? `${several(musts, 'MUST')} ${word}` : `no MUST ${word}`,
    ...(others ? [`${several(others, 'SHOULD')} ${word}`] : []),
    ...(went.length > 0 ? [`${went.join(' ')} no longer offered`] : []),
    ...counts,
    ...fieldStatements(steps),
    ...(slower > 0 ? [`${several(slower, 'list')} slower`] : []),
    `${several(unchanged, 'verdict')} unchanged`,
  ];
}

function fieldStatements(steps: readonly Step[]): string[] {
  const fields = steps.flatMap((step) => step.fields);
  return (['vanished', 'appeared'] as const).flatMap((kind) => {
    const count = fields.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [`${several(count, 'field')} ${kind}`];
  });
}
