/** The end of a temporary text. */
export const MARK = '-conformance';

/** The first segment of the path of a temporary URL. */
export const MARKED_PATH = 'conformance/';

/** The beginning of a temporary word of letters. */
export const MARKED_WORD = 'conformance';

/** The names that runs give to bundles and checks. */
const NAME = /^conformance-[0-9a-f]{8}\b/;

const TEMPORARY = [
  NAME,
  /-conformance$/,
  /^https?:\/\/(?:[\w-]+\.)*example\.(?:org|com)(?::\d+)?\/conformance\//,
  /^conformance[a-z]+(?:one|two)\b/,
];

/**
 * Whether a run of this suite wrote a value. Before the first write of a run it is a value of another
 * run: to restore it would make it permanent. Flags, numbers and states cannot be recognized.
 */
export function isTemporary(value: unknown): boolean {
  return typeof value === 'string' && TEMPORARY.some((pattern) => pattern.test(value));
}

/** Whether a name is that of an object which another run of this suite created. */
export function isOfAnotherRun(name: unknown, ownMarker: string): boolean {
  return typeof name === 'string' && NAME.test(name) && !name.startsWith(ownMarker);
}

/** The beginning of the names that a run gives to bundles and checks. */
export function markerOf(run: string): string {
  return `conformance-${run}`;
}
