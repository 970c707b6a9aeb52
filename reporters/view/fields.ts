import type { Report, SeenField } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Cell, Part } from '../document.js';
import { groupedBy } from './grouped-by.js';
import { inOrder } from './version-range.js';

/** One field of one form of a resource: a line of a table. */
export interface FieldRow {
  resource: string;
  form: SeenField['form'];
  field: string;
  cells: ReadonlyMap<Version, SeenField>;
}

/** The fields of one form of a resource. */
export interface FieldForm {
  resource: string;
  form: SeenField['form'];
  rows: FieldRow[];
  /** Whether any object was seen that could have these fields. */
  isSeen: boolean;
}

/** The fields by resource and form, in the order in which they come. */
export function formsOf(fields: readonly SeenField[]): FieldForm[] {
  return groupedBy(fields, ({ resource }) => resource).flatMap((ofResource) =>
    groupedBy(ofResource, ({ form }) => form).map((own) => ({
      resource: own[0].resource,
      form: own[0].form,
      rows: groupedBy(own, ({ field }) => field).map((cells) => ({
        ...cells[0],
        cells: new Map(cells.map((cell) => [cell.version, cell])),
      })),
      isSeen: own.some(({ seen }) => seen !== 'unknown'),
    })),
  );
}

/** The sign of a field in a version, and what it means. */
export function seenSign(own: SeenField | undefined): keyof typeof SEEN_MEANINGS {
  if (own?.seen === 'always') return '●';
  if (own?.seen === 'sometimes') return '◐';
  if (own === undefined || !own.declared) return '·';
  return own.seen === 'never' ? '○' : '?';
}

/** What each sign means. */
export const SEEN_MEANINGS = {
  '●': 'in every object',
  '◐': 'in some objects',
  '○': 'in no object',
  '?': 'no object seen that could have it',
  '·': 'not declared for this version, and not seen',
} as const;

/**
 * How a field differs from the specification in a version: `missing` is declared and not in every object,
 * `premature` is seen and declared for another version only (docs/verdicts.md B-6), an `addition` is seen
 * and declared for none (B-39), which is allowed.
 */
export type FieldMismatch = 'missing' | 'premature' | 'addition';

/** The mark of each mismatch, and what it means. */
export const MISMATCHES: Record<FieldMismatch, { mark: string; says: string }> = {
  missing: { mark: '!', says: 'declared, missing in some objects' },
  premature: { mark: '+', says: 'seen, but declared for other versions only' },
  addition: { mark: '+', says: 'seen, but declared for none of these versions: an addition' },
};

/** The mismatch of a field in a version, if there is one. */
export function mismatchOf({ cells }: FieldRow, version: Version): FieldMismatch | undefined {
  const own = cells.get(version);
  if (own === undefined) return undefined;
  const { declared, optional, seen } = own;
  if (declared) {
    return !optional && (seen === 'sometimes' || seen === 'never') ? 'missing' : undefined;
  }
  if (seen !== 'always' && seen !== 'sometimes') return undefined;
  return [...cells.values()].some((each) => each.declared) ? 'premature' : 'addition';
}

/** `2 mismatches, 1 addition`: a field of a form that differs in several versions counts once. */
export function mismatchCount(forms: readonly FieldForm[], versions: readonly Version[]): string {
  const rows = forms.flatMap((form) => form.rows);
  const count = (...kinds: FieldMismatch[]) =>
    rows.filter((row) =>
      versions.some((version) => kinds.some((kind) => mismatchOf(row, version) === kind)),
    ).length;
  const [wrong, added] = [count('missing', 'premature'), count('addition')];
  return [
    wrong === 0 ? 'no mismatch' : `${wrong} ${wrong === 1 ? 'mismatch' : 'mismatches'}`,
    ...(added === 0 ? [] : [`${added} ${added === 1 ? 'addition' : 'additions'}`]),
  ].join(', ');
}

/** Which field was seen in which version, and where that differs from the specification. */
export function fieldsPart({ fields }: Pick<Report, 'fields'>, verbose: boolean): Part | undefined {
  if (fields.length === 0) return undefined;
  const versions = inOrder(fields.map(({ version }) => version));
  const forms = formsOf(fields);
  return {
    id: 'fields',
    title: `Fields: ${mismatchCount(forms, versions)}`,
    label: 'Fields',
    called: 'fields',
    folded: true,
    pageOnly: verbose ? undefined : true,
    blocks: forms.map(({ resource, form, rows, isSeen }) => ({
      type: 'table',
      caption: `${resource}, ${form}${isSeen ? '' : ': no object seen'}`,
      columns: ['field', ...versions],
      rows: (isSeen ? rows : []).map((row) => ({
        name: row.field,
        cells: versions.map((version) => cellOf(row, version)),
      })),
    })),
  };
}

function cellOf(row: FieldRow, version: Version): Cell {
  const sign = seenSign(row.cells.get(version));
  const kind = mismatchOf(row, version);
  if (kind === undefined) return { text: sign, look: sign === '●' ? undefined : 'faint' };
  const { mark, says } = MISMATCHES[kind];
  return { text: sign + mark, look: kind === 'addition' ? 'warn' : 'fail', says };
}
