import { parentPort } from 'node:worker_threads';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { findingOf } from './finding.js';
import { SOUND } from './no-fault.js';
import type { Outcome } from './worker-pool.js';

parentPort?.on('message', async (id: string) => parentPort?.postMessage(await outcomeOf(id)));

async function outcomeOf(id: string): Promise<Outcome> {
  try {
    return await findingOf(id === SOUND ? undefined : faultNamed(id));
  } catch (error) {
    return { crashed: error instanceof Error ? String(error.stack) : String(error) };
  }
}
