import type { SeenField } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { FieldChange } from './comparison.js';

type Seen = SeenField['seen'];
type Kind = FieldChange['kind'];

/** Fields of one side by resource, form and name, each as it is in one version. */
interface FieldsIn {
  rows: ReadonlyMap<string, SeenField>;
  /** The forms of which an object was met, so that what was not seen is not there. */
  met: ReadonlySet<string>;
}

const KINDS: Record<Seen, Partial<Record<Seen, Kind>>> = {
  always: { sometimes: 'became-sometimes', never: 'vanished' },
  sometimes: { always: 'became-always', never: 'vanished' },
  never: { always: 'appeared', sometimes: 'appeared' },
  // Where no object was met that could have the field, nothing is known.
  unknown: {},
};

const ORDER: readonly Kind[] = ['vanished', 'became-sometimes', 'appeared', 'became-always'];

/**
 * The fields that came, went, or are no longer where they were, a field of a form at a time. Each
 * pair is a version of one side and one of the other; what neither side met is passed over.
 */
export function fieldChanges(pairs: readonly FieldPair[]): FieldChange[] {
  const found = new Map<string, FieldChange>();
  for (const { from, to, versions } of pairs) {
    const [before, after] = [fieldsIn(from, versions.from), fieldsIn(to, versions.to)];
    for (const [key, row] of new Map([...before.rows, ...after.rows])) {
      const kind = KINDS[seenAs(before, key, row)][seenAs(after, key, row)];
      if (kind === undefined) continue;
      const { resource, form, field } = row;
      const declared = after.rows.get(key)?.declared ?? false;
      const place = `${kind} ${declared} ${key}`;
      const change = found.get(place) ?? {
        kind,
        resource,
        form,
        field,
        cells: [],
        declared,
        consequence: consequenceOf(kind, declared),
      };
      change.cells.push(versions);
      found.set(place, change);
    }
  }
  return [...found.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** The fields of two sides, and the version of each that is held against the other. */
interface FieldPair {
  from: readonly SeenField[];
  to: readonly SeenField[];
  versions: { from: Version; to: Version };
}

function fieldsIn(fields: readonly SeenField[], version: Version): FieldsIn {
  const own = fields.filter((each) => each.version === version);
  return {
    rows: new Map(own.map((each) => [JSON.stringify([formOf(each), each.field]), each])),
    met: new Set(own.filter(({ seen }) => seen !== 'unknown').map(formOf)),
  };
}

/** A field that no object of a form had, and that the specification does not name, has no row. */
function seenAs({ rows, met }: FieldsIn, key: string, row: SeenField): Seen {
  return rows.get(key)?.seen ?? (met.has(formOf(row)) ? 'never' : 'unknown');
}

function formOf({ resource, form }: SeenField): string {
  return JSON.stringify([resource, form]);
}

function consequenceOf(kind: Kind, declared: boolean): string {
  return CONSEQUENCES[kind][declared ? 'declared' : 'undeclared'];
}

const CONSEQUENCES: Record<Kind, Record<'declared' | 'undeclared', string>> = {
  vanished: {
    declared: 'The field is missing, although the specification requires it.',
    undeclared: 'The field is missing; the specification does not require it.',
  },
  'became-sometimes': {
    declared: 'Some objects do not have it, although the specification requires it.',
    undeclared: 'Some objects do not have it; the specification does not require it.',
  },
  appeared: {
    declared: 'A client can read it.',
    undeclared: 'A client must not rely on it: the specification does not define it.',
  },
  'became-always': {
    declared: 'All objects have it now.',
    undeclared: 'A client must not rely on it: the specification does not define it.',
  },
};
