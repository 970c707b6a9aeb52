import { ANSWERS } from '../analysis/client-profile/answer.js';
import { CHANGE_KINDS } from '../analysis/comparison/change-kind.js';
import type { ClientChange, Comparison, Step, Subject } from '../analysis/comparison/comparison.js';
import { groupedBy } from '../harness/grouped-by.js';
import { VERDICTS } from '../harness/verdict.js';
import { changeParts, type Drafted, TITLES } from './comparison/changes.js';
import { latencyPart, newsParts } from './comparison/news.js';
import type { Document, Fact, Part, Table, Text, Tone } from './document.js';
import { runTexts } from './view/head.js';
import { markOf } from './view/signs.js';
import { checkedWords, scopeWords } from './view/summary.js';
import { number, several, shortened } from './view/words.js';

/** The verdict, as banners have it, and its tone; the exit status is 1, 3 and 0. */
const VERDICT_WORDS = {
  regressed: { word: 'regressed', tone: 'bad' },
  incomplete: { word: 'incomplete', tone: 'open' },
  'not-regressed': { word: 'not regressed', tone: 'good' },
} as const satisfies Record<Comparison['verdict'], { word: string; tone: string }>;

/** A comparison of reports, or of the versions of one, as a document. */
export function comparisonDocument(comparison: Comparison): Document {
  const { word, tone } = VERDICT_WORDS[comparison.verdict];
  const { subjects, of, caveats, steps } = comparison;
  return {
    kind: 'Comparison of conformance reports',
    verdict: { word, tone, about: subjects.map(({ name }) => name).join(' → ') },
    statements: statementsOf(comparison),
    head: [
      ...wentLines(comparison),
      ...clientLines(comparison),
      {
        type: 'facts',
        facts:
          of === 'versions'
            ? subjects.slice(0, 1).flatMap(subjectFacts)
            : subjects.flatMap(subjectFacts),
      },
      ...caveats.map((text): Text => ({ type: 'text', text, look: 'warning' })),
    ],
    parts: [
      ...matrixPart(comparison),
      ...steps.flatMap((step, index) => stepParts(comparison, step, index)),
    ],
    elsewhere:
      'The other formats of the comparison have everything: `--report FILE.html` writes a page, `--report FILE.json` all of it for programs.',
  };
}

/** The instance of a subject with its versions, and its run with what the verdict covers. */
function subjectFacts(subject: Subject): Fact[] {
  const { name, verdict, ended, scope, judged, versionsOffered } = subject;
  const coverage = `${scopeWords(scope)}: ${checkedWords(judged)}`;
  const { instance, report } = runTexts(subject);
  return [
    [name, `${instance}, ${versionsOffered.join(' ') || 'no version'} offered`],
    ['', `${report}: ${ended?.by === 'signal' ? 'interrupted' : verdict} (${coverage})`],
  ];
}

/** The verdicts on the requirements that changed: a column for each version, in it a sign for each subject. */
function matrixPart({ of, matrix, subjects }: Comparison): Part[] {
  if (matrix.rows.length === 0) return [];
  const columns = [...new Set(matrix.columns.map(({ version }) => version))];
  const names = of === 'versions' ? '' : ` (${subjects.map(({ name }) => name).join(' ')})`;
  const table: Table = {
    type: 'table',
    caption: 'The verdicts on the requirements that changed',
    columns: [`requirement${names}`, ...columns],
    rows: matrix.rows.map(({ requirement, verdicts }) => ({
      name: requirement,
      cells: columns.map((version) => {
        const own = matrix.columns.flatMap((column, index) =>
          column.version === version ? [verdicts[index] ?? undefined] : [],
        );
        const last = own.findLast((verdict) => verdict !== undefined);
        const signs = own.map((verdict) => (verdict === undefined ? ' ' : markOf(verdict).symbol));
        return {
          text: signs.join(''),
          look: last,
          says: own.map((each) => each ?? 'none').join(', '),
        };
      }),
    })),
    legend: VERDICTS.filter((verdict) =>
      matrix.rows.some(({ verdicts }) => verdicts.includes(verdict)),
    ).map((verdict) => [markOf(verdict).symbol, verdict]),
  };
  return [{ id: 'verdicts', title: 'Verdicts side by side', label: 'Verdicts', blocks: [table] }];
}

/** A subject compared with the one before it: what changed, the gravest first, then what is new and what is gone. */
function stepParts(comparison: Comparison, step: Step, index: number): Part[] {
  const { from, to } = step;
  const changed = changeParts(comparison, step);
  const news = newsParts(comparison, step);
  const unchanged: Text = { type: 'text', text: 'No result checked in both has changed.' };
  const first: Drafted[] =
    changed.length + news.length === 0 ? [{ title: 'unchanged', blocks: [unchanged] }] : [];
  return [...first, ...changed, ...news, ...latencyPart(step)].map(
    ({ title, label, blocks }, place) => ({
      id: `step-${index + 1}-${place + 1}`,
      title: `${from} → ${to}: ${title}`,
      label: place === 0 ? `${from} → ${to}` : label,
      blocks,
    }),
  );
}

