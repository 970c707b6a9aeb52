import { type Requirement, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';

/** What clients rely on beyond the specification (docs/verdicts.md B-44). */
export interface Contract
  extends Pick<Requirement, 'id' | 'says' | 'consequence' | 'check'>,
    Partial<Pick<Requirement, 'level' | 'versions' | 'compares' | 'needs' | 'runsLast'>> {
  /** The clients that a violation breaks. */
  breaks: readonly string[];
  /** The files of these clients that rely on it. */
  source: string;
}

/** Declares a client contract: by default a MUST, in every version. */
export function contract({ source, ...declared }: Contract): Requirement {
  return requirement({ level: 'must', versions: ALL, ...declared, spec: source });
}

/** Fields as a list in a sentence. */
export function named(fields: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(fields.map((field) => `\`${field}\``));
}
