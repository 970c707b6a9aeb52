import { type Answer, named } from './client/answer.js';
import type { Seen } from './place.js';
import { cut } from './redaction.js';
import { inconclusive, type Mismatch, Violation } from './violation.js';

/**
 * Assertions for checks. Each method returns nothing if the assertion holds, and otherwise throws a
 * Violation with the expected and received values and their location.
 */
export class Expect {
  /** Expects one of these statuses. */
  status(answer: Answer, ...allowed: number[]): void {
    if (allowed.includes(answer.status)) return;
    const expected = `status ${allowed.join(' or ')}`;
    this.fail({
      message: `${named(answer)}: expected ${expected}, got ${answer.status}`,
      kind: 'status',
      expected,
      received: answer.status,
      exchange: answer.exchange,
    });
  }

  /** Expects a JSON body (docs/api.md, "What the service does"). */
  json(answer: Answer): void {
    if (answer.notJson === undefined) return;
    this.fail({
      message: `${named(answer)}: expected a JSON body, got ${answer.headers['content-type'] ?? 'something else'} (${answer.notJson})`,
      kind: 'not-json',
      expected: 'a JSON body',
      received: cut(answer.text, 200),
      exchange: answer.exchange,
    });
  }

  /** Expects a JSON array. */
  array(answer: Answer): void {
    this.json(answer);
    if (Array.isArray(answer.json)) return;
    this.fail({
      message: `${named(answer)}: expected a JSON array, got ${kindOf(answer.json)}`,
      kind: 'json-type',
      pointer: '',
      expected: 'a JSON array',
      received: answer.json,
      exchange: answer.exchange,
    });
  }

  /** Expects a JSON object. */
  object(answer: Answer): void {
    this.json(answer);
    if (kindOf(answer.json) === 'an object') return;
    this.fail({
      message: `${named(answer)}: expected a JSON object, got ${kindOf(answer.json)}`,
      kind: 'json-type',
      pointer: '',
      expected: 'a JSON object',
      received: answer.json,
      exchange: answer.exchange,
    });
  }

  /** Expects any 4xx, where docs/api.md does not name the status (docs/verdicts.md B-23). */
  refusal(answer: Answer): void {
    if (answer.status >= 400 && answer.status <= 499) return;
    this.fail({
      message: `${named(answer)}: expected a refusal (4xx), got ${answer.status}`,
      kind: 'status',
      expected: 'status 4xx',
      received: answer.status,
      exchange: answer.exchange,
    });
  }

  /** Expects that a value is right; `expected` is prose ("the requested id, 12"). */
  that(holds: boolean, seen: Seen, what: string, expected: string): void {
    if (!holds) this.fail(unlike(seen, what, expected));
  }

  /** Expects that there are no mismatches. */
  none(mismatches: readonly Mismatch[]): void {
    if (mismatches.length > 0) throw new Violation(mismatches);
  }

  /**
   * Runs assertions on each of several things and collects the mismatches. An empty list proves
   * nothing, so it is inconclusive with the reason `missing` ("no bundle that is public").
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

  /** The same for things of which there may be none. */
  all<T>(things: readonly T[], judge: (thing: T, index: number) => void): void {
    if (things.length > 0) this.each(things, 'nothing', judge);
  }

  /** Throws a violation. */
  fail(mismatch: Mismatch): never {
    throw new Violation([mismatch]);
  }
}

/** The mismatch for a wrong value; `expected` is prose, as in `Expect.that`. */
export function unlike(seen: Seen, what: string, expected: string): Mismatch {
  return {
    message: `${what}: expected ${expected}, got ${shown(seen.value)}`,
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
