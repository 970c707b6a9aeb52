import { Redaction } from '../harness/redaction.js';
import type { Environment } from './environment.js';
import { type Given, readOptions } from './read-options.js';
import { Refusal } from './refusal.js';
import { credentialsOf } from './run-settings.js';

/**
 * The redaction of all given secrets, for unexpected error messages. If the secrets cannot be read, the
 * command is refused before it uses them, and the Refusal does not repeat them.
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
