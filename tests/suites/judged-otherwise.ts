import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Result } from '../../harness/report.js';
import { judged, type Wanted } from '../../tools/proof/evaluation.js';

/** What is judged of the reference with a change of its behaviour. */
export async function judgedOtherwise(
  change: (behaviour: Behaviour) => void,
  wanted: Wanted,
): Promise<Result[]> {
  const behaviour = soundBehaviour();
  change(behaviour);
  const reference = await startReference({ behaviour });
  try {
    return await judged(reference, wanted);
  } finally {
    await reference.stop();
  }
}
