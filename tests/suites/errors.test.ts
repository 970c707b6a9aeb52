import { expect, test } from 'vitest';
import { idsWith } from '../../tools/proof/evaluation.js';
import { judgedOtherwise } from './judged-otherwise.js';
import { answerInstead } from './sabotage.js';

test('an unknown id shows nothing where a known one is not answered either', async () => {
  const results = await judgedOtherwise(
    (behaviour) =>
      answerInstead(behaviour, 'series/:id/', () => new Response('{}', { status: 404 })),
    { only: ['errors'], versions: ['1.2'] },
  );
  expect(idsWith(results, 'inconclusive')).toEqual(['error.series.unknown']);
});
