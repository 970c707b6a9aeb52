import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import { quotation } from './quotation.js';
import { BadBaseline } from './yaml.js';

/** A value in a file, with its line. */
export class Place {
  constructor(
    private readonly value: unknown,
    readonly line: number,
    private readonly lineOf: (offset: number) => number,
  ) {}

  /** Whether it is empty: `key:`, `key: ~` or `key: null`. */
  get isBlank(): boolean {
    if (this.value === null || this.value === undefined) return true;
    const plain = isScalar(this.value) && this.value.type === 'PLAIN';
    return plain && this.scalar !== undefined && BLANKS.includes(this.scalar);
  }

  private get scalar(): string | undefined {
    const scalar = isScalar(this.value) ? this.value.value : undefined;
    return typeof scalar === 'string' ? scalar : undefined;
  }

  /** Returns the text. Throws a BadBaseline with `wanted` if it is none. */
  text(wanted: string): string {
    if (this.scalar !== undefined) return this.scalar;
    throw this.refusal(`expected ${wanted}, received ${this.kind}`);
  }

  /** Returns the items of a list. Throws a BadBaseline with `wanted` if it is none. */
  list(wanted: string): Place[] {
    if (isSeq(this.value)) return this.value.items.map((item) => this.inner(item));
    throw this.refusal(`expected ${wanted}, received ${this.kind}`);
  }

  /**
   * The values of a mapping by their keys. Throws a BadBaseline if it is none, or for a key that is not
   * among those allowed.
   */
  mapping<K extends string>(wanted: string, allowed: readonly K[]): Partial<Record<K, Place>> {
    if (!isMap(this.value)) throw this.refusal(`expected ${wanted}, received ${this.kind}`);
    const places: Partial<Record<K, Place>> = {};
    for (const pair of this.value.items) {
      const key = this.inner(pair.key);
      const name = key.text(`one of ${allowed.join(', ')}`);
      const known = allowed.find((each) => each === name);
      if (known === undefined) {
        throw key.refusal(`unknown key ${quotation(name)}; expected one of ${allowed.join(', ')}`);
      }
      places[known] = this.inner(pair.value, key.line);
    }
    return places;
  }

  /** Creates a BadBaseline for this line. */
  refusal(message: string): BadBaseline {
    return new BadBaseline(this.line, message);
  }

  private get kind(): string {
    if (this.isBlank) return 'nothing';
    if (isMap(this.value)) return 'a mapping';
    if (isSeq(this.value)) return 'a list';
    // Aliases are not needed, and could make a small file endless.
    if (isAlias(this.value)) return 'an alias (*…), which is not supported here';
    return this.scalar === undefined ? 'something else' : quotation(this.scalar);
  }

  private inner(value: unknown, line = this.line): Place {
    return new Place(value, startOf(value, this.lineOf) ?? line, this.lineOf);
  }
}

const BLANKS = ['', '~', 'null'];

function startOf(value: unknown, lineOf: (offset: number) => number): number | undefined {
  if (!(isScalar(value) || isMap(value) || isSeq(value) || isAlias(value))) return undefined;
  return value.range ? lineOf(value.range[0]) : undefined;
}
