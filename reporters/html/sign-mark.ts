import { type Sign, SYMBOLS } from '../view/signs.js';
import { type Markup, markup } from './markup.js';

/** What each sign means, in a few words. */
export const MEANINGS: Record<Sign, string> = {
  pass: 'it holds',
  fail: 'a MUST is violated',
  expected: 'fails or cannot be judged, as the baseline has it',
  warn: 'a SHOULD is violated',
  inconclusive: 'could not be judged; the reason says what is missing',
  skipped: 'by choice of the user',
  'not-applicable': 'not in this version',
  observed: 'nothing to judge; what the instance does is recorded',
  error: 'of the suite or the network; not held against the instance',
};

/**
 * Signs whose word is shown in the matrix; for the others, which are many, the sign is enough to the
 * eye, and the legend below has the word.
 */
const SPOKEN: readonly Sign[] = ['fail', 'expected', 'warn', 'inconclusive', 'error'];

/**
 * A link that shows a sign, as it stands in a cell of the matrix; its name is the word. A page may
 * have thousands, so that each is lean.
 */
export function signLink(sign: Sign, address: string): Markup {
  if (SPOKEN.includes(sign)) {
    return markup`<a href="${address}" tabindex="-1">${signOnly(sign)} <span class="word">${sign}</span></a>`;
  }
  return markup`<a href="${address}" tabindex="-1" aria-label="${sign}">${SYMBOLS[sign]}</a>`;
}

/** The sign alone, which says nothing to a screen reader. */
export function signOnly(sign: Sign): Markup {
  return markup`<span class="sign" aria-hidden="true">${SYMBOLS[sign]}</span>`;
}
