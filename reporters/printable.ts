/** What is invisible and belongs to how a script is written: places to break a line, joiners, signs over numbers. */
const WRITTEN = /[\u00ad\u200b-\u200d\u0600-\u0605\u06dd\u070f\u08e2\u{110bd}\u{110cd}]/u;

/**
 * What a terminal would obey rather than show: C0, DEL and C1 (ESC among them), the line and
 * paragraph separators, halves of a surrogate pair, and whatever else is invisible: marks, embeddings, overrides
 * and isolates of direction that make text read differently from what it is, tags, a byte order mark, the
 * places beside them that Unicode keeps free for more of the kind, and what is no character, which XML cannot hold.
 */
const OBEYED = new RegExp(
  `(?!${WRITTEN.source})[\\p{Cc}\\p{Cs}\\p{Cf}\\u2028\\u2029\\u2060-\\u206f\\ufffe\\uffff\\u{e0000}-\\u{e00ff}]`,
  'gu',
);

/**
 * What the logs of CI systems obey anywhere in a line: `##[` (GitHub, Azure), `##vso[` (Azure), `##teamcity[`, and
 * the sections of GitLab. One character of each is escaped.
 */
const OBEYED_ANYWHERE = /(?<=#)#(?=(?:vso|teamcity)?\[)|(?<=section)_(?=(?:start|end):)/gi;

/** What they obey at its beginning, whatever the colour: `::` (GitHub), and the four groups of Buildkite. */
const OBEYED_FIRST = /^((?:[^\S\n\r\u2028\u2029]|\p{Cc}\[[\d;]*m)*)(:(?=:)|([-+~^])(?=\3\3 ))/gmu;

/**
 * Makes a text from anywhere harmless for a terminal and for the log of a CI: what would be obeyed is written as an
 * escape such as `\u{1b}`, so that it can be seen. The result is one line; a text that holds
 * nothing of the kind comes back as it is.
 */
export function printable(text: string): string {
  return text.replace(OBEYED, escaped).replace(OBEYED_ANYWHERE, escaped);
}

/** Lines, none of which begins with a command that the log of a CI would obey (`::error::`), whatever the colour. */
export function harmlessLines(text: string): string {
  return text.replace(OBEYED_FIRST, (_, blank: string, sign: string) => blank + escaped(sign));
}

function escaped(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}

/** What may stand in JSON as it is, and what a terminal or an editor would obey nevertheless. */
const OBEYED_IN_JSON = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A value as JSON, indented by two blanks. What a terminal or the log of a CI would obey is written as an escape,
 * which reads back as the same value; it stands in JSON within strings only.
 */
export function jsonText(value: unknown): string {
  const inJson = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const json = JSON.stringify(value, null, 2);
  return `${json.replace(OBEYED_IN_JSON, inJson).replace(OBEYED_ANYWHERE, inJson)}\n`;
}
