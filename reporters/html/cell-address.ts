import type { Version } from '../../specification/versions.js';
import { writeAddress } from './browser/address.js';

/** The fragment of the address under which the page opens with the evidence of one cell. */
export function cellAddress(requirement: string, version: Version): string {
  return writeAddress({
    verdicts: [],
    level: '',
    chapter: '',
    version: '',
    text: '',
    open: { requirement, version },
  });
}
