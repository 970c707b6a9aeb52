import { groupedBy } from '../../harness/grouped-by.js';
import type { Report, SeenField } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Cell, Part } from '../document.js';
import { inOrder, several } from './words.js';

/**
 * How a field differs from the specification in a version: `missing` is declared and not in every object,
 * `premature` is seen and declared for another version only (docs/verdicts.md B-6), an `addition` is seen
 * and declared for none (B-39), which is allowed. Where the specification describes no field of the form in that
 * version, such as those of a patch, nothing differs from it.
 */
type Mismatch = 'missing' | 'premature' | 'addition';

/** What is shown of each mismatch behind the sign of the field. */
const MISMATCHES: Record<Mismatch, Cell> = {
  missing: { text: '!', look: 'fail', says: 'declared, missing in some objects' },
  premature: { text: '+', look: 'fail', says: 'seen, but declared for other versions only' },
  addition: {
    text: '+',
    look: 'warn',
    says: 'seen, but declared for none of these versions: an addition',
  },
};

/** A field of one form of a resource, in the versions in which it is declared or was seen. */
interface Row {
  name: string;
  own: readonly SeenField[];
  /** The versions in which the specification describes the form. */
  described: ReadonlySet<Version>;
}

/** Which field was seen in which version, and where that differs from the specification. */
export function fieldsPart({ fields }: Pick<Report, 'fields'>, verbose: boolean): Part | undefined {
  if (fields.length === 0) return undefined;
  const versions = inOrder(fields.map(({ version }) => version));
  const forms = groupedBy(fields, ({ resource }) => resource)
    .flatMap((own) => groupedBy(own, ({ form }) => form))
    .map((own) => ({
      ...own[0],
      rows: rowsOf(own),
      isSeen: own.some(({ seen }) => seen !== 'unknown'),
    }));
  return {
    id: 'fields',
    title: `Presence of fields: ${mismatchCount(forms.flatMap(({ rows }) => rows))}`,
    label: 'Fields',
    folded: true,
    pageOnly: verbose ? undefined : true,
    blocks: forms.map(({ resource, form, rows, isSeen }) => ({
      type: 'table',
      caption: `${resource}, ${form}${isSeen ? '' : ': no object seen'}`,
      columns: ['field', ...versions],
      rows: (isSeen ? rows : []).map((row) => ({
        name: row.name,
        cells: versions.map((version) => cellOf(row, version)),
      })),
    })),
  };
}

function rowsOf(form: readonly SeenField[]): Row[] {
  const declared = form.filter((each) => each.declared);
  const described = new Set(declared.map(({ version }) => version));
  return groupedBy(form, ({ field }) => field).map((own) => ({
    name: own[0].field,
    own,
    described,
  }));
}

/** `2 mismatches, 1 addition`: a field of a form that differs in several versions counts once. */
function mismatchCount(rows: readonly Row[]): string {
  const found = rows.map((row) => new Set(row.own.map((each) => mismatchOf(row, each))));
  const wrong = found.filter((kinds) => kinds.has('missing') || kinds.has('premature')).length;
  const added = found.filter((kinds) => kinds.has('addition')).length;
  return [
    wrong === 0 ? 'no mismatch' : several(wrong, 'mismatch', 'mismatches'),
    ...(added === 0 ? [] : [several(added, 'addition')]),
  ].join(', ');
}

/**
 * `●` in every object, `◐` in some, `○` in none, `?` no object seen that could have it, `·` not declared for the
 * version and not seen.
 */
function signOf({ seen, declared }: SeenField): string {
  if (seen === 'always') return '●';
  if (seen === 'sometimes') return '◐';
  if (!declared) return '·';
  return seen === 'never' ? '○' : '?';
}

function mismatchOf(row: Row, field: SeenField): Mismatch | undefined {
  const { declared, optional, seen, version } = field;
  if (!row.described.has(version)) return undefined;
  if (declared) {
    return !optional && (seen === 'sometimes' || seen === 'never') ? 'missing' : undefined;
  }
  if (seen !== 'always' && seen !== 'sometimes') return undefined;
  return row.own.some((each) => each.declared) ? 'premature' : 'addition';
}

function cellOf(row: Row, version: Version): Cell {
  const own = row.own.find((each) => each.version === version);
  if (own === undefined) return { text: '·', look: 'faint' };
  const sign = signOf(own);
  const kind = mismatchOf(row, own);
  if (kind === undefined) return { text: sign, look: sign === '●' ? undefined : 'faint' };
  return { ...MISMATCHES[kind], text: sign + MISMATCHES[kind].text };
}
