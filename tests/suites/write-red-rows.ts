import { expect, test } from 'vitest';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Chapter } from '../../harness/requirement.js';
import { judged } from './judged.js';
import { killable } from './red-rows.js';

/** A defect of an instance that turns one row of a chapter that writes red, and no other of it. */
export interface WriteKill {
  id: string;
  defect: string;
  sabotage(behaviour: Behaviour): void;
}

/** Two versions are shown here, so that one can differ from the other. */
const VERSION = '1.3';

/** The ids of the red rows of a chapter that writes, on an instance with a defect, sorted. */
export async function redWrites(
  chapter: Chapter,
  sabotage: (behaviour: Behaviour) => void,
): Promise<string[]> {
  const behaviour = soundBehaviour();
  sabotage(behaviour);
  const reference = await startReference({ behaviour });
  try {
    const results = await judged(reference, {
      versions: [VERSION],
      only: [chapter.name],
      writes: { runs: 3 },
    });
    const red = results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
    return red.map(({ requirement }) => requirement).sort();
  } finally {
    await reference.stop();
  }
}

/** Tests that each defect turns its row red and no other, and that every row of the chapter has one. */
export function killsOf(chapter: Chapter, kills: readonly WriteKill[]): void {
  test.for(kills)('$defect: $id', async ({ id, sabotage }) => {
    expect(await redWrites(chapter, sabotage)).toEqual([id]);
  });

  test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
    expect([...new Set(kills.map(({ id }) => id))].sort()).toEqual(killable(chapter));
  });
}
