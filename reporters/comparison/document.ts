import { CHANGE_KINDS, type ChangeKind } from '../../analysis/comparison/change-kind.js';
import type { Change, Comparison, Step, Subject } from '../../analysis/comparison/comparison.js';
import { INSTALLED_PROGRAM } from '../../harness/shell.js';
import type { Document, Fact, Finding, Part, Rendering, Table, Text } from '../document.js';
import { groupedBy } from '../view/grouped-by.js';
import { several } from '../view/quantities.js';
import { markOf } from '../view/signs.js';
import { newsParts } from './news.js';
import { type Drafted, requirementFinding } from './requirement-finding.js';
import {
  clientLines,
  MEANINGS,
  reasonsOf,
  statementsOf,
  subjectText,
  TITLES,
  VERDICT_WORDS,
  verdictsIn,
  whereOf,
} from './words.js';

/** A comparison of reports, or of the versions of one, as a document. */
export function comparisonDocument(
  comparison: Comparison,
  { program = INSTALLED_PROGRAM }: Rendering = {},
): Document {
  const { word, tone } = VERDICT_WORDS[comparison.verdict];
  const { subjects, of, caveats, steps } = comparison;
  return {
    kind: 'Comparison of conformance reports',
    verdict: { word, tone, about: subjects.map(({ name }) => name).join(' → ') },
    statements: statementsOf(comparison),
    head: [
      ...clientLines(comparison).map(
        ({ text, tone: look }): Text => ({ type: 'text', text, look }),
      ),
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
      ...steps.flatMap((step, index) => stepParts(comparison, step, index, program)),
    ],
    elsewhere:
      'The other formats of the comparison have everything: `--report FILE.html` writes a page, `--report FILE.json` all of it for programs.',
  };
}

function subjectFacts(subject: Subject): Fact[] {
  const { heading, run, offered } = subjectText(subject);
  return [
    [subject.name, `${heading}, ${offered}`],
    ['', run],
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
    legend: verdictsIn(matrix).map((verdict) => [markOf(verdict).symbol, verdict]),
  };
  return [
    {
      id: 'verdicts',
      title: 'Verdicts side by side',
      label: 'Verdicts',
      called: 'tables',
      blocks: [table],
    },
  ];
}

/** A subject compared with the one before it: what changed, the gravest first, then what is new and what is gone. */
function stepParts(comparison: Comparison, step: Step, index: number, program: string): Part[] {
  const { from, to } = step;
  const changed = changeParts(comparison, step);
  const { parts: news, latency } = newsParts(comparison, step, program);
  const unchanged: Text = { type: 'text', text: 'No result checked in both has changed.' };
  const first: Drafted[] =
    changed.length + news.length === 0 ? [{ title: 'unchanged', blocks: [unchanged] }] : [];
  return [...first, ...changed, ...news, ...latency].map(({ title, blocks }, place) => ({
    id: `step-${index + 1}-${place + 1}`,
    title: `${from} → ${to}: ${title}`,
    label: place === 0 ? `${from} → ${to}` : (title.split(/[:;]/)[0] ?? title),
    called: `lines of “${title}”`,
    blocks,
  }));
}

/** Kinds of which the sentence and what is said now matter: a client has something to lose. */
const GRAVE: readonly ChangeKind[] = ['regression', 'newly-failing'];

function changeParts(comparison: Comparison, step: Step): Drafted[] {
  const { of, requirements } = comparison;
  return CHANGE_KINDS.flatMap((kind) => {
    const changes = step.changes.filter((change) => change.kind === kind);
    if (changes.length === 0) return [];
    const byReason = kind === 'no-longer-checked' || kind === 'newly-passing';
    const meaning: Text = { type: 'text', text: MEANINGS[kind](step.from, step.to), look: 'faint' };
    const found = byReason
      ? reasonFindings(changes)
      : changes.map((change) => changeFinding(of, change, requirements));
    return [
      {
        title: `${several(changes.length, 'requirement')} ${TITLES[of][kind]}`,
        blocks: [meaning, ...found],
      },
    ];
  });
}

function changeFinding(
  of: Comparison['of'],
  change: Change,
  requirements: Comparison['requirements'],
): Finding {
  const { kind, cells } = change;
  const places = cells.map(({ from, to }) => ({ from: from.version, to: to.version }));
  const texts = GRAVE.includes(kind) ? reasonsOf(change) : [];
  return requirementFinding(change.requirement, requirements, {
    verdict: cells[0]?.to.verdict ?? 'pass',
    where: whereOf(of, places),
    texts,
    isQuoted: GRAVE.includes(kind),
    label: kind === 'fixed' ? 'No longer true' : 'For a client',
  });
}

/** What was not checked in one of the two, by the verdicts and by the reason. */
function reasonFindings(changes: readonly Change[]): Finding[] {
  const found = changes.flatMap(({ kind, requirement, cells }) =>
    cells.map(({ from, to }) => {
      const reason = (kind === 'newly-passing' ? from : to).why ?? 'no reason given';
      const head = `${from.verdict} → ${to.verdict}: ${reason}`;
      return { requirement, marks: [markOf(from.verdict), markOf(to.verdict)], head };
    }),
  );
  return groupedBy(found, ({ head }) => head).map((group): Finding => {
    const [{ marks, head }] = group;
    const ids = [...new Set(group.map(({ requirement }) => requirement))];
    return { type: 'finding', marks, head, evidence: [], ids, brief: ids.join(', ') };
  });
}
