import type { Requirement } from '../../harness/requirement.js';
import { encodingRules } from './encodings.js';
import { invalidRules } from './invalid.js';
import type { Subject } from './subject.js';
import { knowsNoOther } from './unauthorized.js';
import { changeRules, displayRules } from './updates.js';

/**
 * What is required of every update, whatever it updates: each field of the specification's table is
 * kept, and an invalid one refused. A chapter adds what only its own object has, and who may not
 * write it. `without` are the ends of the ids of rules that do not apply, or that it states itself.
 */
export function updateRules(subject: Subject, without: readonly string[] = []): Requirement[] {
  const left = without.map((part) => (part === '' ? subject.id : `${subject.id}.${part}`));
  return [
    ...changeRules(subject),
    ...encodingRules(subject),
    ...displayRules(subject),
    ...invalidRules(subject),
    knowsNoOther(subject),
  ].filter(({ id }) => !left.includes(id));
}
