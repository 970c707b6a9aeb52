import { createHash } from 'node:crypto';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { address, OPERATIONS } from './operations.js';
import { get } from './subjects.js';

/** The number of drawn faults. */
const DRAWN = 20;

/** The drawn faults, and the number of candidates. */
export interface Draw {
  drawn: Fault[];
  /** The number of faults that change a response to the operations. */
  visible: number;
  /** The number of faults of reads. */
  reading: number;
}

/**
 * Draws faults for the comparison: of all faults of reads, those that change at least one response to the
 * operations (status, `Link`, media type or body), in the order of the SHA-256 of their ids.
 */
export async function drawFaults(ids: ReadonlyMap<string, number>): Promise<Draw> {
  const sound = await answers(undefined, ids);
  const reading = FAULTS.filter(({ writes }) => writes !== true);
  const visible: Fault[] = [];
  for (const fault of reading) {
    if ((await answers(fault, ids)) !== sound) visible.push(fault);
  }
  const drawn = [...visible]
    .sort((one, other) => (hash(one) < hash(other) ? -1 : 1))
    .slice(0, DRAWN);
  return { drawn, visible: visible.length, reading: reading.length };
}

function hash({ id }: Fault): string {
  return createHash('sha256').update(id).digest('hex');
}

/** All responses to the operations as one text, without the base URL. */
async function answers(
  fault: Fault | undefined,
  ids: ReadonlyMap<string, number>,
): Promise<string> {
  const behaviour = soundBehaviour();
  fault?.apply(behaviour);
  const reference = await startReference({ behaviour });
  const target = { url: reference.url, token: reference.roles.user.token };
  try {
    const all = await Promise.all(
      OPERATIONS.map(async (operation) => {
        const { status, headers, text } = await get(target, address(operation, ids));
        return [status, headers.link, headers['content-type'], text];
      }),
    );
    return JSON.stringify(all).replaceAll(reference.url, '');
  } finally {
    await reference.stop();
  }
}
