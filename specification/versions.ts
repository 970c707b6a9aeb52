/**
 * The versions of the API as ordered data (docs/api.md, "Versioning"). A version is never compared
 * as text: sets of versions are made with `since`, `until` and `between`.
 */
export const VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4'] as const;

/** One version of the API. */
export type Version = (typeof VERSIONS)[number];

/** Every version that the specification describes. */
export const ALL: readonly Version[] = VERSIONS;

/** The first and the last version, for texts. */
export const FIRST_TO_LAST = `${VERSIONS[0]} to ${VERSIONS.at(-1)}`;

/** Whether a text names a version that the specification describes. */
export function isVersion(text: string): text is Version {
  return (VERSIONS as readonly string[]).includes(text);
}

/** The versions in which objects can be written: what is required of writes begins with 1.2. */
export const WRITABLE_VERSIONS: readonly Version[] = VERSIONS.slice(VERSIONS.indexOf('1.2'));

/** The first version that lists the checks of a patch (docs/verdicts.md B-9). */
export const CHECKS_LISTED_SINCE: Version = '1.3';

/** `first` and every version after it. */
export function since(first: Version): readonly Version[] {
  return VERSIONS.slice(VERSIONS.indexOf(first));
}

/** Every version up to `last`, and `last` itself. */
export function until(last: Version): readonly Version[] {
  return VERSIONS.slice(0, VERSIONS.indexOf(last) + 1);
}

/** Every version from `first` to `last`, both among them. */
export function between(first: Version, last: Version): readonly Version[] {
  return VERSIONS.slice(VERSIONS.indexOf(first), VERSIONS.indexOf(last) + 1);
}

/** Every version before `bound`, which is not among them. */
export function before(bound: Version): readonly Version[] {
  return VERSIONS.slice(0, VERSIONS.indexOf(bound));
}

/** The last of some versions; the first of all where none is given. */
export function latest(...versions: readonly Version[]): Version {
  return VERSIONS.findLast((version) => versions.includes(version)) ?? VERSIONS[0];
}

/**
 * Reads what `--versions` takes: versions and ranges, separated by commas (`1.0,1.2..1.4`).
 * Returns them in order, each once. Throws a RangeError that lists what is allowed.
 */
export function parseVersions(text: string): Version[] {
  const wanted = new Set<Version>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [from, to, ...rest] = part.split('..');
    const first = from ?? '';
    const last = to ?? first;
    if (rest.length > 0 || !isVersion(first) || !isVersion(last)) {
      throw new RangeError(
        `"${part}" is no version: expected ${VERSIONS.join(', ')}, or a range such as 1.0..1.2`,
      );
    }
    const range = between(first, last);
    if (range.length === 0)
      throw new RangeError(`"${part}" runs backwards: expected ${last}..${first}`);
    for (const version of range) wanted.add(version);
  }
  return VERSIONS.filter((version) => wanted.has(version));
}
