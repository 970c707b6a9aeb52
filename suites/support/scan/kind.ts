import type { FormAspect } from '../samples.js';

/**
 * How an item violates its form, before the whole scan is known. `lacking`: a field that may be
 * blank is absent; other objects decide whether it is missing or an omitted blank.
 */
export type WalkAspect = FormAspect | 'lacking';

/** The kind of a mismatch. */
export type WalkKind =
  | { of: 'form'; table: string; field: string; aspect: WalkAspect }
  /** Of a requirement on objects or filters. */
  | { of: 'requirement'; id: string };

/** Serializes a kind of mismatch for a file; `readKind` reads it. */
export function writeKind(kind: WalkKind): string {
  if (kind.of === 'requirement') return kind.id;
  return `${kind.table}/${kind.field}/${kind.aspect}`;
}

/** Reads a kind written by `writeKind`; ignores text after a space. */
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
