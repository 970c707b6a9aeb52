import { groupedBy } from '../harness/grouped-by.js';
import type { Report, ReportedExtension } from '../harness/report.js';
import { testedIn } from '../harness/scope.js';
import { INSTALLED_PROGRAM } from '../harness/shell.js';
import { hostOf } from '../harness/target.js';
import type { Block, Document, Fact, Item, Part, Rendering, Sign, Text } from './document.js';
import { advisoryPart } from './view/advisory.js';
import { baselinePart } from './view/baseline-problems.js';
import { isRefused } from './view/caveats.js';
import { citedSections } from './view/cited-sections.js';
import { fieldsPart } from './view/fields.js';
import { FINDING_SIGNS, findingsOf, outcomeOf } from './view/findings.js';
import { groupsOf } from './view/groups.js';
import { headFacts, headWarnings } from './view/head.js';
import { matrixOf } from './view/matrix.js';
import { nextStepsPart } from './view/next-steps.js';
import { placesPart } from './view/places.js';
import { scanLines } from './view/scan.js';
import { expectations, summaryOf } from './view/summary.js';
import { uncheckedItems } from './view/unchecked.js';
import { capitalised, number, several, valueText, versionRange } from './view/words.js';
import { writesLines } from './view/writes.js';

/** Kinds of violations shown of one result. */
const SHOWN = 3;

/** The report of a run as a document. */
export function runDocument(
  report: Report,
  { program = INSTALLED_PROGRAM, verbose = false }: Rendering = {},
): Document {
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const { tool, target } = report;
  const most = verbose ? undefined : SHOWN;
  const parts = [
    baselinePart(report),
    placesPart(report),
    matrixPart(report),
    ...FINDING_SIGNS.map((sign) => findingsPart(report, sign, most)),
    listPart('unchecked', 'Not checked', uncheckedItems(report)),
    ...(report.extensions ?? [])
      .filter(isAnySelected)
      .map((extension) => advisoryPart(report, extension, program)),
    unsteadyPart(report),
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
    statements: [...reasons, `${checked} in ${versionRange(testedIn(report)) || 'no version'}`],
    head: [
      { type: 'facts', facts: headFacts(report) },
      ...headWarnings(report).map((text): Text => ({ type: 'text', text, look: 'warning' })),
    ],
    parts: parts.filter((part) => part !== undefined && part.blocks.length > 0) as Part[],
    elsewhere:
      'The other reports of this run have everything: `--report run.json` writes one, and ' +
      `\`${program} report run.json --report run.html\` makes a page of it.`,
  };
}

/** The matrix; none where nearly every request was refused, as the head says. */
function matrixPart(report: Report): Part {
  const text = 'The matrix is left out; what was not checked, and why, is listed below.';
  return {
    id: 'compatibility',
    title: 'Compatibility matrix',
    label: 'Matrix',
    blocks: isRefused(report) ? [{ type: 'text', text }] : [matrixOf(report)],
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
    blocks,
    sign: sign satisfies Sign,
  };
}

function listPart(id: string, title: string, all: readonly (string | Item)[]): Part {
  const items = all.map((each) => (typeof each === 'string' ? { text: each } : each));
  const blocks: Block[] = items.length === 0 ? [] : [{ type: 'list', items }];
  return { id, title, blocks };
}

/** What `--only` or `--skip` leaves out as a whole needs no part. */
function isAnySelected({ results }: ReportedExtension): boolean {
  return results.some(
    ({ verdict, code }) => verdict !== 'not-applicable' && code !== 'not-selected',
  );
}

/**
 * The requirements that hold, client contracts among them, but did not when they were first checked: a line
 * each, with what was seen then.
 */
function unsteadyPart({ results, extensions = [] }: Report): Part {
  const all = [...results, ...extensions.flatMap((extension) => extension.results)];
  const unsteady = all.filter((result) => result.unsteady !== undefined);
  const lines = groupedBy(unsteady, ({ requirement }) => requirement).map((group) => {
    const where = versionRange(group.map(({ version }) => version));
    return `${group[0].requirement} in ${where}: ${group[0].unsteady}`;
  });
  const title = 'Unsteady: holds, but not when first checked';
  return { ...listPart('unsteady', title, lines), label: 'Unsteady' };
}

/** What the instance does where the specification is silent, versions with the same value together. */
function observationsPart(report: Report, verbose: boolean): Part {
  const seen = groupsOf(report)
    .flatMap(({ rows }) => rows)
    .map(({ requirement, results }) => {
      const own = [...results.values()].filter(({ observed }) => observed !== undefined);
      const facts = groupedBy(own, ({ observed }) => observed).map((group): Fact => {
        const versions = versionRange(group.map(({ version }) => version));
        return [versions, valueText(group[0].observed)];
      });
      return { requirement, facts };
    })
    .filter(({ facts }) => facts.length > 0);
  return {
    id: 'observations',
    title: `Observations (${number(seen.length)})`,
    label: 'Observations',
    folded: true,
    pageOnly: verbose ? undefined : true,
    blocks: seen.flatMap(({ requirement, facts }): Block[] => [
      { type: 'text', text: `${requirement.title} (\`${requirement.id}\`)`, look: 'strong' },
      { type: 'facts', facts },
    ]),
  };
}

/** The options of the run, its seed and its format, to repeat it. */
function optionsPart(report: Report): Part {
  const { options, seed, format } = report;
  const facts = Object.entries({ ...options, seed, format }).map(
    ([name, value]): [string, string] => [name, valueText(value)],
  );
  const blocks: Block[] = [{ type: 'facts', facts }];
  return { id: 'options', title: 'Options', folded: true, pageOnly: true, blocks };
}
