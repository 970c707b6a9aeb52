import { CHAPTERS } from '../../cli/catalogue.js';

/** The requirements that are judged by writing. */
export const WRITING: ReadonlySet<string> = new Set(
  CHAPTERS.flatMap(({ requirements }) => requirements)
    .filter(({ needs }) => needs.includes('writes'))
    .map(({ id }) => id),
);
