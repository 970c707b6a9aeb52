import { FAULTS } from '../fixtures/faults/catalogue.js';
import type { Fault } from '../fixtures/faults/fault.js';
import { type Behaviour, soundBehaviour } from '../fixtures/reference/behaviour.js';
import { likeRelease, type Release } from '../fixtures/reference/like/like-release.js';
import { didYouMean } from '../harness/nearest.js';
import { Refusal } from './refusal.js';

/**
 * The behaviour of the reference instance with the deviations of `--like` and the faults of `--fault`, each fault
 * printed as a line. Throws a Refusal that suggests similar ids for an unknown fault.
 */
export function faultyBehaviour(
  ids: readonly string[],
  print: (line: string) => void,
  like?: Release,
): Behaviour {
  const behaviour = soundBehaviour();
  if (like !== undefined) likeRelease(behaviour, like);
  for (const fault of new Set(ids.map(known))) {
    fault.apply(behaviour);
    print(`fault ${fault.id}: ${fault.says}`);
  }
  return behaviour;
}

function known(id: string): Fault {
  const fault = FAULTS.find((each) => each.id === id);
  if (fault !== undefined) return fault;
  const ids = FAULTS.map((each) => each.id);
  const hint = didYouMean(id, ids, 'the subcommand faults lists them');
  throw new Refusal(`--fault: unknown fault "${id}"; ${hint}`);
}
