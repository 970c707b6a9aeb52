import { createHash } from 'node:crypto';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { address, OPERATIONS } from './operations.js';
import { get } from './subjects.js';

/** How many faults every tool is shown. */
const DRAWN = 20;

/** The faults that were drawn, and among how many. */
export interface Draw {
  drawn: Fault[];
  /** How many faults change an answer that the tools are given. */
  visible: number;
  /** How many show when something is read. */
  reading: number;
}

/**
 * Draws faults for the comparison, so that nobody has picked them: of all that show in reading, those
 * that change at least one answer to the operations (status, `Link`, type of the content or body; what no
 * tool is shown, none can notice), in the order of the SHA-256 of their names.
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

/** Everything that the operations are answered, as one text; addresses differ by their port alone. */
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
