import type { FormAspect } from '../samples.js';

/**
 * What a row departs from, before the whole walk is known: `lacking` is a field that may be blank and
 * is not there, of which the other objects tell whether it is missing or a blank that is omitted.
 */
export type WalkAspect = FormAspect | 'lacking';

/** What kind of mismatch one is. */
export type WalkKind =
  | { of: 'form'; table: string; field: string; aspect: WalkAspect }
  /** Of a requirement of its own. */
  | { of: 'requirement'; id: string };

/** A kind of mismatch as a word that can be kept in a file; `readKind` reads it. */
export function writeKind(kind: WalkKind): string {
  if (kind.of === 'requirement') return kind.id;
  return `${kind.table}/${kind.field}/${kind.aspect}`;
}

/** Reads what `writeKind` has written, whatever follows behind a blank. */
export function readKind(text: string): WalkKind {
  const [word = ''] = text.split(' ');
  const [table = '', field, aspect] = word.split('/');
  if (field === undefined || !isAspect(aspect)) return { of: 'requirement', id: word };
  return { of: 'form', table, field, aspect };
}

const ASPECTS: readonly string[] = ['missing', 'premature', 'type', 'omitted', 'lacking'];

function isAspect(word: string | undefined): word is WalkAspect {
  return word !== undefined && ASPECTS.includes(word);
}
