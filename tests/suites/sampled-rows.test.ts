import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { idsWith } from '../../tools/proof/evaluation.js';
import { judgedOtherwise } from './judged-otherwise.js';
import { answerInstead } from './sabotage.js';

const OF_SERIES = ['series.fields', 'series.types'];

/** The list of series ignores `per_page`, and shows a row of the wrong form behind so many others. */
function brokenBehind(rows: number) {
  return (behaviour: Behaviour) =>
    answerInstead(behaviour, 'series/', async (sound) => {
      const answer = await sound();
      const known = (await answer.json()) as unknown[];
      const repeated = Array.from({ length: rows }, (_, index) => known[index % known.length]);
      return Response.json([...repeated, { total: 'many' }]);
    });
}

test.for([
  { rows: 99, verdict: 'fail' },
  { rows: 100, verdict: 'pass' },
] as const)(
  'the first hundred rows of a list are validated: behind $rows a broken one is a $verdict',
  async ({ rows, verdict }) => {
    const results = await judgedOtherwise(brokenBehind(rows), {
      only: OF_SERIES,
      versions: ['1.3'],
    });
    expect(idsWith(results, verdict)).toEqual(OF_SERIES);
  },
);
