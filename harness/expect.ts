import { type Answer, named } from './client/answer.js';
import { cut } from './masked.js';
import type { Seen } from './place.js';
import { inconclusive, type Mismatch, Violation } from './violation.js';

/**
 * Assertions for checks. Each method returns nothing if the assertion holds, and otherwise throws a
 * Violation with the expected and received values and their location.
 */
export class Expect {
  /** What the assertions have compared so far: the exchanges of whole answers, and the number of elements. */
  readonly compared = { answers: new Set<number>(), elements: 0 };

  /** Expects one of these statuses. */
  status(answer: Answer, ...allowed: number[]): void {
    this.compared.answers.add(answer.exchange);
    if (allowed.includes(answer.status)) return;
    const expected = `status ${allowed.join(' or ')}`;
    const { status } = answer;
    this.fail(unexpected(answer, expected, String(status), { kind: 'status', received: status }));
  }

  /** Expects a JSON body (docs/api.md, "What the service does"). */
  json(answer: Answer): void {
    this.compared.answers.add(answer.exchange);
    if (answer.notJson === undefined) return;
    const got = `${answer.headers['content-type'] ?? 'something else'} (${answer.notJson})`;
    const received = cut(answer.text, 200);
    this.fail(unexpected(answer, 'a JSON body', got, { kind: 'not-json', received }));
  }

  /** Expects a JSON array. */
  array(answer: Answer): void {
    this.json(answer);
    if (Array.isArray(answer.json)) return;
    this.fail(ofOtherType(answer, 'a JSON array'));
  }

  /** Expects a JSON object. */
  object(answer: Answer): void {
    this.json(answer);
    if (kindOf(answer.json) === 'an object') return;
    this.fail(ofOtherType(answer, 'a JSON object'));
  }

  /** Expects any 4xx, where docs/api.md does not name the status (docs/verdicts.md B-23). */
  refusal(answer: Answer): void {
    this.compared.answers.add(answer.exchange);
    if (answer.status >= 400 && answer.status <= 499) return;
    const { status } = answer;
    const more = { kind: 'status', received: status } as const;
    this.fail(unexpected(answer, 'a refusal (4xx)', String(status), more));
  }

  /** Expects that a value is right; `expected` is prose ("the requested id, 12"). */
  that(holds: boolean, seen: Seen, what: string, expected: string): void {
    this.compared.elements += 1;
    if (!holds) this.fail(unlike(seen, what, expected));
  }

  /** Expects that there are no mismatches among this number of answers or elements that were compared. */
  none(mismatches: readonly Mismatch[], compared: number): void {
    this.compared.elements += compared;
    if (mismatches.length > 0) throw new Violation(mismatches);
  }

  /**
   * Runs assertions on each of several things and collects the mismatches. An empty list proves
   * nothing, so it is inconclusive with the reason `missing` ("no bundle that is public").
   */
  each<T>(things: readonly T[], missing: string, judge: (thing: T, index: number) => void): void {
    if (things.length === 0) inconclusive(missing);
    this.compared.elements += things.length;
    const mismatches: Mismatch[] = [];
    things.forEach((thing, index) => {
      try {
        judge(thing, index);
      } catch (error) {
        if (!(error instanceof Violation)) throw error;
        mismatches.push(...error.mismatches);
      }
    });
    this.none(mismatches, 0);
  }

  /** The same for things of which there may be none. */
  all<T>(things: readonly T[], judge: (thing: T, index: number) => void): void {
    if (things.length > 0) this.each(things, 'nothing', judge);
  }

  /** Throws a violation. */
  fail(mismatch: Mismatch): never {
    throw new Violation([mismatch]);
  }
}

/** The mismatch of a response; `got` is prose, and what was received unless `more` says otherwise. */
export function unexpected(
  answer: Parameters<typeof named>[0] & Pick<Answer, 'exchange'>,
  expected: string,
  got: string,
  more: Partial<Mismatch> = {},
): Mismatch {
  const message = `${named(answer)}: expected ${expected}, got ${got}`;
  const { exchange } = answer;
  return { message, kind: 'response', expected, received: got, exchange, ...more };
}

function ofOtherType(answer: Answer, expected: string): Mismatch {
  const more = { kind: 'json-type', pointer: '', received: answer.json } as const;
  return unexpected(answer, expected, kindOf(answer.json), more);
}

/** Characters of an expected value in a message; whole objects are longer. */
const LONGEST_EXPECTED = 400;

/** The mismatch for a wrong value; `expected` is prose, as in `Expect.that`. */
export function unlike(seen: Seen, what: string, expected: string): Mismatch {
  return {
    message: `${what}: expected ${cut(expected, LONGEST_EXPECTED)}, got ${shown(seen.value)}`,
    kind: 'value',
    pointer: seen.at.pointer,
    expected,
    received: seen.value,
    exchange: seen.at.exchange,
  };
}

/** The type of a JSON value in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** A value as a short piece of JSON. */
export function shown(value: unknown, limit = 120): string {
  if (value === undefined) return 'nothing';
  return cut(JSON.stringify(beginningOf(value, { left: limit })) ?? String(value), limit);
}

/**
 * The beginning of a value, slightly longer than displayed: a value may be as large as a response.
 */
function beginningOf(value: unknown, room: { left: number }): unknown {
  room.left -= 1;
  if (typeof value === 'string') {
    const shown = value.slice(0, Math.max(0, room.left + 2));
    room.left -= shown.length;
    return shown;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      items.push(beginningOf(item, room));
      if (room.left < 0) break;
    }
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    room.left -= name.length + 3;
    members.push([name, beginningOf(member, room)]);
    if (room.left < 0) break;
  }
  return Object.fromEntries(members);
}
