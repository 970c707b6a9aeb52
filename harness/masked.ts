/** A part of a text with masks: literal, or what stands for a secret and is its name. */
export type Part = string | { readonly name: string };

/** A part of a text that is masked, in whatever form it is written. */
export interface Passage {
  start: number;
  end: number;
  /** What stands in its place. */
  mask: Part;
  /** Of several that overlap, the one with the greatest weight is shown. */
  weight: number;
}

/** The text of parts. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** Replaces passages by their masks; several that overlap by one. */
export function masked(text: string, passages: readonly Passage[]): Part[] {
  const apart: Passage[] = [];
  for (const next of passages.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) apart.push({ ...next });
    else {
      last.end = Math.max(last.end, next.end);
      if (next.weight > last.weight) Object.assign(last, { mask: next.mask, weight: next.weight });
    }
  }
  const parts: Part[] = [];
  let done = 0;
  for (const { start, end, mask } of apart) {
    parts.push(text.slice(done, start), mask);
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** The beginning of a text in parts, of at most so many characters; no mask is cut. */
export function beginningOf(parts: readonly Part[], length: number): Part[] {
  const kept: Part[] = [];
  let left = length;
  for (const part of parts) {
    if (typeof part === 'string') kept.push(part.slice(0, Math.max(0, left)));
    else if (part.name.length <= left) kept.push(part);
    left -= typeof part === 'string' ? part.length : part.name.length;
    if (left < 0) break;
  }
  return kept;
}

/** The beginning of a text, followed by an ellipsis if it is cut, which identifies a cut secret. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
