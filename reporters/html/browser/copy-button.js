import { button } from './element.js';

/** How long the button says what came of it, in milliseconds. */
const SAYING = 2000;

/**
 * A button that copies a command. Where the browser refuses, it selects the text before the button,
 * for the reader to copy.
 *
 * @param {string} text
 */
export function copyButton(text) {
  const made = button({ class: 'copy', 'aria-live': 'polite' }, 'Copy', () => {
    copyText(text).then(
      () => say('Copied'),
      () => {
        const shown = made.previousElementSibling;
        if (shown !== null) getSelection()?.selectAllChildren(shown);
        say('Selected: copy it by hand');
      },
    );
  });
  /** @param {string} word */
  function say(word) {
    made.textContent = word;
    setTimeout(() => {
      made.textContent = 'Copy';
    }, SAYING);
  }
  return made;
}

/**
 * Rejects where there is no clipboard to write to.
 *
 * @param {string} text
 */
async function copyText(text) {
  await navigator.clipboard.writeText(text);
}
