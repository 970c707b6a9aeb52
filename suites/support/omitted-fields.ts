import { tableNamed } from '../../specification/tables.js';
import type { FormMismatch, Sampled, Samples } from './samples.js';

/**
 * Separates blank fields that are omitted from fields that are missing. A field is missing if no
 * object of its form has it; it is an omitted blank if other objects have it.
 */
export function withOmissions({
  collected,
  mismatches,
}: Pick<Samples, 'collected' | 'mismatches'>) {
  const known = new Known(collected);
  const kept = new Set<string>();
  const omitted = mismatches.map(({ table, field, aspect, exchange, pointer }) => {
    if (aspect !== 'missing' || !isBlankable(table, field)) return false;
    const lacking = known.at(exchange, pointer);
    const blank = lacking !== undefined && isOmitted(known, lacking, field);
    if (!blank) kept.add(`${table} ${field}`);
    return blank;
  });
  return mismatches.map((mismatch, index): FormMismatch => {
    // If one object lacks a value that is not blank, the field is missing.
    const isForm = kept.has(`${mismatch.table} ${mismatch.field}`);
    return omitted[index] === true && !isForm ? { ...mismatch, aspect: 'omitted' } : mismatch;
  });
}

/**
 * Replaces an embedded object with only null members, where the field may be blank, by a single
 * mismatch: a blank that is not null, instead of a defect of each of its fields.
 */
export function withoutEmpty(samples: Samples): Samples {
  const known = new Known(samples.collected);
  const emptyObjects = samples.collected.flatMap((object): FormMismatch[] => {
    const { exchange, pointer } = object.at;
    const isEmpty = Object.values(object.value).every((value) => value === null);
    const holder = isEmpty ? known.at(exchange, pointer) : undefined;
    const field = pointer.slice(pointer.lastIndexOf('/') + 1);
    if (holder === undefined || !isBlankable(holder.table.name, field)) return [];
    return [
      {
        table: holder.table.name,
        field,
        aspect: 'omitted',
        message: `\`${field}\` of ${holder.table.resource} ${holder.value.id}: expected null, got an object with only null members`,
        pointer,
        expected: 'null',
        received: object.value,
        exchange,
      },
    ];
  });
  if (emptyObjects.length === 0) return samples;
  const places = new Set(emptyObjects.map(({ exchange, pointer }) => `${exchange} ${pointer}`));
  const within = ({ exchange, pointer = '' }: FormMismatch) =>
    places.has(`${exchange} ${pointer.slice(0, pointer.lastIndexOf('/'))}`);
  return {
    ...samples,
    collected: samples.collected.filter(
      ({ at: { exchange, pointer } }) => !places.has(`${exchange} ${pointer}`),
    ),
    mismatches: [...samples.mismatches.filter((mismatch) => !within(mismatch)), ...emptyObjects],
  };
}

/** The sampled objects by JSON pointer, form and id. */
class Known {
  readonly #byPlace: ReadonlyMap<string, Sampled>;
  readonly #byTable: ReadonlyMap<string, Sampled[]>;
  readonly #byId: ReadonlyMap<string, Sampled[]>;

  constructor(collected: readonly Sampled[]) {
    this.#byPlace = new Map(
      collected.map((each) => [`${each.at.exchange} ${each.at.pointer}`, each]),
    );
    this.#byTable = groupedBy(collected, ({ table }) => table.name);
    this.#byId = groupedBy(collected, idOf);
  }

  /** The object that has the field at this pointer. */
  at(exchange: number | undefined, pointer = ''): Sampled | undefined {
    return this.#byPlace.get(`${exchange} ${pointer.slice(0, pointer.lastIndexOf('/'))}`);
  }

  /** Every object of the same form. */
  alike({ table }: Sampled): Sampled[] {
    return this.#byTable.get(table.name) ?? [];
  }

  /** The same object in other forms. */
  twins(object: Sampled): Sampled[] {
    const same = object.value.id === undefined ? [] : (this.#byId.get(idOf(object)) ?? []);
    return same.filter(({ table }) => table !== object.table);
  }
}

/**
 * Whether an object lacks a field that others of its form have, and that is blank in every other
 * form of the object.
 */
function isOmitted(known: Known, lacking: Sampled, field: string): boolean {
  const has = (object: Sampled) => Object.hasOwn(object.value, field);
  const [alike, twins] = [known.alike(lacking), known.twins(lacking)];
  if (twins.some(({ value }) => (value[field] ?? null) !== null)) return false;
  if (alike.length > 1) return alike.some(has);
  // For the only object of its form, the other forms of the same object decide.
  return twins.some((twin) => known.alike(twin).some(has));
}

function groupedBy(
  collected: readonly Sampled[],
  key: (object: Sampled) => string,
): Map<string, Sampled[]> {
  const groups = new Map<string, Sampled[]>();
  for (const object of collected) {
    const group = groups.get(key(object));
    if (group === undefined) groups.set(key(object), [object]);
    else group.push(object);
  }
  return groups;
}

function isBlankable(table: string, name: string): boolean {
  return tableNamed(table).fields.some((field) => field.name === name && field.blank);
}

function idOf({ table, value }: Sampled): string {
  return `${table.resource} ${JSON.stringify(value.id)}`;
}

/**
 * If no payload of any category has a key, the payload of events is reported as missing once,
 * instead of the keys of each category.
 */
export function withoutEmptyPayloads(samples: Samples): Samples {
  const payloads = samples.collected.filter(isPayload);
  const categories = new Set(payloads.map(({ table }) => table.name));
  const empty = payloads.every(({ value }) => Object.keys(value).length === 0);
  if (!empty || categories.size < 2) return samples;
  const missing = payloads.map(
    (payload): FormMismatch => ({
      table: 'event.list',
      field: 'payload',
      aspect: 'missing',
      message:
        '`payload` of a listed event: expected the keys of its category, got an empty object',
      pointer: payload.at.pointer,
      expected: 'the keys of its category',
      received: payload.value,
      exchange: payload.at.exchange,
    }),
  );
  const others = samples.mismatches.filter(({ table }) => !categories.has(table));
  return {
    ...samples,
    collected: samples.collected.filter((object) => !isPayload(object)),
    mismatches: [...others, ...missing],
  };
}

function isPayload({ table }: Sampled): boolean {
  return table.name.startsWith('event.payload.');
}
