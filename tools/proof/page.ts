import { FAULTS } from '../../fixtures/faults/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import { code, table } from '../pages/markdown.js';
import { type Condition, conditionsOf } from './conditions.js';
import { wantedFor } from './finding.js';
import {
  type BaselineDetection,
  detectedAtBaseline,
  type EvaluatedFault,
  failureCount,
  isDetected,
  type Matrix,
  type Removed,
  storedMatrix,
  storedRecords,
  type UnplannedDetection,
} from './matrix.js';

/** Renders docs/proof.md from what is stored in a folder. The figures are those of the matrix. */
export function renderPage(folder: URL, matrix = storedMatrix(folder)): string {
  const { baseline, baselineOfHistory, unplanned, removed } = storedRecords(folder);
  return `${[
    '# Which defects the suite detects',
    introduction(matrix, FAULTS),
    '## Conditions',
    `The proof checks these conditions; \`npm run proof\` exits with 1 if one does not hold.`,
    conditions(conditionsOf(matrix, FAULTS)),
    '## Baseline detection rate',
    baselineText(baseline, matrix, removed),
    '## Defects that nobody had planned',
    ofUnplanned(unplanned, matrix),
    '## Defects of the real server',
    ofHistory(baselineOfHistory, matrix, FAULTS),
    '## Removed faults',
    removedText(removed),
    '## Faults and the requirements that detect them',
    table(
      ['fault', 'defect', 'detected by'],
      matrix.faults.map((fault) => [code(fault.id), fault.says, detectionOf(fault)]),
    ),
  ].join('\n\n')}\n`;
}

function introduction(matrix: Matrix, named: readonly Fault[]): string {
  const { faults } = matrix;
  const detected = faults.filter((each) => isDetected(each, named)).length;
  const breaking = faults.filter(({ breaks }) => breaks !== undefined).length;
  const reading = named.filter((each) => wantedFor(each).writes === undefined).length;
  const independent = faults.filter(({ writtenFrom }) => writtenFrom === 'specification').length;
  return `The embedded reference instance has ${faults.length} named faults (\`fixtures/faults\`): defects that a real
implementation could have. A requirement detects a fault if it fails, or warns, on the instance with this fault.
${breaking} of them violate no sentence of the specification but break clients: client contracts detect
them, on an instance that answers like release 3.2.
Each fault names the requirements that are meant to detect it, of which one must; others may fail as well.
\`npm run proof\` starts the instance with each fault in turn, runs the suite on it, and writes this page and
\`tools/proof/matrix.json\`. The ${reading} faults whose named requirements only read are evaluated by a read-only run, so
the other requirements that fail are those that read. A fault is tried in the newest version that each named requirement
has, and in all versions if one of these requirements does not fail there. Hazardous inputs and many random queries are tried for the faults
that name requirements with such inputs.

**${detected} of ${faults.length} faults are detected.** ${independent} of the faults were
written from the specification, without knowledge of the checks.

\`conformance faults\` lists the faults, \`conformance demo --fault ID\` shows the report on an instance with a fault,
and \`conformance explain ID\` lists the faults that a requirement detects.

This page does not show that the suite detects defects that nobody has thought of. The baseline detection rate below
is the better estimate for those.`;
}

function conditions(all: readonly Condition[]): string {
  return table(
    ['', 'condition', 'result'],
    all.map(({ says, holds, found }) => [holds ? '✓' : '✗', says, found]),
  );
}

function baselineText(
  baseline: BaselineDetection,
  matrix: Matrix,
  removed: readonly Removed[],
): string {
  const total = Object.keys(baseline).length;
  const detected = detectedAtBaseline(baseline);
  const missed = Object.keys(baseline).filter((id) => baseline[id]?.length === 0);
  const share = Math.round((100 * detected) / total);
  return `The author of a check knows what the check looks for. For an unbiased measurement, ${total} faults were written from
the specification alone, without knowledge of the checks, before the suite was run on any of them. The first run
detected **${detected} of ${total} (${share} %)**. This rate is never measured again. Afterwards the suite was extended.
The first run missed these faults:

${table(
  ['fault', 'defect', 'now'],
  missed.map((id) => [code(id), saysOf(id, matrix, removed), statusOf(id, matrix)]),
)}`;
}