/** `1.4 is no longer offered: 452 requirements passed in it`, before anything else. */
function wentLines({ steps }: Comparison): Text[] {
  return steps.flatMap(({ to, versionsWent }) =>
    versionsWent.map(({ version, counts }): Text => {
      const passed = several(counts.pass, 'requirement');
      return {
        type: 'text',
        text: `${version} is no longer offered in ${to}: ${passed} passed in it`,
        look: 'bad',
      };
    }),
  );
}

/** What an upgrade does to clients, and how that looks; the gravest first. */
const EFFECTS: readonly [ClientChange['kind'], says: string, look: Tone][] = [
  ['breaks', 'upgrade breaks', 'bad'],
  ['degrades', 'upgrade degrades', 'bad'],
  ['not-known', 'not known any more', 'open'],
  ['works-again', 'upgrade fixes', 'good'],
];

/** `upgrade breaks: b4 (1.2: …), NIPA (1.1: …)`, the first of a comparison; nothing without profiles. */
function clientLines({ clients, clientAnswers = {} }: Comparison): Text[] {
  if (clients === undefined) return [];
  const none = `upgrade breaks no client that was seen to work (after it: ${countsOf(clientAnswers)})`;
  return EFFECTS.flatMap(([kind, says, look]): Text[] => {
    const names = clients.filter((each) => each.kind === kind).map(changedClient);
    if (names.length > 0) return [{ type: 'text', text: `${says}: ${names.join(', ')}`, look }];
    return kind === 'breaks' ? [{ type: 'text', text: none, look: 'good' }] : [];
  });
}

function changedClient({ client, cells }: ClientChange): string {
  const reasons = groupedBy(cells, ({ why }) => why).map((group) => {
    const where = group.map(({ version }) => version).join(' ');
    return `${where}: ${shortened(group[0].why, REASON)}`;
  });
  return `${client} (${reasons.join('; ')})`;
}

/** `9 yes, 1 degraded, 1 no` */
function countsOf(answers: NonNullable<Comparison['clientAnswers']>): string {
  const given = ANSWERS.filter((answer) => answers[answer] !== undefined);
  return given.map((answer) => `${answers[answer]} ${answer}`).join(', ');
}

/** Characters of the reason for which a client breaks; `conformance client` has all of it. */
const REASON = 140;

/** What the verdict rests on, in short statements, the most important first. */
function statementsOf(comparison: Comparison): string[] {
  const { of, steps, requirements } = comparison;
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const all = steps.flatMap(({ changes }) => changes);
  const lost = all.filter(({ kind }) => kind === 'regression');
  const [musts, others] = [true, false].map(
    (wanted) => lost.filter((each) => (levels.get(each.requirement) === 'must') === wanted).length,
  );
  const now = of === 'reports' ? (comparison.subjects.at(-1)?.versionsOffered ?? []) : [];
  const went = steps
    .flatMap(({ versionsWent }) => versionsWent.map(({ version }) => version))
    .filter((version) => !now.includes(version));
  const word = TITLES[of].regression;
  const counts = CHANGE_KINDS.filter((kind) => kind !== 'regression').flatMap((kind) => {
    const count = all.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${number(count)} ${TITLES[of][kind]}`];
  });
  const unchanged = steps.reduce((sum, step) => sum + step.unchanged, 0);
  const slower = steps.flatMap(({ latencies = [] }) => latencies).length;
  const ofClients = (['breaks', 'degrades', 'not-known'] as const).flatMap((wanted) => {
    const count = (comparison.clients ?? []).filter(({ kind }) => kind === wanted).length;
    const verb = count === 1 ? wanted : wanted.slice(0, -1);
    const says = wanted === 'not-known' ? 'not known any more' : verb;
    return count === 0 ? [] : [`${several(count, 'client')} ${says}`];
  });
  const gone = of === 'versions' ? [] : steps.flatMap((step) => step.requirementsGone);
  return [
    ...(went.length > 0 ? [`${went.join(' ')} no longer offered`] : []),
    ...ofClients,
    musts ? `${several(musts, 'MUST')} ${word}` : `no MUST ${word}`,
    ...(others ? [`${several(others, 'SHOULD')} ${word}`] : []),
    ...counts,
    ...(gone.length > 0 ? [`${several(gone.length, 'requirement')} only in the older report`] : []),
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
