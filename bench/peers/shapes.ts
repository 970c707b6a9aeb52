import { GROUPS } from '../../cli/catalogue.js';

/** The requirement on a form as a whole, which names no field. */
const OF_WHOLE_FORM = 'root.nothing-else';

/**
 * The ids of the requirements on the form of responses, except error responses, which need other requests.
 */
export function shapes(): string[] {
  return GROUPS.filter(({ name }) => name !== 'errors')
    .flatMap(({ requirements }) => requirements)
    .filter(({ id, ...facts }) => 'claims' in facts || id === OF_WHOLE_FORM)
    .map(({ id }) => id);
}
