/**
 * What becomes of a text whose letters beyond ASCII are lost on the way: UTF-8 taken for Latin-1 or
 * for what Windows calls so, or a mark in place of each letter or of each of its bytes. "Responses
 * are JSON" (SPEC.md, "Conventions" 1), and JSON can write every letter. None for a text in ASCII.
 */
export function garblings(text: string): string[] {
  if (/^\p{ASCII}*$/u.test(text)) return [];
  const bytes = Buffer.from(text, 'utf8');
  return [
    bytes.toString('latin1'),
    new TextDecoder('windows-1252').decode(bytes),
    text.replace(/\P{ASCII}/gu, '?'),
    text.replace(/\P{ASCII}/gu, '\uFFFD'),
    text.replace(/\P{ASCII}/gu, ''),
    bytes.toString('latin1').replace(/\P{ASCII}/gu, '?'),
    bytes.toString('latin1').replace(/\P{ASCII}/gu, '\uFFFD'),
  ];
}
