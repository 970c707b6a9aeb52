import { CHANGE_KINDS, type ChangeKind } from '../../analysis/comparison/change-kind.js';
import type {
  Change,
  Comparison,
  FieldChange,
  Judged,
  Step,
} from '../../analysis/comparison/comparison.js';
import { groupedBy } from '../../harness/grouped-by.js';
import type { Finding, Part, Text } from '../document.js';
import { sectionOf } from '../view/evidence.js';
import { markOf } from '../view/signs.js';
import { several } from '../view/words.js';

/** A part of a step, without what stands before its title. */
export type Drafted = Pick<Part, 'title' | 'label' | 'blocks'>;

/** What each kind of change is called, between reports and between versions of one. */
export const TITLES: Record<Comparison['of'], Record<ChangeKind, string>> = {
  reports: {
    regression: 'regressed',
    'newly-failing': 'newly tested and failing',
    'not-comparable': 'cannot be compared',
    fixed: 'fixed',
    'no-longer-checked': 'no longer checked',
    'newly-passing': 'newly tested and passing',
  },
  versions: {
    regression: 'lost',
    'newly-failing': 'failing, and not checked there',
    'not-comparable': 'cannot be compared',
    fixed: 'gained',
    'no-longer-checked': 'not checked here',
    'newly-passing': 'passing, and not checked there',
  },
};

/** What each kind of change says of the two subjects of a step, with their names. */
const MEANINGS: Record<ChangeKind, (from: string, to: string) => string> = {
  regression: (from, to) => `Passed in ${from}, violated in ${to}.`,
  'not-comparable': (from, to) =>
    `Passes in one of ${from} and ${to} and is violated in the other, which sent requests that the first did not: neither fixed nor a regression. Run both with the same options.`,
  'newly-failing': (from, to) => `Violated in ${to}; not checked in ${from}.`,
  fixed: (from, to) => `Violated in ${from}, passes in ${to}.`,
  'no-longer-checked': (from, to) =>
    `Checked in ${from}, not in ${to}: neither fixed nor a regression.`,
  'newly-passing': (from, to) => `Passes in ${to}; not checked in ${from}.`,
};

/** Kinds that show the sentence and the current violation, because a client has something to lose. */
const GRAVE: readonly ChangeKind[] = ['regression', 'newly-failing', 'not-comparable'];

/** What changed in a step, the gravest first. */
export function changeParts(comparison: Comparison, step: Step): Drafted[] {
  return CHANGE_KINDS.flatMap((kind) => {
    const changes = step.changes.filter((change) => change.kind === kind);
    if (changes.length === 0) return [];
    const byReason = kind === 'no-longer-checked' || kind === 'newly-passing';
    const meaning: Text = { type: 'text', text: MEANINGS[kind](step.from, step.to), look: 'faint' };
    const found = byReason
      ? reasonFindings(changes)
      : changes.map((change) => changeFinding(comparison, change));
    const title = `${several(changes.length, 'requirement')} ${TITLES[comparison.of][kind]}`;
    return [{ title, blocks: [meaning, ...found] }];
  });
}

function changeFinding(comparison: Comparison, { kind, requirement, cells }: Change): Finding {
  const places = cells.map(({ from, to }) => ({ from: from.version, to: to.version }));
  // The different reasons for which the newer of the two verdicts is what it is.
  const reasons = cells.flatMap(({ from, to }) => [
    ...(from.checkedIn === undefined ? [] : [`last checked in ${from.checkedIn}`]),
    ...(kind === 'not-comparable' ? [`${from.verdict}, then ${to.verdict}`] : []),
    ...[to.why ?? from.why ?? []].flat(),
    ...expectation(to),
  ]);
  return requirementFinding(comparison, requirement, {
    verdict: cells[0]?.to.verdict ?? 'pass',
    where: whereOf(comparison.of, places),
    texts: GRAVE.includes(kind) ? [...new Set(reasons)] : [],
    isQuoted: GRAVE.includes(kind),
    label: kind === 'fixed' ? 'No longer true' : 'For a client',
  });
}

/** That the baseline of the newer run expects it, which makes it no less of a change. */
function expectation({ expected }: Judged): string[] {
  if (expected === undefined) return [];
  return [`the baseline expects it: ${expected.reason ?? 'no reason is given'}`];
}

/** What was not checked in one of the two, by the verdicts and by the reason. */
function reasonFindings(changes: readonly Change[]): Finding[] {
  const found = changes.flatMap(({ kind, requirement, cells }) =>
    cells.map(({ from, to }) => {
      const reason = (kind === 'newly-passing' ? from : to).why ?? 'no reason given';
      const head = `${from.verdict} → ${to.verdict}: ${reason}`;
      return { requirement, marks: [markOf(from.verdict), markOf(to.verdict)], head };
    }),
  );
  return groupedBy(found, ({ head }) => head).map((group): Finding => {
    const [{ marks, head }] = group;
    const ids = [...new Set(group.map(({ requirement }) => requirement))];
    return { type: 'finding', marks, head, evidence: [], ids, brief: ids.join(', ') };
  });
}

/** What is said of one requirement. */
export function requirementFinding(
  { requirements }: Comparison,
  id: string,
  said: {
    verdict: Judged['verdict'];
    where: string;
    texts: string[];
    isQuoted?: boolean;
    label?: string;
  },
): Finding {
  const requirement = requirements.find((each) => each.id === id);
  const { verdict, where, texts, isQuoted = false, label = 'For a client' } = said;
  const aside = [requirement?.level.toUpperCase() ?? '', where].filter((part) => part !== '');
  return {
    type: 'finding',
    marks: [markOf(verdict)],
    head: id,
    isId: true,
    aside: aside.join(', '),
    quote:
      isQuoted && requirement !== undefined
        ? { says: requirement.title, source: sectionOf(requirement) }
        : undefined,
    evidence: [{ texts }],
    client: requirement === undefined ? undefined : [label, requirement.consequence],
    brief: texts[0] ?? requirement?.title ?? '',
  };
}

/** `in 1.2 1.3`; nothing where two versions are compared. */
export function whereOf(of: Comparison['of'], cells: FieldChange['cells']): string {
  return of === 'versions' ? '' : `in ${cells.map(({ to }) => to).join(' ')}`;
}
