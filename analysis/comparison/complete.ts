import type { Report, ReportedRequirement } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { isViolated } from './change-kind.js';
import type { ClientChange, Comparison, Matrix, Step, Subject } from './comparison.js';
import { reportedRun, resultIn, type Side, sideOf } from './side.js';
import { verdictOn } from './verdict.js';

/** What is compared, made easy to look things up in. */
export interface Compared {
  name: string;
  side: Side;
}

/** What a subject is compared with: the one before it, then those before that. */
export type Before<G = unknown> = readonly [Compared & G, ...(Compared & G)[]];

/** A subject as it is given: a report under a name. */
export interface Given {
  name: string;
  file: string;
  report: Report;
}

/** All that a comparison is made of. */
interface Parts<G extends Given> {
  of: Comparison['of'];
  clients?: ClientChange[];
  clientAnswers?: Comparison['clientAnswers'];
  subjects: readonly G[];
  /** The versions that count for the verdict. */
  versions: readonly Version[];
  caveats: string[];
  stepOf(to: Compared & G, before: Before<G>): Step;
  columnsOf(compared: readonly (Compared & G)[]): Column[];
}

/** Puts a comparison together: the steps, and what follows from them. */
export function completed<G extends Given>(parts: Parts<G>): Comparison {
  const compared = parts.subjects.map((given) => ({ ...given, side: sideOf(given.report) }));
  const steps = compared.flatMap((to, index) => {
    const [from, ...earlier] = compared.slice(0, index).reverse();
    return from === undefined ? [] : [parts.stepOf(to, [from, ...earlier])];
  });
  const requirements = named(compared, steps);
  const shown = new Set(steps.flatMap(shownIn));
  return {
    format: 'conformance-comparison/1',
    of: parts.of,
    verdict: verdictOn({ ...parts, compared, steps, requirements }),
    subjects: parts.subjects.map(subjectOf),
    caveats: parts.caveats,
    requirements,
    clients: parts.clients,
    clientAnswers: parts.clientAnswers,
    steps,
    matrix: matrixOf(
      parts.columnsOf(compared),
      requirements.map(({ id }) => id).filter((id) => shown.has(id)),
    ),
  };
}

function subjectOf({ name, file, report }: Given): Subject {
  const { target, verdict } = report;
  const { roles, writes, requirements } = report.scope;
  return {
    name,
    ...reportedRun({ file, report }),
    verdict,
    scope: { roles, writes, requirements },
    judged: report.judged,
    versionsOffered: [...target.versionsOffered],
    versionsExamined: [...target.versionsExamined],
  };
}

/** Every requirement that a step names, as the newest report that knows it has it. */
function named(compared: readonly Compared[], steps: readonly Step[]): ReportedRequirement[] {
  const all = new Map(compared.flatMap(({ side }) => [...side.requirements]));
  const wanted = new Set(steps.flatMap(idsIn));
  return [...all.values()].filter(({ id }) => wanted.has(id));
}

function idsIn(step: Step): string[] {
  const { changes, requirementsNew, requirementsGone, observations } = step;
  const offered = [...step.versionsCame, ...step.versionsWent];
  return [
    ...[...changes, ...requirementsNew, ...requirementsGone, ...observations].map(idOf),
    ...offered.flatMap((each) => [...each.violated.map(idOf), ...each.violatedElsewhereToo]),
  ];
}

/** The matrix shows what became otherwise, and what is violated where it could not be before. */
function shownIn({ changes, versionsCame, requirementsNew }: Step): string[] {
  const judged = [
    ...requirementsNew.flatMap((each) => each.judged),
    ...versionsCame.flatMap((each) => each.violated),
  ];
  return [...changes, ...judged.filter(({ verdict }) => isViolated(verdict))].map(idOf);
}

function idOf({ requirement }: { requirement: string }): string {
  return requirement;
}

/** A column of the matrix: a version as one side checked it. */
interface Column {
  version: Version;
  subject: string;
  side: Side;
}

/** The verdicts on some requirements, column by column; null where there is none. */
function matrixOf(columns: readonly Column[], requirements: readonly string[]): Matrix {
  return {
    columns: columns.map(({ version, subject }) => ({ version, subject })),
    rows: requirements.map((requirement) => ({
      requirement,
      verdicts: columns.map(
        ({ side, version }) => resultIn(side, requirement, version)?.verdict ?? null,
      ),
    })),
  };
}
