import type { Requirement } from '../../../harness/requirement.js';
import type { CellFinding } from '../../../harness/walk/judging.js';
import type { Kind, ListState } from '../../../harness/walk/list-state.js';
import { tableNamed } from '../../../specification/tables.js';
import type { Version } from '../../../specification/versions.js';
import { type FormRequirement, isClaimed } from '../form.js';
import type { FormAspect } from '../samples.js';
import { readKind, type WalkKind } from './kind.js';
import { WALKED } from './walked-lists.js';

/** The requirement that blank fields are null and not omitted. */
const NOT_OMITTED = 'conv.blank.not-omitted';

/** The requirement that later pages are lists as well; it reports pages that are not. */
const LATER_PAGES = 'page.array';

const PAYLOADS = 'event.payload.';

/** The violations of a version, each reported by the one requirement that claims it. */
export function cellFindings(
  version: Version,
  lists: readonly ListState[],
  requirements: readonly Requirement[],
): CellFinding[] {
  const forms = requirements.filter(isForm).filter((each) => each.versions.includes(version));
  const claimant = (table: string, field: string, aspect: FormAspect) =>
    forms.find(({ claims }) => isClaimed(claims, { table, field, aspect }))?.id;
  const arePayloadsEmpty = emptyPayloads(lists);
  return lists.flatMap((list) => {
    const found = Object.entries(list.kinds).flatMap(([name, kind]): CellFinding[] => {
      const what = readKind(name);
      if (arePayloadsEmpty && isMissingInPayload(what)) return [];
      const blamed = blame(what, lists, claimant);
      return blamed === undefined ? [] : [{ ...blamed, version, path: list.path, kind }];
    });
    const payload = arePayloadsEmpty ? claimant('event.list', 'payload', 'missing') : undefined;
    const empty = payload === undefined ? undefined : payloadsTogether(list);
    if (payload === undefined || empty === undefined) return found;
    return [...found, { requirement: payload, version, path: list.path, kind: empty }];
  });
}

/** Whether a requirement claims schema violations. */
export function isForm(requirement: Requirement): requirement is FormRequirement {
  return 'claims' in requirement;
}

/** How many objects of a table were seen, and how many of them have the field. */
export function seenOf(
  lists: readonly ListState[],
  table: string,
  field: string,
): { objects: number; times: number } {
  const place = tableNamed(table).fields.findIndex(({ name }) => name === field) + 1;
  const counts = lists.flatMap(({ shown }) => (shown[table] === undefined ? [] : [shown[table]]));
  const sum = (index: number) => counts.reduce((all, each) => all + (each[index] ?? 0), 0);
  return { objects: sum(0), times: sum(place) };
}

type Claimant = (table: string, field: string, aspect: FormAspect) => string | undefined;

/**
 * "Blank fields are returned as null; they are never omitted": if other objects of the form have a
 * field that an object lacks, a blank is omitted; otherwise the form lacks the field.
 */
function blame(
  kind: WalkKind,
  lists: readonly ListState[],
  claimant: Claimant,
): Pick<CellFinding, 'requirement' | 'rather'> | undefined {
  if (kind.of === 'requirement') {
    const isAnswer = WALKED.some(({ answers }) => answers === kind.id);
    return { requirement: kind.id, ...(isAnswer ? { rather: LATER_PAGES } : {}) };
  }
  const { table, field, aspect } = kind;
  if (aspect === 'omitted') return { requirement: NOT_OMITTED };
  const requirement = claimant(table, field, aspect === 'lacking' ? 'missing' : aspect);
  if (requirement === undefined) return undefined;
  if (aspect !== 'lacking' || seenOf(lists, table, field).times === 0) return { requirement };
  return { requirement: NOT_OMITTED, rather: requirement };
}

/** Whether no payload of any category has a key: then the payload of events is missing. */
function emptyPayloads(lists: readonly ListState[]): boolean {
  const counts = lists.flatMap(({ shown }) =>
    Object.entries(shown).filter(([name]) => name.startsWith(PAYLOADS)),
  );
  const empty = counts.every(([, [, ...fields]]) => fields.every((times) => times === 0));
  return counts.length > 1 && empty;
}

function isMissingInPayload(kind: WalkKind): boolean {
  return kind.of === 'form' && kind.table.startsWith(PAYLOADS) && kind.aspect !== 'type';
}

function payloadsTogether({ kinds, shown }: ListState): Kind | undefined {
  const parts = Object.entries(kinds)
    .filter(([name]) => isMissingInPayload(readKind(name)))
    .map(([, kind]) => kind);
  const [first] = parts;
  if (first === undefined) return undefined;
  const counts = Object.entries(shown).filter(([name]) => name.startsWith(PAYLOADS));
  return {
    count: counts.reduce((all, [, [objects = 0]]) => all + objects, 0),
    ids: [...new Set(parts.flatMap(({ ids }) => ids))],
    examples: first.examples.map((example) => ({
      ...example,
      message:
        '`payload` of a listed event: expected the keys of its category, got an empty object',
      expected: 'the keys of its category',
      received: '{}',
    })),
  };
}
