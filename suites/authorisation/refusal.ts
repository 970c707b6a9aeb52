import { type Answer, header, named } from '../../harness/client/answer.js';
import { type Expect, shown } from '../../harness/expect.js';
import { isObject } from '../../harness/place.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';

/**
 * The answers that refuse a read (docs/verdicts.md B-1, B-2): SPEC.md says 404 in one place and 403
 * in another, so both are accepted; 401 and any success are not.
 */
export const REFUSALS = [403, 404] as const;

/** Inconclusive unless the answer is 200: without it a refusal elsewhere shows nothing. */
export function asControl(answer: Answer, whose: string): void {
  if (answer.status === 200) return;
  inconclusive(
    `${named(answer)} answers ${answer.status} to ${whose}, so a refusal of others shows nothing`,
  );
}

/** Inconclusive where nobody in particular is let in: who signs in cannot be told there. */
export function mustBeGuarded(anonymous: Answer): void {
  if (anonymous.status < 200 || anonymous.status > 299) return;
  inconclusive(
    `${named(anonymous)} answers ${anonymous.status} without credentials, so it cannot show what they do`,
  );
}

/** Whether a caller is turned away; another status is a defect of what was asked for. */
export function isTurnedAway({ status }: Answer): boolean {
  return [401, 403, 404].includes(status);
}

/** The answer lets the caller in; inconclusive where it fails for reasons of its own. */
export function expectLetIn(answer: Answer, expect: Expect): void {
  if (answer.status === 200) return;
  if (isTurnedAway(answer)) expect.status(answer, 200);
  inconclusive(`${named(answer)} answers ${answer.status}, which is no matter of permission`);
}

/**
 * What tells an id that exists from one that does not, by the answers to a caller that may see
 * neither (SPEC.md, "Authentication" 4); nothing if the answers are alike in status and shape.
 */
export function leakBetween(existing: Answer, unknown: Answer): Mismatch[] {
  for (const answer of [existing, unknown]) {
    // That it is refused at all, and without a crash, is judged by requirements of their own.
    if (answer.status >= 400 && answer.status <= 499) continue;
    inconclusive(`${named(answer)} answers ${answer.status}, which is no refusal`);
  }
  const [seen, wanted] = [outline(existing), outline(unknown)];
  if (seen === wanted) return [];
  return [
    {
      message: `${named(existing)} is answered otherwise than ${named(unknown)}: ${seen} against ${wanted}`,
      pointer: '',
      expected: `the answer to an id that does not exist: ${wanted}`,
      received: seen,
      exchange: existing.exchange,
    },
  ];
}

/** Status and shape of an answer, without its texts. */
function outline(answer: Answer): string {
  const type = header(answer, 'content-type')?.split(';')[0] ?? 'no Content-Type';
  const shape = answer.notJson === undefined ? shown(shapeOf(answer.json)) : 'no JSON';
  return `${answer.status} ${type} ${shape}`;
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  const members = Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]);
  return Object.fromEntries(members.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
