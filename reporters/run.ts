import type { Report } from '../harness/report.js';
import { INSTALLED_PROGRAM } from '../harness/shell.js';
import { hostOf } from '../harness/target.js';
import type { Block, Document, Part, Rendering, Sign, Text } from './document.js';
import { advisoryParts } from './view/advisory.js';
import { baselinePart } from './view/baseline-problems.js';
import { isVacuous } from './view/caveats.js';
import { citedSections } from './view/cited-sections.js';
import { fieldsPart } from './view/fields.js';
import { FINDING_SIGNS, findingsOf, outcomeOf } from './view/findings.js';
import { headFacts, headWarnings } from './view/head.js';
import { matrixOf } from './view/matrix.js';
import { nextStepsOf } from './view/next-steps.js';
import { observationsOf } from './view/observations.js';
import { capitalised, number, several } from './view/quantities.js';
import { scanLines } from './view/scan.js';
import { sharedCause } from './view/shared-cause.js';
import { markOf } from './view/signs.js';
import { expectations, summaryOf } from './view/summary.js';
import { uncheckedGroups } from './view/unchecked.js';
import { unsteadyLines } from './view/unsteady.js';
import { versionRange } from './view/version-range.js';
import { writesLines } from './view/writes.js';

/** Failing ids that are listed at the end. */
const NAMED = 40;

/** Kinds of violations shown of one result. */
const SHOWN = 3;

/** The report of a run as a document. */
export function runDocument(
  report: Report,
  { program = INSTALLED_PROGRAM, verbose = false }: Rendering = {},
): Document {
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const { tool, target } = report;
  const advisory = advisoryParts(report, program);
  const most = verbose ? undefined : SHOWN;
  const parts = [
    baselinePart(report),
    matrixPart(report),
    ...FINDING_SIGNS.map((sign) => findingsPart(report, sign, most)),
    uncheckedPart(report),
    ...advisory,
    listPart('unsteady', 'Unsteady: holds, but not when first checked', unsteadyLines(report)),
    listPart('scan', 'Exhaustive scan', scanLines(report)),
    listPart('writes', 'Writes', writesLines(report, program)),
    observationsPart(report, verbose),
    fieldsPart(report, verbose),
    citedSections(report),
    optionsPart(report),
    nextStepsPart(report, program),
  ];
  return {
    kind: `${tool.name} ${tool.version}`,
    verdict: { word: name, tone, scope, about: hostOf(target) },
    statements: [
      ...reasons,
      `${checked} in ${versionRange(target.versionsExamined) || 'no version'}`,
    ],
    closing: advisory.map(({ called, title }) => called + title.slice(called.length)),
    head: [
      { type: 'facts', facts: headFacts(report) },
      ...headWarnings(report).map((text): Text => ({ type: 'text', text, look: 'warning' })),
      ...[sharedCause(report) ?? []]
        .flat()
        .map((text): Text => ({ type: 'text', text, look: 'strong' })),
    ],
    parts: parts.filter((part) => part !== undefined && part.blocks.length > 0) as Part[],
    elsewhere:
      'The other reports of this run have everything: `--report run.json` writes one, and ' +
      `\`${program} report run.json --report run.html\` makes a page of it.`,
  };
}

/** The matrix; none where nearly nothing was checked, as the head says. */
function matrixPart(report: Report): Part {
  const text = 'The matrix is left out; what was not checked, and why, is listed below.';
  return {
    id: 'compatibility',
    title: 'Compatibility matrix',
    label: 'Matrix',
    called: 'tables',
    blocks: isVacuous(report) ? [{ type: 'text', text }] : [matrixOf(report)],
  };
}

const LABELS = { fail: 'Failures', error: 'Errors', warn: 'Warnings', expected: 'Expected' };

function findingsPart(report: Report, sign: keyof typeof LABELS, most?: number): Part {
  const blocks = findingsOf(report, sign, most);
  const unexpectedly = sign === 'fail' && report.baseline ? ' unexpectedly' : '';
  const title =
    sign === 'expected'
      ? expectations(report).join(', ')
      : `${several(blocks.length, 'requirement')} ${outcomeOf(sign, blocks.length)}${unexpectedly}`;
  return {
    id: `of-${sign}`,
    title: capitalised(title),
    label: LABELS[sign],
    called: `findings (${sign})`,
    blocks,
    sign: sign satisfies Sign,
  };
}

/** What could not be checked, by reason. */
function uncheckedPart(report: Report): Part {
  const items = uncheckedGroups(report).map(({ verdict, reason, requirements, where }) => ({
    mark: markOf(verdict),
    text: `${several(requirements.size, 'requirement')}${where} ${verdict}: ${reason}`,
    ids: [...requirements],
  }));
  return {
    id: 'unchecked',
    title: 'Not checked',
    label: 'Not checked',
    called: 'reasons',
    blocks: items.length === 0 ? [] : [{ type: 'list', items }],
  };
}

function listPart(id: string, title: string, lines: readonly string[]): Part {
  const [label = title] = title.split(':');
  const items = lines.map((text) => ({ text }));
  const blocks: Block[] = items.length === 0 ? [] : [{ type: 'list', items }];
  return { id, title, label, called: `lines of “${label}”`, blocks };
}

/** What the instance does where the specification is silent, versions with the same value together. */
function observationsPart(report: Report, verbose: boolean): Part {
  const seen = observationsOf(report);
  return {
    id: 'observations',
    title: `Observations (${number(seen.length)})`,
    label: 'Observations',
    called: 'observations',
    folded: true,
    pageOnly: verbose ? undefined : true,
    blocks: seen.flatMap(({ requirement, values }): Block[] => [
      { type: 'text', text: `${requirement.title} (\`${requirement.id}\`)`, look: 'strong' },
      {
        type: 'facts',
        facts: values.map(({ value, versions }) => [
          versionRange(versions),
          typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)),
        ]),
      },
    ]),
  };
}

/** The options of the run, its seed and its format, to repeat it. */
function optionsPart(report: Report): Part {
  const { options, seed, format } = report;
  const facts = Object.entries({ ...options, seed, format }).map(
    ([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'),
    ],
  );
  return {
    id: 'options',
    title: 'Options',
    label: 'Options',
    called: 'options',
    folded: true,
    pageOnly: true,
    blocks: [{ type: 'facts', facts }],
  };
}

/** What to act on: the ids that fail, each with its versions, and the commands to run next. */
function nextStepsPart(report: Report, program: string): Part {
  const { failing, commands } = nextStepsOf(report, program);
  const facts = failing
    .slice(0, NAMED)
    .map(([id, versions]): [string, string] => [id, versions.join(' ')]);
  const more = failing.length - facts.length;
  const rest = `and ${number(more)} more; --report RUN.json lists them`;
  return {
    id: 'next-steps',
    title: 'Next steps',
    label: 'Next steps',
    called: 'next steps',
    blocks: [
      ...(facts.length === 0 ? [] : [{ type: 'facts', facts } satisfies Block]),
      ...(more > 0 ? [{ type: 'text', text: rest } satisfies Block] : []),
      ...commands.map(([label, text]): Block => ({ type: 'command', label, text })),
    ],
  };
}
