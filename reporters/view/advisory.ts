import { groupedBy } from '../../harness/grouped-by.js';
import type {
  Report,
  ReportedExtension,
  ReportedRequirement,
  Result,
} from '../../harness/report.js';
import { isChecked } from '../../harness/scope.js';
import type { Block, Finding, Part } from '../document.js';
import { findingsOf, outcomeOf } from './findings.js';
import { uncheckedItems } from './unchecked.js';
import { capitalised, number, versionRange } from './words.js';

/**
 * What does not hold of client contracts or of requirements added after a frozen set, whose title counts
 * them (`client contracts: 56 of 58 hold, 1 fails (breaks NIPA), 1 warns, 13 not checked`).
 */
export function advisoryPart(report: Report, extension: ReportedExtension, program: string): Part {
  const { suite, addedAfter, requirements, results } = extension;
  const own: Report = { ...report, requirements, results: resultsOf(extension) };
  const counted = new Set(own.results);
  const declared = new Map(requirements.map((each) => [each.id, each]));
  const against = groupedBy(
    results.filter((result) => !counted.has(result)),
    ({ requirement }) => requirement,
  );
  const failing = findingsOf(own, 'fail', 1);
  const errors = findingsOf(own, 'error', 1);
  const warning = findingsOf(own, 'warn', 1);
  // Each requirement counts once, so that the figures add up: as excluded, failing, warning or held, or as not checked.
  const excluded = new Set(against.map(([{ requirement }]) => requirement));
  const checked = new Set(
    own.results
      .filter((result) => isChecked(result) && !excluded.has(result.requirement))
      .map(({ requirement }) => requirement),
  );
  const isFailing = ({ head }: Finding) => failing.some((each) => each.head === head);
  const warns = warning.filter((each) => !isFailing(each) && !excluded.has(each.head)).length;
  const held = checked.size - failing.length - warns;
  const open = requirements.length - checked.size - excluded.size;
  const says = [
    ...(checked.size > 0 ? [`${number(held)} of ${number(checked.size)} hold`] : []),
    ...(failing.length > 0 ? [failingText(requirements, failing)] : []),
    ...(warns > 0 ? [`${number(warns)} ${outcomeOf('warn', warns)}`] : []),
    ...(excluded.size > 0 ? [`${number(excluded.size)} excluded`] : []),
    ...(open > 0 ? [`${number(open)} not checked`] : []),
  ].join(', ');
  const text =
    addedAfter === undefined
      ? `What clients in use rely on beyond the specification: not in the verdict or the exit status. A requirement that fails may break clients too: ${program} client --all RUN.json tells which work.`
      : `Not in the requirements of ${addedAfter} (--requirements): reported, not scored.`;
  const found = [...failing, ...errors, ...warning];
  const items = uncheckedItems(own, addedAfter === undefined ? 'contract' : 'requirement');
  return {
    id: addedAfter === undefined ? 'client-contracts' : 'added-later',
    title: capitalised(`${suite}: ${says}`),
    label: addedAfter === undefined ? 'Clients' : 'Added later',
    blocks: [
      { type: 'text', text, look: 'faint' },
      ...against.map((each): Block => ({ type: 'text', text: againstText(declared, each) })),
      ...found,
      ...(items.length === 0 ? [] : [{ type: 'list', items } as const]),
    ],
    folded: found.length === 0,
  };
}

/** The results without failures of contracts that an instance can only keep against the specification. */
export function resultsOf({ requirements, results }: ReportedExtension): Result[] {
  const contradicting = requirements.filter(({ contradicts }) => contradicts !== undefined);
  const ids = new Set(contradicting.map(({ id }) => id));
  return results.filter(({ requirement, verdict }) => verdict !== 'fail' || !ids.has(requirement));
}

/** A contract that an instance can only keep against the specification is no failure of the instance. */
function againstText(
  declared: ReadonlyMap<string, ReportedRequirement>,
  results: [Result, ...Result[]],
): string {
  const [{ requirement }] = results;
  const { title, breaks = [], contradicts } = declared.get(requirement) ?? {};
  const versions = versionRange(results.map(({ version }) => version));
  return `Excluded by the specification: ${requirement} in ${versions}. “${contradicts}” Needed by ${breaks.join(', ')}: “${title}”.`;
}

/** `2 fail (breaks NIPA, b4)` */
function failingText(
  requirements: readonly ReportedRequirement[],
  failing: readonly Finding[],
): string {
  const ids = new Set(failing.map(({ head }) => head));
  const own = requirements.filter(({ id }) => ids.has(id));
  const broken = [...new Set(own.flatMap(({ breaks = [] }) => breaks))];
  const breaks = broken.length === 0 ? '' : ` (breaks ${broken.join(', ')})`;
  return `${number(failing.length)} ${outcomeOf('fail', failing.length)}${breaks}`;
}
