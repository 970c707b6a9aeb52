import { Document, isMap, isSeq } from 'yaml';
import type { Entry } from './entry.js';

/** A key that is left blank for people to fill in. */
export type Blank = 'reason' | 'link' | 'expires';

/** One entry as the file has it; `places` that it lacks are left blank. */
export function renderEntry(
  { requirement, versions, verdict, reason, link, expires }: Entry,
  places: readonly Blank[],
): string {
  const blanks = Object.fromEntries(places.map((key) => [key, null]));
  const item = {
    requirement,
    versions,
    ...(verdict === 'fail' ? {} : { verdict }),
    ...blanks,
    ...(reason === undefined ? {} : { reason }),
    ...(link === undefined ? {} : { link }),
    ...(expires === undefined ? {} : { expires }),
  };
  const document = new Document([item]);
  const [list] = isSeq(document.contents) ? document.contents.items : [];
  const written = isMap(list) ? list.get('versions', true) : undefined;
  if (isSeq(written)) written.flow = true;
  const text = document.toString({
    singleQuote: true,
    nullStr: '',
    lineWidth: 0,
    flowCollectionPadding: false,
  });
  return text.trimEnd().replace(/^(?=.)/gm, '  ');
}
