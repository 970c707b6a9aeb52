import { Document } from 'yaml';
import type { Entry } from './entry.js';

/** A key that is left blank for people to fill in. */
export type Blank = 'reason' | 'link' | 'expires';

/** One entry as the file has it; `places` that it lacks are left blank. */
export function renderEntry(entry: Entry, places: readonly Blank[]): string {
  const { requirement, versions, verdict } = entry;
  const filled = (['reason', 'link', 'expires'] as const).filter(
    (key) => entry[key] !== undefined || places.includes(key),
  );
  const document: Document = new Document(null);
  document.contents = document.createNode([
    {
      requirement,
      versions: document.createNode(versions, { flow: true }),
      ...(verdict === 'fail' ? {} : { verdict }),
      ...Object.fromEntries(filled.map((key) => [key, entry[key] ?? null])),
    },
  ]);
  const text = document.toString({
    singleQuote: true,
    nullStr: '',
    lineWidth: 0,
    flowCollectionPadding: false,
  });
  return text.trimEnd().replace(/^(?=.)/gm, '  ');
}
