/**
 * How a text can look after its non-ASCII characters are lost: UTF-8 decoded as Latin-1 or
 * windows-1252, or replaced characters or bytes. "Responses are JSON" (SPEC.md, "Conventions" 1),
 * which can encode every character. Empty for an ASCII text.
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
