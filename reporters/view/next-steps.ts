import type { ReasonCode } from '../../harness/reason.js';
import type { Report, Result } from '../../harness/report.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { sentOptions } from '../../harness/sent-options.js';
import { shellWord } from '../../harness/shell.js';
import { targetOption } from '../../harness/target.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Command, Part } from '../document.js';
import { AND } from './words.js';

/** Ids that a command line still takes well. */
const MOST_IDS = 40;

/** What is inconclusive because of something that fails. */
const HIDDEN: readonly unknown[] = ['failed-request', 'failed-write'] satisfies ReasonCode[];

/**
 * What to act on: the commands that check again what fails unexpectedly or ended in an error and what could not
 * be checked because of it, explain it, or find out why a run checked little. `program` is how the user starts
 * this program.
 */
export function nextStepsPart(report: Report, program: string): Part {
  const { roles, writes } = report.scope;
  const own = report.results.filter(({ expected }) => expected === undefined);
  const open = own.filter(({ verdict }) => verdict === 'inconclusive');
  const failing = own.filter(({ verdict }) => isFailure(verdict, report.options.failOn));
  const ids = idsToCheckAgain(own, report.options.failOn);
  const isDemo = faultsOf(report) !== undefined;
  const isPartial =
    open.length > 0 || NEEDED_ROLES.some((role) => !roles.includes(role)) || !writes;
  const selection =
    ids.length > MOST_IDS ? '--last-failed RUN.json' : `--only ${ids.map(shellWord).join(',')}`;
  const rerun = ['rerun what fails', ...(isDemo ? [] : sameEnvironment(report))].join(' ');
  const doctor = [program, 'doctor', targetOption(report.target), ...setOf(report)].join(' ');
  const [first] = failing;
  const steps: [label: string, text: string][] = [];
  if (first !== undefined) {
    steps.push([rerun, `${program} ${runOf(report)} ${selection}`]);
    steps.push(['explain', `${program} explain ${first.requirement}`]);
    if (isDemo) steps.push(['serve it for curl', servedAgain(report, program)]);
  }
  if (isPartial && !isDemo) steps.push(['find out how to check more', doctor]);
  const blocks = steps.map(([label, text]): Command => ({ type: 'command', label, text }));
  return { id: 'next-steps', title: 'Next steps', blocks };
}

/** The ids of what failed or ended in an error, and of what could not be checked because something fails. */
export function idsToCheckAgain(results: readonly Result[], failOn: unknown): string[] {
  const failing = results.filter(({ verdict }) => isFailure(verdict, failOn));
  const hidden = results.filter(
    ({ verdict, code }) => verdict === 'inconclusive' && HIDDEN.includes(code),
  );
  return [...new Set([...failing, ...hidden].map(({ requirement }) => requirement))];
}

/** Whether a verdict makes a run fail, or may hide that it does; `failOn` is the value of --fail-on. */
export function isFailure(verdict: Verdict, failOn: unknown): boolean {
  return verdict === 'fail' || verdict === 'error' || (verdict === 'warn' && failOn === 'warn');
}

/** The arguments of a run that sends the same; what comes from the environment is not in it. */
function runOf(report: Report): string {
  const { options, target, baseline } = report;
  const { depth, access } = sentOptions(options);
  const same = [
    ...depth.filter((option) => option !== '--seed 0'),
    ...(baseline === undefined ? [] : [`--baseline ${shellWord(baseline.file)}`]),
    ...setOf(report),
  ];
  const faults = faultsOf(report);
  const own = faults === undefined ? [targetOption(target), ...access] : ['demo', ...faults];
  return [...own, ...same].join(' ');
}

/** `(same credentials, CONFORMANCE_HEADERS with X-Gate and CONFORMANCE_CA)` */
function sameEnvironment({ options, scope }: Report): string[] {
  const credentials = scope.roles.length > 0 ? ['credentials'] : [];
  const all = [...credentials, ...sentOptions(options).variables];
  return all.length === 0 ? [] : [`(same ${AND.format(all)})`];
}

/** The instance of a demo has ended; this starts it at the same address, so that its curl lines work. */
function servedAgain({ target, options }: Report, program: string): string {
  const { baseUrl } = target;
  const at = URL.canParse(baseUrl) ? ['--port', new URL(baseUrl).port] : [];
  return [program, 'serve', ...at, ...(faultsOf({ options }) ?? [])].join(' ');
}

function setOf({ scope }: Report): string[] {
  return scope.requirements === undefined
    ? []
    : [`--requirements ${shellWord(scope.requirements)}`];
}

/** The options for the faults of the embedded instance, if the run was of that: `conformance demo` starts it again. */
function faultsOf({ options }: Pick<Report, 'options'>): string[] | undefined {
  const { demo } = options;
  if (!Array.isArray(demo)) return undefined;
  return demo.flatMap((fault) =>
    typeof fault === 'string' ? [`--fault ${shellWord(fault)}`] : [],
  );
}
