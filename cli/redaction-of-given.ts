import { Redaction } from '../harness/redaction.js';
import type { Environment } from './environment.js';
import { type Given, readOptions } from './read-options.js';
import { Refusal } from './refusal.js';
import { credentialsOf } from './run-settings.js';

/**
 * What takes the secrets that were given, by flag or environment, out of the text of an error that
 * nobody foresaw. Where they cannot be read the command is refused before it does anything with
 * them, and the refusal repeats none.
 */
export function redactionOfGiven(given: Given, places: readonly Environment[]): Redaction {
  try {
    const values = readOptions('restore', given, places);
    const headers = values.header ?? [];
    return new Redaction({ credentials: credentialsOf(values), headers, showEmails: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Redaction({ credentials: {}, headers: [], showEmails: true });
  }
}
