import type { Report, Result } from '../../harness/report.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { shellWord } from '../../harness/shell.js';
import { targetOption } from '../../harness/target.js';
import type { Command, Part } from '../document.js';

/** Ids that a command line still takes well. */
const MOST_IDS = 40;

/**
 * What to act on: the commands that check again what fails unexpectedly or ended in an error, explain it, or find
 * out why a run checked little. `program` is how the user starts this program.
 */
export function nextStepsPart(report: Report, program: string): Part {
  const failing = report.results.filter(
    (each) => ['fail', 'error'].includes(each.verdict) && each.expected === undefined,
  );
  const ids = [...new Set(failing.map(({ requirement }) => requirement))];
  return {
    id: 'next-steps',
    title: 'Next steps',
    blocks: commandsFor(report, ids, program),
  };
}

function commandsFor(report: Report, failing: readonly string[], program: string): Command[] {
  const { roles, writes } = report.scope;
  const isDemo = faultsOf(report) !== undefined;
  const isOpen = report.results.some(isInconclusive);
  const isPartial =
    !isDemo && (isOpen || NEEDED_ROLES.some((role) => !roles.includes(role)) || !writes);
  const selection =
    failing.length > MOST_IDS
      ? '--last-failed RUN.json'
      : `--only ${failing.map(shellWord).join(',')}`;
  const rerun = roles.length > 0 && !isDemo ? 'rerun (same credentials)' : 'rerun';
  const [first] = failing;
  const doctor = [program, 'doctor', targetOption(report.target), ...setOf(report)].join(' ');
  const again: [label: string, text: string][] = [
    [rerun, `${program} ${runOf(report)} ${selection}`],
    ['explain', `${program} explain ${first}`],
  ];
  if (isDemo) again.push(['serve it for curl', servedAgain(report, program)]);
  const commands = [
    ...(first === undefined ? [] : again),
    ...(isPartial ? [['find out how to check more', doctor]] : []),
  ];
  return commands.map(([label, text = '']) => ({ type: 'command', label, text }));
}

function isInconclusive({ verdict, expected }: Result): boolean {
  return verdict === 'inconclusive' && expected === undefined;
}

/** The arguments of a run like this one; credentials come from the environment, so they are not in it. */
function runOf(report: Report): string {
  const faults = faultsOf(report);
  if (faults !== undefined) {
    return ['demo', ...faults, ...setOf(report)].join(' ');
  }
  const { project } = report.options;
  return [
    targetOption(report.target),
    ...(typeof project === 'string' ? [`--project ${shellWord(project)}`] : []),
    ...(report.scope.writes ? ['--allow-writes'] : []),
    ...setOf(report),
  ].join(' ');
}

/** The instance of a demo has ended; this starts it at the same address, so that its curl lines work. */
function servedAgain({ target, options }: Report, program: string): string {
  const { port } = new URL(target.baseUrl);
  return [program, 'serve', '--port', port, ...(faultsOf({ options }) ?? [])].join(' ');
}

function setOf({ scope }: Report): string[] {
  return scope?.requirements === undefined
    ? []
    : [`--requirements ${shellWord(scope.requirements)}`];
}

/** The options for the faults of the embedded instance, if the run was of that: `conformance demo` starts it again. */
function faultsOf({ options }: Pick<Report, 'options'>): string[] | undefined {
  const { demo } = options;
  return Array.isArray(demo) ? demo.map((fault) => `--fault ${shellWord(`${fault}`)}`) : undefined;
}
