import type { Requirement } from '../../../harness/requirement.js';
import { encodingRules } from './encodings.js';
import { invalidRules } from './invalid.js';
import type { Subject } from './subject.js';
import { refusesUnknownId } from './unauthorized.js';
import { changeRules, displayRules } from './updates.js';

/**
 * Requirements on every update: each field of the specification's table is stored, and invalid
 * values are refused. Each resource adds its own requirements, and those on unauthorized callers.
 * `without` are the endings of the ids of rules that do not apply, or that the resource declares
 * itself.
 */
export function updateRules(subject: Subject, without: readonly string[] = []): Requirement[] {
  const left = without.map((part) => (part === '' ? subject.id : `${subject.id}.${part}`));
  return [
    ...changeRules(subject),
    ...encodingRules(subject),
    ...displayRules(subject),
    ...invalidRules(subject),
    refusesUnknownId(subject),
  ].filter(({ id }) => !left.includes(id));
}
