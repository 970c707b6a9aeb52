import type { State } from '../../fixtures/reference/model.js';
import type { Result } from '../../harness/report.js';
import { judged, type Wanted } from '../../tools/proof/evaluation.js';
import { type Otherwise, withInstance } from '../runs/instance.js';

/** What is judged of the reference with a change of its behaviour, and in a state of its own. */
export function judgedOtherwise(
  change: Otherwise['change'],
  wanted: Wanted,
  state?: State,
): Promise<Result[]> {
  return withInstance({ change, state }, (reference) => judged(reference, wanted));
}
