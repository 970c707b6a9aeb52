/** `YYYY-MM-DDTHH:MM:SS`, with or without a fraction and a zone; a blank for the T violates `conv.date` only. */
const ISO = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)?$/;

/**
 * A timestamp in milliseconds since 1970; undefined for any other value. "UTC by default" (docs/api.md,
 * "Conventions"): a time without a zone is UTC.
 */
export function timeOf(value: unknown): number | undefined {
  const [, time, zone = 'Z'] = (typeof value === 'string' ? ISO.exec(value) : null) ?? [];
  if (time === undefined) return undefined;
  const parsed = Date.parse(time + zone);
  return Number.isNaN(parsed) ? undefined : parsed;
}
