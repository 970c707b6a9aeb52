/** The values of a header of a mail, by case-insensitive name (SPEC.md, "Cover letter"). */
export function headerValues(headers: Readonly<Record<string, unknown>>, wanted: string): string[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === 'string');
}
