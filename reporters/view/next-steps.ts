import type { Report, Result } from '../../harness/report.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { reportedScopeOf } from '../../harness/scope.js';
import { shellWord } from '../../harness/shell.js';
import { targetOption } from '../../harness/target.js';
import type { Version } from '../../specification/versions.js';
import { groupedBy } from './grouped-by.js';

/** Ids that a command line still takes well. */
const MOST_IDS = 40;

/** What to act on after a run. */
export interface NextSteps {
  /** What fails unexpectedly or ended in an error, with its versions. */
  failing: [id: string, versions: Version[]][];
  /** Commands to run next, each with what it is for. */
  commands: [label: string, command: string][];
}

/**
 * The failing ids and the commands that check them again, explain them, or find out why a run checked little.
 * `program` is how the user starts this program.
 */
export function nextStepsOf(report: Report, program: string): NextSteps {
  const failing = failingIn(report);
  const ids = failing.map(([id]) => id);
  const [first] = ids;
  const selection =
    ids.length > MOST_IDS ? '--last-failed RUN.json' : `--only ${ids.map(shellWord).join(',')}`;
  const { roles, writes } = reportedScopeOf(report);
  const isOpen = report.results.some(isInconclusive);
  const isPartial =
    faultsOf(report) === undefined &&
    (isOpen || NEEDED_ROLES.some((role) => !roles.includes(role)) || !writes);
  const commands: [label: string, command: string, isWanted: boolean][] = [
    [
      roles.length > 0 && faultsOf(report) === undefined ? 'rerun (same credentials)' : 'rerun',
      `${program} ${runOf(report)} ${selection}`,
      first !== undefined,
    ],
    ['explain', `${program} explain ${first}`, first !== undefined],
    [
      'find out how to check more',
      [program, 'doctor', targetOption(report.target), ...setOf(report)].join(' '),
      isPartial,
    ],
  ];
  return {
    failing,
    commands: commands.flatMap(([label, command, isWanted]) =>
      isWanted ? [[label, command] as [string, string]] : [],
    ),
  };
}

function isInconclusive({ verdict, expected }: Result): boolean {
  return verdict === 'inconclusive' && expected === undefined;
}

function failingIn({ results }: Report): [string, Version[]][] {
  const failing = results.filter(
    (each) => ['fail', 'error'].includes(each.verdict) && each.expected === undefined,
  );
  return groupedBy(failing, ({ requirement }) => requirement).map((group) => [
    group[0].requirement,
    group.map(({ version }) => version),
  ]);
}

/** The arguments of a run like this one; credentials come from the environment, so they are not in it. */
function runOf(report: Report): string {
  const faults = faultsOf(report);
  if (faults !== undefined) {
    const named = faults.map((fault) => `--fault ${shellWord(fault)}`);
    return ['demo', ...named, ...setOf(report)].join(' ');
  }
  const { project } = report.options;
  return [
    targetOption(report.target),
    ...(typeof project === 'string' ? [`--project ${shellWord(project)}`] : []),
    ...(reportedScopeOf(report).writes ? ['--allow-writes'] : []),
    ...setOf(report),
  ].join(' ');
}

function setOf({ scope }: Report): string[] {
  return scope?.requirements === undefined
    ? []
    : [`--requirements ${shellWord(scope.requirements)}`];
}

/** The faults of the embedded instance, if the run was of that: `conformance demo` starts it again. */
function faultsOf({ options }: Report): string[] | undefined {
  const { demo } = options;
  return Array.isArray(demo) ? demo.map(String) : undefined;
}
