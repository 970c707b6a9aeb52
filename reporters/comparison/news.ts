import { isHeld, isViolated } from '../../analysis/comparison/change-kind.js';
import type {
  Comparison,
  Judged,
  OneSided,
  Step,
  VersionOffered,
} from '../../analysis/comparison/comparison.js';
import { duration, several } from '../view/quantities.js';
import { changeParts, type Requirements } from './changes.js';
import { alikeFields, metOnceTexts } from './fields.js';
import type { Entry, Part } from './part.js';
import { alikeDifferences, bringsText, countsText, differenceText, whereOf } from './words.js';

/** A step of a comparison, as every format shows it. */
export interface StepView {
  from: string;
  to: string;
  /** Whether no verdict, version, field or observation changed. */
  isUnchanged: boolean;
  parts: Part[];
}

/**
 * The steps of a comparison: what changed, the most serious first, then what is new and what is gone.
 * `program` is how the user starts this program.
 */
export function stepViews(comparison: Comparison, program: string): StepView[] {
  const requirements = new Map(comparison.requirements.map((each) => [each.id, each]));
  return comparison.steps.map((step) => {
    const changed = [
      ...changeParts(comparison, step, requirements),
      ...newsParts(comparison, step, requirements, program),
    ];
    return {
      from: step.from,
      to: step.to,
      isUnchanged: changed.length === 0,
      parts: [...changed, ...latencyPart(step)],
    };
  });
}

/** What is new and what is gone: versions, requirements, fields, and what was observed otherwise. */
function newsParts(
  comparison: Comparison,
  step: Step,
  requirements: Requirements,
  program: string,
): Part[] {
  return [
    ...step.versionsWent.map(wentPart),
    ...step.versionsCame.map((came) => camePart(comparison, step, came, requirements, program)),
    ...oneSidedPart(`only in ${step.to}`, step.requirementsNew, requirements),
    ...oneSidedPart(`only in ${step.from}`, step.requirementsGone, requirements),
    ...fieldPart(comparison.of, step),
    ...observationPart(comparison.of, step, requirements),
  ];
}

function wentPart({ version, counts }: VersionOffered): Part {
  return {
    title: `${version} is no longer offered; ${several(counts.pass, 'requirement')} passed in it`,
    entries: [],
    notes: [`For a client: it can no longer use version ${version}.`],
  };
}

function camePart(
  comparison: Comparison,
  step: Step,
  came: VersionOffered,
  requirements: Requirements,
  program: string,
): Part {
  const known = came.violatedElsewhereToo;
  return {
    title: `${came.version} is newly offered: ${countsText(came)}`,
    entries: came.violated.map((judged) => judgedEntry(judged, requirements)),
    notes: [
      ...(known.length === 0 ? [] : [`Violated as in other versions: ${known.join(', ')}`]),
      bringsText(comparison, step, came, program),
    ],
  };
}

function oneSidedPart(
  where: string,
  found: readonly OneSided[],
  requirements: Requirements,
): Part[] {
  if (found.length === 0) return [];
  const violated = found.flatMap(({ judged }) =>
    judged.filter(({ verdict }) => isViolated(verdict)),
  );
  const others = found.filter(({ judged }) => !judged.some(({ verdict }) => isViolated(verdict)));
  const isHolding = ({ judged }: OneSided) => judged.some(({ verdict }) => isHeld(verdict));
  const list = (says: string, some: readonly OneSided[]) =>
    some.length === 0
      ? []
      : [`${some.length} ${says}: ${some.map(({ requirement }) => requirement).join(', ')}`];
  return [
    {
      title: `${several(found.length, 'requirement')} ${where}`,
      entries: violated.map((judged) => judgedEntry(judged, requirements)),
      notes: [
        ...list('pass', others.filter(isHolding)),
        ...list(
          'not checked',
          others.filter((each) => !isHolding(each)),
        ),
      ],
    },
  ];
}

/** What is violated where it could not be before. */
function judgedEntry(judged: Judged, requirements: Requirements): Entry {
  const { requirement, verdict, version, why } = judged;
  const level = requirements.get(requirement)?.level.toUpperCase() ?? '';
  return {
    verdict,
    head: requirement,
    aside: [level, `in ${version}`].filter((part) => part !== '').join(', '),
    says: why === undefined ? [] : [why],
    client: {
      label: 'For a client',
      text: requirements.get(requirement)?.consequence ?? '',
    },
  };
}

function fieldPart(of: Comparison['of'], step: Step): Part[] {
  const groups = alikeFields(step.fields);
  const notes = metOnceTexts(step);
  if (groups.length + notes.length === 0) return [];
  const entries = groups.map(({ verdict, says, cells, consequence, lines }): Entry => {
    const where = whereOf(of, cells);
    return {
      verdict,
      head: says,
      aside: where === '' ? undefined : where,
      says: lines,
      client: { label: 'For a client', text: consequence },
    };
  });
  return [{ title: 'Fields', entries, notes }];
}

function observationPart(
  of: Comparison['of'],
  { observations }: Step,
  requirements: Requirements,
): Part[] {
  if (observations.length === 0) return [];
  const entries = observations.flatMap((change) =>
    alikeDifferences(change).map((cells): Entry => {
      const where = whereOf(of, cells);
      return {
        verdict: 'observed',
        head: change.requirement,
        aside: where === '' ? undefined : where,
        says: (cells[0]?.differences ?? []).map(differenceText),
        client: {
          label: 'For a client',
          text: requirements.get(change.requirement)?.consequence ?? '',
        },
      };
    }),
  );
  return [{ title: 'Changed behaviour that is not specified', entries, notes: [] }];
}

/** What became slower; how long every endpoint took, a line each if a list became slower, else in one. */
function latencyPart({ latencies = [] }: Step): Part[] {
  if (latencies.length === 0) return [];
  const slower = latencies.filter(({ slowerIn }) => slowerIn !== undefined);
  const lines = latencies.map(
    ({ endpoint, fromMs, toMs, factor }) =>
      `${endpoint} ${duration(fromMs)}, then ${duration(toMs)} (× ${factor.toFixed(1)})`,
  );
  return [
    {
      title: 'Latency',
      meaning:
        'Medians, and the factor relative to the median of all endpoints of the same run. No verdict rests on it.',
      entries: slower.map(({ endpoint, slowerIn = [], fromMs, toMs, toWorstMs, factor }) => ({
        verdict: 'warn',
        head: endpoint,
        aside: `in ${slowerIn.join(' ')}`,
        says: [
          `median ${duration(fromMs)}, then ${duration(toMs)}, at worst ${duration(toWorstMs)}: ${factor.toFixed(1)} times slower than other endpoints became`,
        ],
        client: {
          label: 'For a client',
          text: 'It waits longer for this list, or runs into its time limit.',
        },
      })),
      notes: slower.length > 0 ? lines : [`All endpoints: ${lines.join('; ')}`],
    },
  ];
}
