import type { Seen } from '../../harness/place.js';
import { at } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import { schemaViolations } from '../../schemas/validate.js';
import { ALL, type Version } from '../../specification/versions.js';
import type { Source } from './sources.js';

/**
 * What departs where an object is not of the version that was asked for, but through and through of
 * the one that its `url` names: one thing is wrong with it, and not each of its fields.
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
    message: `${path} in ${asked}: an object has the form of ${named}, which its \`url\` names`,
    pointer: url.at.pointer,
    expected: `an object of version ${asked}`,
    received: url.value,
    exchange: url.at.exchange,
  };
}
