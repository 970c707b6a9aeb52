import { Document } from 'yaml';
import type { Expectation } from '../../harness/against-baseline.js';
import type { Version } from '../../specification/versions.js';

/** The verdicts that a baseline can expect: warnings count with `--fail-on warn`, and errors are not results. */
export const EXPECTABLE = ['fail', 'warn', 'inconclusive'] as const;

/** One entry of a baseline: a requirement, and the versions in which a verdict is expected. */
export interface Entry extends Expectation {
  requirement: string;
  versions: Version[];
  verdict: (typeof EXPECTABLE)[number];
  /** Its line in the file. */
  line?: number;
}

/** A baseline. */
export interface Baseline {
  /** The file name as given, or the name of a starter baseline. */
  file: string;
  /** Set for a starter baseline: the known failures of a release, of which an instance may have fewer. */
  starter?: true;
  entries: Entry[];
}

/** Whether an entry has expired at a time (ISO 8601, UTC). */
export function isExpired({ expires }: Entry, moment: string): boolean {
  return expires !== undefined && expires < moment.slice(0, 'YYYY-MM-DD'.length);
}

/** A key that is left blank for people to fill in. */
export type Blank = 'reason' | 'link' | 'expires';

/** One entry as the file has it; `places` that it lacks are left blank. */
export function renderEntry(entry: Entry, places: readonly Blank[]): string {
  const { requirement, versions, verdict } = entry;
  const filled = (['reason', 'link', 'expires'] as const).filter(
    (key) => entry[key] !== undefined || places.includes(key),
  );
  const document = new Document([
    {
      requirement,
      versions: new Document(versions, { flow: true }).contents,
      ...(verdict === 'fail' ? {} : { verdict }),
      ...Object.fromEntries(filled.map((key) => [key, entry[key] ?? null])),
    },
  ]);
  const plain = { singleQuote: true, nullStr: '', lineWidth: 0, flowCollectionPadding: false };
  return document
    .toString(plain)
    .trimEnd()
    .replace(/^(?=.)/gm, '  ');
}
