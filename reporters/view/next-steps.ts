import type { Report, Result } from '../../harness/report.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { shellWord } from '../../harness/shell.js';
import { targetOption } from '../../harness/target.js';
import type { Version } from '../../specification/versions.js';
import type { Block, Command, Part } from '../document.js';
import { groupedBy } from './grouped-by.js';
import { number } from './quantities.js';

/** Ids that a command line still takes well. */
const MOST_IDS = 40;

/** Failing ids that are listed. */
const NAMED = 40;

/**
 * What to act on: the ids that fail unexpectedly or ended in an error, each with its versions, and the commands
 * that check them again, explain them, or find out why a run checked little. `program` is how the user starts this
 * program.
 */
export function nextStepsPart(report: Report, program: string): Part {
  const failing = failingIn(report);
  const facts = failing
    .slice(0, NAMED)
    .map(([id, versions]): [string, string] => [id, versions.join(' ')]);
  const more = failing.length - facts.length;
  const rest = `and ${number(more)} more; --report RUN.json lists them`;
  return {
    id: 'next-steps',
    title: 'Next steps',
    called: 'next steps',
    blocks: [
      ...(facts.length === 0 ? [] : [{ type: 'facts', facts } satisfies Block]),
      ...(more > 0 ? [{ type: 'text', text: rest } satisfies Block] : []),
      ...commandsFor(
        report,
        failing.map(([id]) => id),
        program,
      ),
    ],
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
  const commands = [
    ...(first === undefined ? [] : again),
    ...(isPartial ? [['find out how to check more', doctor]] : []),
  ];
  return commands.map(([label, text = '']) => ({ type: 'command', label, text }));
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
    ...(report.scope.writes ? ['--allow-writes'] : []),
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
