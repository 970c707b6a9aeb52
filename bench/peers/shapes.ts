import { CHAPTERS } from '../../cli/catalogue.js';

/** Requirements that speak of a form as a whole, and so claim no field of it. */
const OF_WHOLE_FORMS = ['conv.blank.not-omitted', 'root.nothing-else'];

/**
 * The ids of the requirements that speak of the form of what is shown. Those of errors are not among
 * them: they need requests of their own.
 */
export function shapes(): string[] {
  return CHAPTERS.filter(({ name }) => name !== 'errors')
    .flatMap(({ requirements }) => requirements)
    .filter(({ id, ...facts }) => 'claims' in facts || OF_WHOLE_FORMS.includes(id))
    .map(({ id }) => id);
}
