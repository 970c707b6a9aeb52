import type { Fault } from '../fixtures/faults/fault.js';
import type { Chapter } from '../harness/requirement.js';
import { type Bar, barsOf } from './bars.js';
import { caughtAtFirst, type FirstFigure } from './first-figure.js';
import { code, table } from './markdown.js';
import { flips, type JudgedFault, type Matrix, medianFlips } from './matrix.js';
import type { Withdrawn } from './withdrawn.js';

/** All that proof/README.md is made of. */
export interface PageParts {
  matrix: Matrix;
  faults: readonly Fault[];
  chapters: readonly Chapter[];
  first: FirstFigure;
  firstOfHistory: FirstFigure;
  withdrawn: readonly Withdrawn[];
}

/** The readable page of the proof, as Markdown. Its figures are those of the matrix. */
export function renderPage(parts: PageParts): string {
  const { matrix, faults, chapters, first, firstOfHistory, withdrawn } = parts;
  return `${[
    '# How much the suite sees',
    introduction(matrix),
    '## What holds',
    bars(barsOf(matrix, faults)),
    '## The first figure',
    firstFigure(first, matrix, withdrawn),
    '## What the real server had',
    ofHistory(firstOfHistory, matrix, faults),
    '## What cannot be told',
    cannotBeTold(withdrawn),
    '## Requirements, and the faults that turn them red',
    ...chapters.map((chapter) => chapterTable(chapter, matrix)),
    '## Faults, and the requirements that they turn red',
    table(
      ['fault', 'what is wrong', 'turns red'],
      matrix.faults.map((fault) => [code(fault.id), fault.says, redOf(fault)]),
    ),
  ].join('\n\n')}\n`;
}

function introduction(matrix: Matrix): string {
  const { faults } = matrix;
  const caught = faults.filter((each) => flips(each) > 0).length;
  const blind = faults.filter(({ thoughtUp }) => thoughtUp === 'from the specification').length;
  return `The reference instance can be started with ${faults.length} named faults (\`fixtures/faults\`), each a defect
that a real implementation could have. \`npm run proof\` starts it with each of them in turn, runs the whole suite
on it, writes included, and writes this page and [matrix.json](matrix.json). **${caught} of ${faults.length} are caught**; the median fault turns
${medianFlips(faults)} of the requirements red. ${blind} of them were thought up from the specification by people who had not read the checks.

\`conformance faults\` lists them, \`conformance demo --fault ID\` shows what a report of one looks like, and
\`conformance explain ID\` names those of one requirement.

What this does not show: that a defect nobody thought of is caught. The first figure below says more about that than
the last one.`;
}

function bars(all: readonly Bar[]): string {
  return table(
    ['', 'bar', 'found'],
    all.map(({ says, holds, found }) => [holds ? '✓' : '✗', says, found]),
  );
}

function firstFigure(first: FirstFigure, matrix: Matrix, withdrawn: readonly Withdrawn[]): string {
  const total = Object.keys(first).length;
  const caught = caughtAtFirst(first);
  const missed = Object.keys(first).filter((id) => first[id]?.length === 0);
  const share = Math.round((100 * caught) / total);
  return `Whoever wrote a check knows what it looks for. ${total} faults were therefore thought up from the specification alone,
without having read the checks, before any of them was run. When they first were,
**${caught} of ${total} were caught (${share} %)**. That is the honest figure, and it stays here. Then the suite was
made to see more. These were missed at first:

${table(
  ['fault', 'what is wrong', 'now'],
  missed.map((id) => [code(id), saysOf(id, matrix, withdrawn), fateOf(id, matrix)]),
)}`;
}

function ofHistory(first: FirstFigure, matrix: Matrix, faults: readonly Fault[]): string {
  const ids = Object.keys(first);
  const now = ids.filter((id) => matrix.faults.some((each) => each.id === id && flips(each) > 0));
  const share = (count: number) =>
    `${count} of ${ids.length} (${Math.round((100 * count) / ids.length)} %)`;
  const rows = ids.map((id) => {
    const { history = '' } = faults.find((each) => each.id === id) ?? {};
    const atFirst = first[id]?.map(code).join(' ') || 'nothing';
    return [code(id), saysOf(id, matrix, []), history, atFirst, fateOf(id, matrix)];
  });
  return `These are bugs of the server that most instances run, of which the specification speaks, as its history shows
them: each with the commit or the issue that fixed it. They were written before anybody looked at which requirement
catches them. When they were first run, **${share(caughtAtFirst(first))} were caught**; now ${share(now.length)} are.

${table(['fault', 'what is wrong', 'fixed by', 'caught at first by', 'now'], rows)}`;
}

function saysOf(id: string, matrix: Matrix, withdrawn: readonly Withdrawn[]): string {
  return [...matrix.faults, ...withdrawn].find((each) => each.id === id)?.says ?? '';
}

function fateOf(id: string, matrix: Matrix): string {
  const fault = matrix.faults.find((each) => each.id === id);
  if (fault === undefined) return 'withdrawn, see below';
  return flips(fault) === 0 ? 'still missed' : `caught by ${redOf(fault)}`;
}

function cannotBeTold(withdrawn: readonly Withdrawn[]): string {
  if (withdrawn.length === 0) return 'No fault was withdrawn.';
  return `These were thought up, and taken out again, because a sound instance may do the same or because no check may look.
They count as missed in the first figure.

${table(
  ['fault', 'what is wrong', 'why it cannot be told'],
  withdrawn.map(({ id, says, why }) => [code(id), says, why]),
)}`;
}

function chapterTable({ name, requirements }: Chapter, { faults }: Matrix): string {
  const rows = requirements.map(({ id, level }) => {
    const reds = faults.filter(({ red }) => red[id] !== undefined).map((fault) => code(fault.id));
    return [code(id), level === 'observe' ? 'only observes' : reds.join(' ') || 'none'];
  });
  return `### ${name}\n\n${table(['requirement', 'faults'], rows)}`;
}

function redOf({ red, crashed }: JudgedFault): string {
  if (crashed !== undefined) return 'brings the suite down';
  const rows = Object.entries(red).map(([id, versions]) => `${code(id)} in ${versions.join(', ')}`);
  return rows.join('; ') || 'nothing';
}
