import { type Declared, type Requirement, requirement } from '../../harness/requirement.js';

/** What clients rely on beyond the specification (docs/verdicts.md B-44). */
export interface Contract extends Omit<Declared, 'spec' | 'breaks'> {
  /** The clients that a violation breaks. */
  breaks: readonly string[];
  /** The files of these clients that rely on it. */
  source: string;
}

/** Declares a client contract. */
export function contract({ source, ...declared }: Contract): Requirement {
  return requirement({ ...declared, spec: source });
}

/** Fields as a list in a sentence. */
export function named(fields: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(fields.map((field) => `\`${field}\``));
}
