import { faultNamed } from '../fixtures/faults/catalogue.js';
import type { Fault } from '../fixtures/faults/fault.js';
import { type Behaviour, soundBehaviour } from '../fixtures/reference/behaviour.js';
import { note } from './output.js';
import { Refusal } from './refusal.js';

/**
 * The behaviour of the reference instance with the defects that `--fault` names, each told in a
 * line to `tell`. Throws a Refusal that names near ones for a fault that is not known.
 */
export function faultyBehaviour(ids: readonly string[], tell = note): Behaviour {
  const behaviour = soundBehaviour();
  for (const fault of new Set(ids.map(known))) {
    fault.apply(behaviour);
    tell(`with the fault ${fault.id}: ${fault.says}`);
  }
  return behaviour;
}

function known(id: string): Fault {
  try {
    return faultNamed(id);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Refusal(`--fault: ${message}; conformance faults lists them`);
  }
}
