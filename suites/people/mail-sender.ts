/** The sender in the `From` header of a mail. */
export interface Sender {
  /** Empty if the header has an address only. */
  name: string;
  address: string;
}

/** An encoded word (RFC 2047, section 2); white space between two of them is ignored. */
const ENCODED_WORD = /=\?([\w-]+)\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?[\w-]+\?[bq]\?))?/gi;

/**
 * Parses a `From` header with one sender; undefined if it is neither `Name <address>` nor an
 * address.
 */
export function senderOf(from: unknown): Sender | undefined {
  if (typeof from !== 'string' || from.length > 1_000) return undefined;
  const text = from.replace(/\s+/g, ' ').trim();
  if (/^[^\s<>,"]+@[^\s<>,"]+$/.test(text)) return { name: '', address: text };
  const [, phrase, address] = /^([^<>]*)<([^\s<>,"]+@[^\s<>,"]+)>$/.exec(text) ?? [];
  if (phrase === undefined || address === undefined) return undefined;
  const name = unquoted(phrase.trim()).replace(ENCODED_WORD, decoded);
  return { name: name.trim(), address };
}

function unquoted(phrase: string): string {
  const [, inner] = /^"(.*)"$/.exec(phrase) ?? [];
  return inner === undefined ? phrase : inner.replace(/\\(.)/g, '$1');
}

/** Returns the word unchanged if its charset is unknown. */
function decoded(word: string, charset: string, encoding: string, text: string): string {
  const bytes =
    encoding.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          'latin1',
        );
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return word;
  }
}
