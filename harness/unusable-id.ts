import { shown } from './expect.js';
import { at, type Seen } from './place.js';

/**
 * Why none of some objects can be used by its `id`: a malformed id if there is one, otherwise
 * `missing`. `of` names the objects.
 */
export function whyNoId(objects: readonly Seen[], of: string, missing: string): string {
  const odd = objects
    .map((object) => at(object, 'id').value)
    .findIndex((id) => !Number.isSafeInteger(id));
  const object = objects[odd];
  return object === undefined ? missing : malformed(`\`id\` of ${of}`, at(object, 'id').value);
}

/** Says that a value is not an integer id. */
export function malformed(what: string, id: unknown): string {
  const is =
    id === undefined
      ? 'is missing'
      : `is ${shown(id)}, not an integer${Number.isInteger(id) ? ' below 2^53' : ''}`;
  return `${what} ${is} (see conv.id)`;
}
