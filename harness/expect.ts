import { type Answer, named } from './client/answer.js';
import type { Seen } from './place.js';
import { cut } from './redaction.js';
import { inconclusive, type Mismatch, Violation } from './violation.js';

/**
 * How a check says what it expects. Every method returns nothing if it holds and throws a Violation
 * that says expected, received and where if it does not.
 */
export class Expect {
  /** The status of an answer is one of those given. */
  status(answer: Answer, ...allowed: number[]): void {
    if (allowed.includes(answer.status)) return;
    const expected = `status ${allowed.join(' or ')}`;
    this.fail({
      message: `${named(answer)}: expected ${expected}, got ${answer.status}`,
      expected,
      received: answer.status,
      exchange: answer.exchange,
    });
  }

  /** The body of an answer is JSON (SPEC.md, "Conventions" 1). */
  json(answer: Answer): void {
    if (answer.notJson === undefined) return;
    this.fail({
      message: `${named(answer)}: expected a JSON body, got ${answer.headers['content-type'] ?? 'something else'} (${answer.notJson})`,
      expected: 'a JSON body',
      received: cut(answer.text, 200),
      exchange: answer.exchange,
    });
  }

  /** The body of an answer is a JSON array. */
  array(answer: Answer): void {
    this.json(answer);
    if (Array.isArray(answer.json)) return;
    this.fail({
      message: `${named(answer)}: expected a JSON array, got ${kindOf(answer.json)}`,
      pointer: '',
      expected: 'a JSON array',
      received: answer.json,
      exchange: answer.exchange,
    });
  }

  /** The body of an answer is a JSON object. */
  object(answer: Answer): void {
    this.json(answer);
    if (kindOf(answer.json) === 'an object') return;
    this.fail({
      message: `${named(answer)}: expected a JSON object, got ${kindOf(answer.json)}`,
      pointer: '',
      expected: 'a JSON object',
      received: answer.json,
      exchange: answer.exchange,
    });
  }

  /** A value is what it should be; `expected` is prose ("the id that was asked for, 12"). */
  that(holds: boolean, seen: Seen, what: string, expected: string): void {
    if (!holds) this.fail(unlike(seen, what, expected));
  }

  /** There is none of these mismatches. */
  none(mismatches: readonly Mismatch[]): void {
    if (mismatches.length > 0) throw new Violation(mismatches);
  }

  /**
   * Judges each of several things and collects what departs. An empty list has shown nothing, so it
   * is inconclusive; `missing` says what was wanted ("no bundle that is public").
   */
  each<T>(things: readonly T[], missing: string, judge: (thing: T, index: number) => void): void {
    if (things.length === 0) inconclusive(missing);
    const mismatches: Mismatch[] = [];
    things.forEach((thing, index) => {
      try {
        judge(thing, index);
      } catch (error) {
        if (!(error instanceof Violation)) throw error;
        mismatches.push(...error.mismatches);
      }
    });
    this.none(mismatches);
  }

  /** The same of things that there may be none of. */
  all<T>(things: readonly T[], judge: (thing: T, index: number) => void): void {
    if (things.length > 0) this.each(things, 'nothing', judge);
  }

  /** It does not hold. */
  fail(mismatch: Mismatch): never {
    throw new Violation([mismatch]);
  }
}

/** What departs where a value is not what it should be; `expected` is prose, as in `Expect.that`. */
export function unlike(seen: Seen, what: string, expected: string): Mismatch {
  return {
    message: `${what}: expected ${expected}, got ${shown(seen.value)}`,
    pointer: seen.at.pointer,
    expected,
    received: seen.value,
    exchange: seen.at.exchange,
  };
}

/** What kind of JSON value it is, in words. */
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

/** As much of a value as is shown of it in so many characters, and a little more: it may be as large as an answer. */
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
