import type { Seen } from '../../harness/place.js';
import { at } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import { schemaViolations } from '../../schemas/validate.js';
import { ALL, type Version } from '../../specification/versions.js';
import type { Source } from './sources.js';

/**
 * The mismatch of an object that is valid in the version named by its `url`, not in the requested
 * one: reported once, instead of once per field.
 */
export function ofAnotherVersion(
  asked: Version,
  { resource, form, path }: Pick<Source, 'resource' | 'form' | 'path'>,
  seen: Seen,
): Mismatch | undefined {
  const url = at(seen, 'url');
  const named = ALL.find((version) => String(url.value).includes(`/api/${version}/`));
  if (named === undefined || named === asked) return undefined;
  if (schemaViolations(asked, resource, form, seen.value).length === 0) return undefined;
  if (schemaViolations(named, resource, form, seen.value).length > 0) return undefined;
  return {
    message: `${path} in ${asked}: an object has the form of ${named}, the version in its \`url\``,
    pointer: url.at.pointer,
    expected: `an object of version ${asked}`,
    received: url.value,
    exchange: url.at.exchange,
  };
}
