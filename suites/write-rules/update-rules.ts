import type { Requirement } from '../../harness/requirement.js';
import { keepsAny } from './any-value.js';
import { keepsFixed, leavesUntyped, takesForms } from './encodings.js';
import { keepsFromInvalid, refusesInvalid, refusesNoObject } from './invalid.js';
import type { Subject } from './subject.js';
import { knowsNoOther } from './unauthorized.js';
import {
  answersTheState,
  isIdempotent,
  keepsField,
  leavesTheRest,
  showsInEveryVersion,
  showsInList,
  updatesByPatch,
  updatesByPut,
} from './updates.js';

/**
 * What is required of every update, whatever it updates: each field of the specification's table is
 * kept, and an invalid one refused. A chapter adds what only its own object has, and who may not
 * write it.
 */
export function updateRules(subject: Subject): Requirement[] {
  const tried = subject.fields.filter(({ name }) => !subject.untried?.includes(name));
  return [
    updatesByPatch(subject),
    ...subject.fields.map((field) => keepsField(subject, field)),
    ...keepsAny(subject),
    answersTheState(subject),
    leavesTheRest(subject),
    isIdempotent(subject),
    updatesByPut(subject),
    takesForms(subject),
    leavesUntyped(subject),
    keepsFixed(subject),
    showsInList(subject),
    showsInEveryVersion(subject),
    ...tried.map((field) => refusesInvalid(subject, field)),
    keepsFromInvalid(subject),
    refusesNoObject(subject),
    knowsNoOther(subject),
  ];
}

/** The rules of an update but for those that a chapter states in another way, or that do not apply. */
export function updateRulesBut(subject: Subject, ...left: readonly string[]): Requirement[] {
  const ids = left.map((part) => (part === '' ? subject.id : `${subject.id}.${part}`));
  return updateRules(subject).filter(({ id }) => !ids.includes(id));
}
