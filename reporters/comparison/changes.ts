import { CHANGE_KINDS, type ChangeKind } from '../../analysis/comparison/change-kind.js';
import type { Change, Comparison, Step } from '../../analysis/comparison/comparison.js';
import type { ReportedRequirement } from '../../harness/report.js';
import { groupedBy } from '../view/grouped-by.js';
import { several } from '../view/quantities.js';
import type { Entry, Part } from './part.js';
import { MEANINGS, reasonsOf, TITLES, whereOf, why } from './words.js';

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
        title: `${several(changes.length, 'requirement')} ${TITLES[of][kind]}`,
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
  const where = whereOf(
    of,
    change.cells.map(({ from, to }) => ({ from: from.version, to: to.version })),
  );
  return {
    verdict: change.cells[0]?.to.verdict ?? 'pass',
    head: change.requirement,
    aside: [level, where].filter((part) => part !== '').join(', '),
    sentence: grave && requirement !== undefined ? requirement : undefined,
    says: grave ? reasonsOf(change) : [],
    client: {
      label: change.kind === 'fixed' ? 'No longer true' : 'For a client',
      text: requirement?.consequence ?? '',
    },
  };
}

/** What was not checked in one of the two, by the verdicts and by the reason. */
function reasonEntries(changes: readonly Change[]): Entry[] {
  const found = changes.flatMap(({ kind, requirement, cells }) =>
    cells.map(({ from, to }) => {
      const reason = (kind === 'newly-passing' ? why(from) : why(to)) ?? 'no reason given';
      const head = `${from.verdict} → ${to.verdict}: ${reason}`;
      return { requirement, verdict: to.verdict, before: from.verdict, head };
    }),
  );
  return groupedBy(found, ({ head }) => head).map((group) => {
    const [{ verdict, before, head }] = group;
    const ids = [...new Set(group.map(({ requirement }) => requirement))];
    return { verdict, before, head, says: [], ids };
  });
}
