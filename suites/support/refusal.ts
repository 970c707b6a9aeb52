import type { Api } from '../../harness/api.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { type Expect, shown, unexpected } from '../../harness/expect.js';
import { isObject } from '../../harness/place.js';
import { type Mismatch, unanswered } from '../../harness/violation.js';
import { schemaViolations } from '../../schemas/validate.js';

/**
 * The statuses that refuse a read (docs/verdicts.md B-1, B-2). docs/api.md names 404 in one place and
 * 403 in another, so both are accepted; 401 and 2xx are not.
 */
export const REFUSALS = [403, 404] as const;

/**
 * Inconclusive unless the response is 200: without that control a refusal of another caller proves
 * nothing.
 */
export function asControl(answer: Answer, whose: string): void {
  if (answer.status === 200) return;
  unanswered(answer, ` to ${whose}, so a refusal of other callers proves nothing`);
}

/** Whether the caller was refused; any other status is a defect of the resource. */
export function isRefused({ status }: Answer): boolean {
  return [401, 403, 404].includes(status);
}

/** Expects that the caller has access; inconclusive if the request fails for another reason. */
export function expectLetIn(answer: Answer, expect: Expect): void {
  const isMatter = answer.status === 200 || isRefused(answer);
  if (!isMatter) unanswered(answer, ', which is not a matter of permission');
  expect.status(answer, 200);
}

/**
 * The difference between the responses for an existing id and an unknown id, to a caller who may
 * see neither (docs/api.md, "Authentication"). Empty if status and shape are the same.
 */
export function leakBetween(existing: Answer, unknown: Answer): Mismatch[] {
  for (const answer of [existing, unknown]) {
    if (answer.status >= 400 && answer.status <= 499) continue;
    unanswered(answer, ', which is not a refusal');
  }
  return differencesBetween(existing, unknown);
}

/** The same for responses that need not be refusals, such as those to OPTIONS. */
export function differencesBetween(existing: Answer, unknown: Answer): Mismatch[] {
  const [seen, wanted] = [outline(existing), outline(unknown)];
  if (seen === wanted) return [];
  const expected = `the same response as to ${named(unknown)}: ${wanted}`;
  return [unexpected(existing, expected, seen, { kind: 'different', pointer: '' })];
}

/** The schema violations in the body of a 403 or 404. */
export function detailViolations(api: Api, refusal: Answer): Mismatch[] {
  const violations = schemaViolations(api.version, 'error', 'detail', refusal.json);
  return violations.map(({ expected, pointer, received }) => {
    const what = `\`detail\` of status ${refusal.status}: ${expected}`;
    return unexpected(refusal, what, shown(received), { pointer, expected, received });
  });
}

/** Status, media type and shape of a response, without its texts. */
function outline(answer: Answer): string {
  const type = header(answer, 'content-type')?.split(';')[0] ?? 'no Content-Type';
  const shape = answer.notJson === undefined ? shown(shapeOf(answer.json)) : 'not JSON';
  return `${answer.status} ${type} ${shape}`;
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  const members = Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]);
  return Object.fromEntries(members.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** Whether a web page requires a sign-in that is not part of the API. */
export function isBarred({ status }: Answer): boolean {
  return status === 401 || status === 403 || (status >= 300 && status <= 399);
}
