import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, faultNamed } from '../../fixtures/faults/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { Probe } from './ask.js';
import { CALLER_PROBES } from './probes-callers.js';
import { FORM_PROBES } from './probes-forms.js';
import { LIST_PROBES } from './probes-lists.js';
import { WRITE_PROBES } from './probes-writes.js';

const PROBES: Record<string, Probe> = {
  ...LIST_PROBES,
  ...FORM_PROBES,
  ...CALLER_PROBES,
  ...WRITE_PROBES,
};
const BLIND = FAULTS.filter((fault) => fault.thoughtUp === 'from the specification');
const MOMENT = Date.UTC(2025, 0, 2, 3, 4, 5) / 1000;

/** Two sound instances, which must agree; what only reads finds them as they were. */
const STANDING: Reference[] = [];

beforeAll(async () => {
  STANDING.push(await startReference({ behaviour: timeless() }));
  STANDING.push(await startReference({ behaviour: timeless() }));
});

afterAll(async () => {
  await Promise.all(STANDING.map((instance) => instance.stop()));
});

describe('the faults thought up from the specification', () => {
  it('have ids and sentences of their own', () => {
    expect(new Set(FAULTS.map((fault) => fault.id)).size).toBe(FAULTS.length);
    expect(new Set(FAULTS.map((fault) => fault.says)).size).toBe(FAULTS.length);
    for (const { id, says } of FAULTS) {
      expect(id).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
      expect(says).toMatch(/^[A-Z].*\.$|^[a-z_]+ of .*\.$|^[a-z_]+ has .*\.$/);
    }
  });

  it('are at least 75, each with a probe, and no probe is left over', () => {
    expect(BLIND.length).toBeGreaterThanOrEqual(75);
    expect(Object.keys(PROBES).sort()).toEqual(BLIND.map((fault) => fault.id).sort());
  });

  it('are found by their ids, and near ones are named for others', () => {
    expect(faultNamed('order-ignored').id).toBe('order-ignored');
    expect(() => faultNamed('order-ignore')).toThrow('order-ignored');
  });

  it.each(BLIND)('$id shows', async (fault) => {
    const probe = PROBES[fault.id];
    if (probe === undefined) throw new Error(`nothing probes ${fault.id}`);
    if (fault.writes) {
      expect(await shown(probe, fault)).not.toBe(await shown(probe));
      return;
    }
    // What only reads must find two sound instances alike.
    const [sound, again] = await Promise.all(STANDING.map((each) => probed(probe, each)));
    const faulty = await shown(probe, fault);
    expect(again).toBe(sound);
    expect(faulty).not.toBe(sound);
  });
});

async function shown(probe: Probe, fault?: Fault): Promise<string> {
  const behaviour = timeless();
  fault?.apply(behaviour);
  const instance = await startReference({ behaviour });
  try {
    return await probed(probe, instance);
  } finally {
    await instance.stop();
  }
}

async function probed(probe: Probe, instance: Reference): Promise<string> {
  return JSON.stringify(await probe(instance));
}

/** A sound behaviour whose clock stands still. */
function timeless(): Behaviour {
  const behaviour = soundBehaviour();
  behaviour.dates.now = () => MOMENT;
  return behaviour;
}
