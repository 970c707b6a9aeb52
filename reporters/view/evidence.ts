import type {
  Exchange,
  Report,
  ReportedRequirement,
  ReportedViolation,
  Result,
} from '../../harness/report.js';
import { pathOn } from '../../harness/target.js';
import type { ViolationKind } from '../../harness/violation.js';

const SAYING_ALL: readonly ViolationKind[] = [
  'status',
  'response',
  'not-json',
  'json-type',
  'value',
  'missing',
  'premature',
  'type',
  'rows',
];

/** Whether the message of a violation has the expected and the received value, the latter in short. */
export function isSaid({ kind = 'other' }: ReportedViolation): boolean {
  return SAYING_ALL.includes(kind);
}

const byNumber = new WeakMap<Report, Map<number, Exchange>>();

/** An exchange by its number; undefined if it is not on record. */
export function exchangeAt(report: Report, n: number | undefined): Exchange | undefined {
  const known = byNumber.get(report) ?? new Map(report.exchanges.map((each) => [each.n, each]));
  byNumber.set(report, known);
  return n === undefined ? undefined : known.get(n);
}

/** The exchange that shows a violation, or else one that its result rests on. */
export function exchangeOf(
  report: Report,
  result: Result,
  violation: ReportedViolation | undefined,
): Exchange | undefined {
  const n = violation?.exchange ?? result.exchanges[0];
  return exchangeAt(report, n);
}

/** A request without the base URL: `GET /api/1.2/covers/`. */
export function requestText({ target }: Report, { request }: Exchange): string {
  return `${request.method} ${pathOn(target, request.url)}`;
}

/** What a requirement rests on: a section (`docs/api.md, Limits`), or the source of a client. */
export function sectionOf({ spec, breaks }: Pick<ReportedRequirement, 'spec' | 'breaks'>): string {
  return breaks === undefined ? `docs/api.md, ${spec}` : spec;
}
