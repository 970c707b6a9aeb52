import { expect, test } from 'vitest';
import { aroundRoute, asking } from '../../fixtures/faults/seams.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { judgedOtherwise } from './judged-otherwise.js';

const OF_PARAMETERS = ['filter.*', 'search.*', 'order.*', 'page.*'];

/** What is red in 1.3 where a parameter of a list is lost beside another one, as often as `isLost` says. */
async function redWithout(
  [path, parameter, beside]: readonly [string, string, string],
  isLost: () => boolean,
): Promise<string[]> {
  const change = (behaviour: Behaviour) =>
    aroundRoute(behaviour, path, 'GET', (exchange, answer) => {
      const { query } = exchange;
      const isMeant = query.has(parameter) && query.has(beside) && isLost();
      return answer(isMeant ? asking(exchange, (asked) => asked.delete(parameter)) : exchange);
    });
  const results = await judgedOtherwise(change, { only: OF_PARAMETERS, versions: ['1.3'] });
  const red = results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
  return red.map(({ requirement }) => requirement);
}

const LOST = [
  ['covers/', 'q', 'project'],
  ['series/', 'since', 'project'],
  ['series/', 'project', 'page'],
  ['bundles/', 'page', 'q'],
  ['covers/:id/comments/', 'order', 'page'],
] as const;

test.each(LOST)(
  '%s: `%s` that is lost once beside `%s` may be the list that changed',
  async (...lost) => {
    let times = 0;
    const once = () => {
      times += 1;
      return times === 1;
    };
    expect(await redWithout(lost, once)).toEqual([]);
    expect(times).toBeGreaterThan(1);
  },
);

test('a filter of series that is lost on pages by number is seen beside a search as well', async () => {
  expect(await redWithout(['series/', 'project', 'page'], () => true)).toEqual(['page.of-found']);
});
