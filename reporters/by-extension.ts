import { extname } from 'node:path';

/**
 * The entry for a file's extension, in upper or lower case. Throws a RangeError that lists what is
 * allowed if there is none; `what` says what the file is to hold.
 */
export function byExtension<T>(formats: ReadonlyMap<string, T>, path: string, what: string): T {
  const found = formats.get(extname(path).toLowerCase());
  if (found !== undefined) return found;
  const allowed = [...formats.keys()].join(', ');
  throw new RangeError(
    `"${path}" names no format of ${what}: expected a file ending in ${allowed}`,
  );
}
