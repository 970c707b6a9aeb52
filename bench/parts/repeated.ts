import { isDeepStrictEqual } from 'node:util';
import { type Delaying, withDelay } from '../delaying-server.js';
import { examined } from '../examination.js';
import { figure } from '../figure.js';
import type { Part } from '../part.js';
import { type Served, withReference } from '../reference.js';

/** Whether a run can be repeated: the same requests by the same roles in the same order. */
export const REPEATED: Part = {
  name: 'repeated',
  title: 'The same run again, with `--concurrency 1`',
  measure: () =>
    withReference([], (served) =>
      withDelay(served.url, 0, async (delaying) => {
        const one = await requestLog(served, delaying);
        const other = await requestLog(served, delaying);
        const differing = one.findIndex((each, index) => !isDeepStrictEqual(each, other[index]));
        const same = differing < 0 && one.length === other.length;
        return {
          figures: [figure('requests of each run', 'requests', [one.length, other.length])],
          bars: [
            {
              says: 'the same seed and --concurrency 1 send the same requests in the same order',
              found: same ? `${one.length} of ${one.length} alike` : difference(one, other),
              holds: same,
            },
          ],
        };
      }),
    ),
};

async function requestLog(served: Served, { url, take }: Delaying): Promise<string[]> {
  take();
  const environment = { ...served.environment, CONFORMANCE_BASE_URL: url };
  await examined({ url, environment }, ['--concurrency', '1']);
  return take().map(({ method, path, authorization }) => `${method} ${path} ${authorization}`);
}

/** Where two logs part; the credentials are those of the reference, but nobody needs to read them. */
function difference(one: readonly string[], other: readonly string[]): string {
  const longer = one.length < other.length ? other : one;
  const index = longer.findIndex((_, at) => one[at] !== other[at]);
  const shown = (log: readonly string[]) => log[index]?.split(' ').slice(0, 2).join(' ') ?? 'none';
  return `request ${index + 1} was ${shown(one)}, then ${shown(other)}`;
}
