import { isHeld, isViolated } from '../../analysis/comparison/change-kind.js';
import type {
  Comparison,
  Judged,
  OneSided,
  Step,
  VersionOffered,
} from '../../analysis/comparison/comparison.js';
import type { Finding, Item, List, Text } from '../document.js';
import { duration, several } from '../view/quantities.js';
import { markOf } from '../view/signs.js';

import { alikeFields, metOnceTexts } from './fields.js';
import { type Drafted, requirementFinding } from './requirement-finding.js';
import { alikeDifferences, bringsText, countsText, differenceText, whereOf } from './words.js';

/** What is new and what is gone: versions, requirements, fields, and what was observed otherwise; and what became slower. */
export function newsParts(
  comparison: Comparison,
  step: Step,
  program: string,
): { parts: Drafted[]; latency: Drafted[] } {
  return {
    parts: [
      ...step.versionsWent.map(wentPart),
      ...step.versionsCame.map((came) => camePart(comparison, step, came, program)),
      ...oneSidedPart(`only in ${step.to}`, step.requirementsNew, comparison),
      ...oneSidedPart(`only in ${step.from}`, step.requirementsGone, comparison),
      ...fieldPart(comparison.of, step),
      ...observationPart(comparison, step),
    ],
    latency: latencyPart(step),
  };
}

function notes(texts: readonly string[]): List[] {
  const items = texts.map((text): Item => ({ text }));
  return items.length === 0 ? [] : [{ type: 'list', items }];
}

function wentPart({ version, counts }: VersionOffered): Drafted {
  return {
    title: `${version} is no longer offered; ${several(counts.pass, 'requirement')} passed in it`,
    blocks: notes([`For a client: it can no longer use version ${version}.`]),
  };
}

function camePart(
  comparison: Comparison,
  step: Step,
  came: VersionOffered,
  program: string,
): Drafted {
  const known = came.violatedElsewhereToo;
  return {
    title: `${came.version} is newly offered: ${countsText(came)}`,
    blocks: [
      ...came.violated.map((judged) => judgedFinding(judged, comparison)),
      ...notes([
        ...(known.length === 0 ? [] : [`Violated as in other versions: ${known.join(', ')}`]),
        bringsText(comparison, step, came, program),
      ]),
    ],
  };
}

function oneSidedPart(
  where: string,
  found: readonly OneSided[],
  comparison: Comparison,
): Drafted[] {
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
      blocks: [
        ...violated.map((judged) => judgedFinding(judged, comparison)),
        ...notes([
          ...list('pass', others.filter(isHolding)),
          ...list(
            'not checked',
            others.filter((each) => !isHolding(each)),
          ),
        ]),
      ],
    },
  ];
}

/** What is violated where it could not be before. */
function judgedFinding(judged: Judged, { requirements }: Comparison): Finding {
  const { requirement, verdict, version, why } = judged;
  const texts = why === undefined ? [] : [why];
  return requirementFinding(requirement, requirements, { verdict, where: `in ${version}`, texts });
}

function fieldPart(of: Comparison['of'], step: Step): Drafted[] {
  const groups = alikeFields(step.fields);
  const texts = metOnceTexts(step);
  if (groups.length + texts.length === 0) return [];
  const found = groups.map(({ verdict, says, cells, consequence, lines }): Finding => {
    const where = whereOf(of, cells);
    return {
      type: 'finding',
      marks: [markOf(verdict)],
      head: says,
      aside: where === '' ? undefined : where,
      evidence: [{ texts: lines }],
      client: ['For a client', consequence],
      brief: lines.join('; '),
    };
  });
  return [{ title: 'Fields', blocks: [...found, ...notes(texts)] }];
}

function observationPart({ of, requirements }: Comparison, { observations }: Step): Drafted[] {
  if (observations.length === 0) return [];
  const blocks = observations.flatMap((change) =>
    alikeDifferences(change).map((cells) =>
      requirementFinding(change.requirement, requirements, {
        verdict: 'observed',
        where: whereOf(of, cells),
        texts: (cells[0]?.differences ?? []).map(differenceText),
      }),
    ),
  );
  return [{ title: 'Changed behaviour that is not specified', blocks }];
}

/** What became slower; how long every endpoint took is left to a list that became slower, and to the reports. */
function latencyPart({ latencies = [] }: Step): Drafted[] {
  const slower = latencies.filter(({ slowerIn }) => slowerIn !== undefined);
  if (slower.length === 0) return [];
  const meaning: Text = {
    type: 'text',
    text: 'Medians, and the factor relative to the median of all endpoints of the same run. No verdict rests on it.',
    look: 'faint',
  };
  const found = slower.map(
    ({ endpoint, slowerIn = [], fromMs, toMs, toWorstMs, factor }): Finding => ({
      type: 'finding',
      marks: [markOf('warn')],
      head: endpoint,
      aside: `in ${slowerIn.join(' ')}`,
      evidence: [
        {
          texts: [
            `median ${duration(fromMs)}, then ${duration(toMs)}, at worst ${duration(toWorstMs)}: ${factor.toFixed(1)} times slower than other endpoints became`,
          ],
        },
      ],
      client: ['For a client', 'It waits longer for this list, or runs into its time limit.'],
      brief: `${factor.toFixed(1)} times slower`,
    }),
  );
  const all = latencies.map(
    ({ endpoint, fromMs, toMs, factor }) =>
      `${endpoint} ${duration(fromMs)}, then ${duration(toMs)} (× ${factor.toFixed(1)})`,
  );
  return [{ title: 'Latency', blocks: [meaning, ...found, ...notes(all)] }];
}
