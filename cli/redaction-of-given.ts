import { Redaction } from '../harness/redaction.js';
import { type Environment, type Given, readOptions } from './options.js';
import { Refusal } from './refusal.js';
import { credentialsOf } from './target-settings.js';

/**
 * The redaction of all given secrets, for unexpected error messages. If the secrets cannot be read, the
 * command is refused before it uses them, and the Refusal does not repeat them.
 */
export function redactionOfGiven(given: Given, places: readonly Environment[]): Redaction {
  try {
    const values = readOptions('restore', given, places);
    const headers = values.header ?? [];
    const token = newTokenOf(given, places);
    return new Redaction({
      credentials: credentialsOf(values),
      rejected: token === undefined ? undefined : { user: { token } },
      headers,
      showEmails: true,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Redaction({ credentials: {}, headers: [], showEmails: true });
  }
}

/** The token of `compare --live` for the newer instance. */
function newTokenOf(given: Given, places: readonly Environment[]): string | undefined {
  const { newToken } = given;
  return readOptions('compare', { newToken }, places).newToken;
}
