import { FAULTS } from '../../fixtures/faults/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';

/** Every eighth fault of the catalogue, to keep `npm test` short; `npm run proof` evaluates all of them. */
export const SHARE: readonly Fault[] = FAULTS.filter((_, index) => index % 8 === 0);