function ofUnplanned(firstRun: UnplannedDetection, matrix: Matrix): string {
  const all = Object.entries(firstRun);
  const failed = all.filter(([, { fail }]) => fail.length > 0).length;
  const noticed = all.filter(([, { fail, warn }]) => fail.length + warn.length > 0).length;
  const rows = all.map(([id, { fail, warn }]) => {
    const seen = [...fail.map(code), ...warn.map((each) => `${code(each)} (warns)`)].join(' ');
    return [code(id), saysOf(id, matrix, []), seen || 'nothing', statusOf(id, matrix)];
  });
  return `These ${all.length} defects were listed later, for a suite that had been extended by what it missed, by an author who saw the
specification alone, a third of them in writes and authorisation. The list was settled before the suite was run on any
of them. The first run noticed **${noticed} of ${all.length}**, and ended with exit status 1 for **${failed}** of them. Those that two
lists have in common are counted in both.

Five further lists of 30 were written later in the same way. The first run noticed **19 of 30**, **27 of 30**,
**21 of 30**, **25 of 30** and **27 of 30**, and ended with exit status 1 for **15**, **19**, **19**, **19** and **22**.
Most of what they missed is now among the faults.

${table(['fault', 'defect', 'noticed by, first run', 'now'], rows)}`;
}

function ofHistory(baseline: BaselineDetection, matrix: Matrix, faults: readonly Fault[]): string {
  const ids = Object.keys(baseline);
  const now = ids.filter((id) =>
    matrix.faults.some((each) => each.id === id && failureCount(each) > 0),
  );
  const share = (count: number) =>
    `${count} of ${ids.length} (${Math.round((100 * count) / ids.length)} %)`;
  const rows = ids.map((id) => {
    const { history = '' } = faults.find((each) => each.id === id) ?? {};
    const atBaseline = baseline[id]?.map(code).join(' ') || 'nothing';
    return [code(id), saysOf(id, matrix, []), history, atBaseline, statusOf(id, matrix)];
  });
  return `These faults are bugs that the server of most instances had, according to its history, and that the specification
covers. Each names the commit or issue that fixed it. They were written before it was known which requirements detect
them. The first run detected **${share(detectedAtBaseline(baseline))}**; the suite now detects ${share(now.length)}.

${table(['fault', 'defect', 'fixed by', 'detected by, first run', 'now'], rows)}`;
}

function saysOf(id: string, matrix: Matrix, removed: readonly Removed[]): string {
  return [...matrix.faults, ...removed].find((each) => each.id === id)?.says ?? '';
}

function statusOf(id: string, matrix: Matrix): string {
  const fault = matrix.faults.find((each) => each.id === id);
  if (fault === undefined) return 'removed, see below';
  return failureCount(fault) === 0 ? 'not detected' : `detected by ${detectionOf(fault)}`;
}

function removedText(removed: readonly Removed[]): string {
  if (removed.length === 0) return 'No fault was removed.';
  return `These faults were removed, because a conforming instance may behave in the same way or because no check may
look for them. They count as missed in the baseline detection rate.

${table(
  ['fault', 'defect', 'reason'],
  removed.map(({ id, says, why }) => [code(id), says, why]),
)}`;
}

function detectionOf({ failing, crashed, breaks = [] }: EvaluatedFault): string {
  if (crashed !== undefined) return 'nothing: the suite crashes';
  const rows = Object.entries(failing).map(
    ([id, versions]) => `${code(id)} in ${versions.join(', ')}`,
  );
  if (rows.length > 0) return rows.join('; ');
  return breaks.length === 0 ? 'nothing' : `the profiles of ${breaks.join(', ')}`;
}
