import { GROUPS } from '../../cli/catalogue.js';

/** The requirements that write. */
export const WRITING: ReadonlySet<string> = new Set(
  GROUPS.flatMap(({ requirements }) => requirements)
    .filter(({ needs }) => needs.includes('writes'))
    .map(({ id }) => id),
);
