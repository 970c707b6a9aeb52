import { type Sign, SYMBOLS } from '../view/signs.js';
import { type Markup, markup } from './markup.js';

/** The sign alone, for the eye: a screen reader reads the word beside it. */
export function signOnly(sign: Sign): Markup {
  return markup`<span class="sign" aria-hidden="true">${SYMBOLS[sign]}</span>`;
}
