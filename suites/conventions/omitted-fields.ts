import { tableNamed } from '../../specification/tables.js';
import type { FormMismatch, Sampled, Samples } from './samples.js';

/**
 * The mismatches of a samples, those told apart where a field is missing because it is blank. A form
 * is missing a field if no object of it has that; a blank is omitted where others have it.
 */
export function withOmissions({ met, mismatches }: Pick<Samples, 'met' | 'mismatches'>) {
  const known = new Known(met);
  const kept = new Set<string>();
  const omitted = mismatches.map(({ table, field, aspect, exchange, pointer }) => {
    if (aspect !== 'missing' || !isBlankable(table, field)) return false;
    const lacking = known.at(exchange, pointer);
    const blank = lacking !== undefined && isOmitted(known, lacking, field);
    if (!blank) kept.add(`${table} ${field}`);
    return blank;
  });
  return mismatches.map((mismatch, index): FormMismatch => {
    // Where one object lacks what is not blank, it is the field that is missing.
    const isForm = kept.has(`${mismatch.table} ${mismatch.field}`);
    return omitted[index] === true && !isForm ? { ...mismatch, aspect: 'omitted' } : mismatch;
  });
}

/**
 * The samples, where something embedded that may be blank is an object with nothing in it: that is a
 * blank which is not null, once, and not a defect of each of its fields.
 */
export function withoutEmpty(samples: Samples): Samples {
  const known = new Known(samples.met);
  const emptyObjects = samples.met.flatMap((object): FormMismatch[] => {
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
        message: `\`${field}\` of ${holder.table.resource} ${holder.value.id}: expected null, got an object with nothing in it`,
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
    met: samples.met.filter(
      ({ at: { exchange, pointer } }) => !places.has(`${exchange} ${pointer}`),
    ),
    mismatches: [...samples.mismatches.filter((mismatch) => !within(mismatch)), ...emptyObjects],
  };
}

/** What was met, to be found by its place, its form, and its id. */
class Known {
  readonly #byPlace: ReadonlyMap<string, Sampled>;
  readonly #byTable: ReadonlyMap<string, Sampled[]>;
  readonly #byId: ReadonlyMap<string, Sampled[]>;

  constructor(met: readonly Sampled[]) {
    this.#byPlace = new Map(met.map((each) => [`${each.at.exchange} ${each.at.pointer}`, each]));
    this.#byTable = groupedBy(met, ({ table }) => table.name);
    this.#byId = groupedBy(met, idOf);
  }

  /** The object that a field is one of. */
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

/** Whether an object lacks a field that others of its form have, and that is blank for all that is known. */
function isOmitted(known: Known, lacking: Sampled, field: string): boolean {
  const has = (object: Sampled) => Object.hasOwn(object.value, field);
  const [alike, twins] = [known.alike(lacking), known.twins(lacking)];
  if (twins.some(({ value }) => (value[field] ?? null) !== null)) return false;
  if (alike.length > 1) return alike.some(has);
  // Of the only one of its form the other forms of the same object must tell.
  return twins.some((twin) => known.alike(twin).some(has));
}

function groupedBy(
  met: readonly Sampled[],
  key: (object: Sampled) => string,
): Map<string, Sampled[]> {
  const groups = new Map<string, Sampled[]>();
  for (const object of met) {
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
 * The samples, where no payload of any category has a key: what is missing is then the payload of
 * events, once, and not the keys of each category.
 */
export function withoutEmptyPayloads(samples: Samples): Samples {
  const payloads = samples.met.filter(isPayload);
  const categories = new Set(payloads.map(({ table }) => table.name));
  const empty = payloads.every(({ value }) => Object.keys(value).length === 0);
  if (!empty || categories.size < 2) return samples;
  const missing = payloads.map(
    (payload): FormMismatch => ({
      table: 'event.list',
      field: 'payload',
      aspect: 'missing',
      message: '`payload` of a listed event: expected the keys of its category, it is empty',
      pointer: payload.at.pointer,
      expected: 'the keys of its category',
      received: payload.value,
      exchange: payload.at.exchange,
    }),
  );
  const others = samples.mismatches.filter(({ table }) => !categories.has(table));
  return {
    ...samples,
    met: samples.met.filter((object) => !isPayload(object)),
    mismatches: [...others, ...missing],
  };
}

function isPayload({ table }: Sampled): boolean {
  return table.name.startsWith('event.payload.');
}
