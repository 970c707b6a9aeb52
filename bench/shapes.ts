import { CHAPTERS } from '../suites/catalogue.js';

/**
 * The ids of the requirements that speak of the form of what is shown. Those of errors are not among
 * them: they need requests of their own.
 */
export function shapes(): string[] {
  return CHAPTERS.filter(({ name }) => name !== 'errors')
    .flatMap(({ requirements }) => requirements)
    .filter((requirement) => 'claims' in requirement)
    .map(({ id }) => id);
}
