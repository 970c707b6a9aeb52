import { unlike } from '../../harness/expect.js';
import { at } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { answersCollection, availableById } from '../support/endpoints.js';
import { hasFields, headerValues } from '../support/header-values.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { objectRequirement } from '../support/objects/object-requirement.js';

/** Words that programs write for a missing value. */
const WORDS_FOR_NOTHING = ['None', 'null', 'undefined', 'nil', 'NULL'];

/** People: everyone who sent a patch or a comment; as a list, in detail, and as a submitter. */
export const people: Group = {
  name: 'people',
  requirements: [
    ...answersCollection('person'),
    ...formsOfResource({
      id: 'person',
      one: 'a person',
      spec: 'Person',
    }),
    objectRequirement({
      id: 'person.name.as-sent',
      says: 'The name of a submitter is that of the mail: null if there is none, and with every character',
      spec: 'Conventions',
      level: 'should',
      consequence: 'A client displays a wrong name.',
      missing: 'no mail has a From header with the e-mail address of its submitter',
      objects: {
        appliesTo: (table) => hasFields(table, 'headers', 'submitter'),
        judge(mail) {
          const sender = senderOf(headerValues(mail, 'from')[0]);
          const [name, email] = [at(mail, 'submitter', 'name'), at(mail, 'submitter', 'email')];
          // Another address is that of a mailing list that forwarded the mail.
          const isOwn = sender?.address.toLowerCase() === String(email.value).toLowerCase();
          if (sender === undefined || !isOwn) return undefined;
          // Another name may come from an earlier mail; these values never do.
          const wrong = sender.name === '' ? WORDS_FOR_NOTHING : garblings(sender.name);
          if (typeof name.value !== 'string' || !wrong.includes(name.value)) return [];
          const expected = sender.name === '' ? 'null' : JSON.stringify(sender.name);
          return [unlike(name, '`name` of a submitter', expected)];
        },
      },
    }),
    requirement({
      id: 'person.submitters',
      says: 'A person is anyone who has submitted: a submitter is available at people/{id}/',
      spec: 'What the service does',
      level: 'should',
      needs: ['signed-in'],
      compares: true,
      consequence: 'A client that looks up the submitter of a mail gets 404.',
      check: (context) => availableById(context, 'person', 'no submitter was seen'),
    }),
  ],
};

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

/**
 * How a text can look after its non-ASCII characters are lost: UTF-8 decoded as Latin-1 or
 * windows-1252, or replaced characters or bytes. "Responses are JSON" (docs/api.md, "What the service does"),
 * which can encode every character. Empty for an ASCII text.
 */
function garblings(text: string): string[] {
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
