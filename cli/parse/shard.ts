import type { Shard } from '../../harness/settings.js';

/** Maximum number of shards. */
const MOST = 50;

/** Parses a shard such as 1/4. Throws a RangeError for anything else. */
export function parseShard(text: string): Shard {
  const [, part = '', of = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(text.trim()) ?? [];
  const [index, count] = [Number(part), Number(of)];
  if (index >= 1 && index <= count && count <= MOST) return { index, count };
  throw new RangeError(
    `expected a shard such as 1/4, from 1/1 to ${MOST}/${MOST}, received "${text}"`,
  );
}
