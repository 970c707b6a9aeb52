import { CHANGE_KINDS, type ChangeKind } from '../../analysis/comparison/change-kind.js';
import type { Change, Comparison, Step } from '../../analysis/comparison/comparison.js';
import type { ReportedRequirement } from '../../harness/report.js';
import type { Entry, Part } from './part.js';
import { MEANINGS, placesOf, reasonsOf, titleOf, whereOf, why } from './words.js';

/** The requirements of a comparison by their id. */
export type Requirements = ReadonlyMap<string, ReportedRequirement>;

/** Kinds of which the sentence and what is said now matter: a client has something to lose. */
const GRAVE: readonly ChangeKind[] = ['regression', 'newly-failing'];

/** What changed in a step, a part a kind, the gravest first. */
export function changeParts({ of }: Comparison, step: Step, requirements: Requirements): Part[] {
  return CHANGE_KINDS.flatMap((kind) => {
    const changes = step.changes.filter((change) => change.kind === kind);
    if (changes.length === 0) return [];
    const byReason = kind === 'no-longer-checked' || kind === 'newly-passing';
    return [
      {
        title: titleOf(of, kind, changes.length),
        meaning: MEANINGS[kind](step.from, step.to),
        entries: byReason
          ? reasonEntries(changes)
          : changes.map((change) => changeEntry(of, change, requirements)),
        notes: [],
      },
    ];
  });
}

function changeEntry(of: Comparison['of'], change: Change, requirements: Requirements): Entry {
  const requirement = requirements.get(change.requirement);
  const grave = GRAVE.includes(change.kind);
  const level = requirement?.level.toUpperCase() ?? '';
  const where = whereOf(of, placesOf(change));
  return {
    verdict: change.cells[0]?.to.verdict ?? 'pass',
    head: change.requirement,
    aside: [level, where].filter((part) => part !== '').join(', '),
    ...(grave && requirement !== undefined ? { sentence: requirement } : {}),
    says: grave ? reasonsOf(change) : [],
    client: {
      label: change.kind === 'fixed' ? 'No longer true' : 'For a client',
      text: requirement?.consequence ?? '',
    },
  };
}

/** What was not judged in one of the two, by the verdicts and by the reason. */
function reasonEntries(changes: readonly Change[]): Entry[] {
  const groups = new Map<string, Entry & { ids: string[] }>();
  for (const { kind, requirement, cells } of changes) {
    for (const { from, to } of cells) {
      const reason = (kind === 'newly-passing' ? why(from) : why(to)) ?? 'no reason given';
      const head = `${from.verdict} → ${to.verdict}: ${reason}`;
      const group = groups.get(head) ?? {
        verdict: to.verdict,
        before: from.verdict,
        head,
        says: [],
        ids: [],
      };
      if (!group.ids.includes(requirement)) group.ids.push(requirement);
      groups.set(head, group);
    }
  }
  return [...groups.values()];
}
