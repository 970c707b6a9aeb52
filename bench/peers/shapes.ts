import { GROUPS } from '../../cli/catalogue.js';

/** Requirements on a form as a whole, which name no field. */
const OF_WHOLE_FORMS = ['conv.blank.not-omitted', 'root.nothing-else'];

/**
 * The ids of the requirements on the form of responses, except error responses, which need other requests.
 */
export function shapes(): string[] {
  return GROUPS.filter(({ name }) => name !== 'errors')
    .flatMap(({ requirements }) => requirements)
    .filter(({ id, ...facts }) => 'claims' in facts || OF_WHOLE_FORMS.includes(id))
    .map(({ id }) => id);
}
