import { isHeld, isViolated } from '../../analysis/comparison/change-kind.js';
import type {
  Comparison,
  Difference,
  FieldChange,
  Judged,
  OneSided,
  Step,
  VersionOffered,
} from '../../analysis/comparison/comparison.js';
import { groupedBy } from '../../harness/grouped-by.js';
import { VERDICTS, type Verdict } from '../../harness/verdict.js';
import type { Finding, Item, List, Text } from '../document.js';
import { markOf } from '../view/signs.js';
import { number, several, span, valueText } from '../view/words.js';
import { type Drafted, requirementFinding, whereOf } from './changes.js';

/** What became of fields, in a few words, and the verdict that it is shown like. */
const FIELD_KINDS: Record<FieldChange['kind'], { says: string; verdict: Verdict }> = {
  vanished: { says: 'vanished', verdict: 'fail' },
  'became-sometimes': { says: 'now only in some objects', verdict: 'warn' },
  appeared: { says: 'appeared', verdict: 'pass' },
  'became-always': { says: 'now in all objects', verdict: 'pass' },
};

/** What is new and what is gone: versions, requirements, fields, and what was observed otherwise. */
export function newsParts(comparison: Comparison, step: Step): Drafted[] {
  return [
    ...step.versionsWent.map(wentPart),
    ...step.versionsCame.map((came) => camePart(comparison, came)),
    ...oneSidedPart(`only in ${step.to}`, step.requirementsNew, comparison),
    ...oneSidedPart(`only in ${step.from}`, step.requirementsGone, comparison),
    ...fieldPart(comparison.of, step),
    ...observationPart(comparison, step),
  ];
}

function notes(texts: readonly string[]): List[] {
  const items = texts.map((text): Item => ({ text }));
  return items.length === 0 ? [] : [{ type: 'list', items }];
}

function wentPart({ version, counts }: VersionOffered): Drafted {
  const label = `${version} is no longer offered`;
  return {
    title: `${label}; ${several(counts.pass, 'requirement')} passed in it`,
    label,
    blocks: notes([`For a client: it can no longer use version ${version}.`]),
  };
}

function camePart(comparison: Comparison, came: VersionOffered): Drafted {
  const known = came.violatedElsewhereToo;
  const label = `${came.version} is newly offered`;
  return {
    title: `${label}: ${countsText(came)}`,
    label,
    blocks: [
      ...came.violated.map((judged) => judgedFinding(judged, comparison)),
      ...notes([
        ...(known.length === 0 ? [] : [`Violated as in other versions: ${known.join(', ')}`]),
        `For a client: it can use version ${came.version} as well.`,
      ]),
    ],
  };
}

/** `229 pass, 5 fail, 1 warn` */
function countsText({ counts }: VersionOffered): string {
  const told = VERDICTS.filter((verdict) => verdict !== 'not-applicable' && counts[verdict] > 0);
  if (told.length === 0) return 'nothing was checked in it';
  return told.map((verdict) => `${number(counts[verdict])} ${verdict}`).join(', ');
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
function judgedFinding(judged: Judged, comparison: Comparison): Finding {
  const { requirement, verdict, version, why } = judged;
  const texts = why === undefined ? [] : [why];
  return requirementFinding(comparison, requirement, { verdict, where: `in ${version}`, texts });
}

/** The fields that changed, those together of which the same became in the same place. */
function fieldPart(of: Comparison['of'], { fields }: Step): Drafted[] {
  const found = groupedBy(fields, ({ kind, declared, cells }) => [kind, declared, cells]).map(
    (group): Finding => {
      const [{ kind, cells, consequence }] = group;
      const where = whereOf(of, cells);
      const texts = formTexts(group);
      return {
        type: 'finding',
        marks: [markOf(FIELD_KINDS[kind].verdict)],
        head: FIELD_KINDS[kind].says,
        aside: where === '' ? undefined : where,
        evidence: [{ texts }],
        client: ['For a client', consequence],
        brief: texts.join('; '),
      };
    },
  );
  return found.length === 0 ? [] : [{ title: 'Fields', blocks: found }];
}

/** `cover list, detail: mbox, web_url`, a line for each resource and set of fields. */
function formTexts(fields: readonly FieldChange[]): string[] {
  const forms = groupedBy(fields, ({ resource, form }) => [resource, form]).map((own) => ({
    ...own[0],
    names: own.map(({ field }) => field).join(', '),
  }));
  return groupedBy(forms, ({ resource, names }) => [resource, names]).map(
    (set) => `${set[0].resource} ${set.map(({ form }) => form).join(', ')}: ${set[0].names}`,
  );
}

function observationPart(comparison: Comparison, { observations }: Step): Drafted[] {
  if (observations.length === 0) return [];
  const blocks = observations.flatMap(({ requirement, cells: all }) =>
    groupedBy(all, ({ differences }) => differences).map((cells) =>
      requirementFinding(comparison, requirement, {
        verdict: 'observed',
        where: whereOf(comparison.of, cells),
        texts: (cells[0]?.differences ?? []).map(differenceText),
      }),
    ),
  );
  return [{ title: 'Changed behaviour that is not specified', blocks }];
}

/** What is not the same in an observed value, in one line. */
export function differenceText({ at, from, to, removed, added }: Difference): string {
  const parts = [
    ...(removed === undefined ? [] : [`no longer ${removed.map(String).join(', ')}`]),
    ...(added === undefined ? [] : [`now ${added.map(String).join(', ')}`]),
  ];
  const change = parts.length > 0 ? parts.join('; ') : `${valueText(from)} → ${valueText(to)}`;
  return at === '' ? change : `${at}: ${change}`;
}

/** What became slower; how long every endpoint took is in the reports. */
export function latencyPart({ latencies = [] }: Step): Drafted[] {
  if (latencies.length === 0) return [];
  const meaning: Text = {
    type: 'text',
    text: 'Medians, and the factor relative to the median of all endpoints of the same run. No verdict rests on it.',
    look: 'faint',
  };
  const found = latencies.map(
    ({ endpoint, slowerIn, fromMs, toMs, toWorstMs, factor }): Finding => ({
      type: 'finding',
      marks: [markOf('warn')],
      head: endpoint,
      aside: `in ${slowerIn.join(' ')}`,
      evidence: [
        {
          texts: [
            `median ${span(fromMs)}, then ${span(toMs)}, at worst ${span(toWorstMs)}: ${factor.toFixed(1)} times slower than other endpoints became`,
          ],
        },
      ],
      client: ['For a client', 'It waits longer for this list, or runs into its time limit.'],
      brief: `${factor.toFixed(1)} times slower`,
    }),
  );
  return [{ title: 'Latency', blocks: [meaning, ...found] }];
}
