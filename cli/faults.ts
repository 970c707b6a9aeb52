import { FAULTS } from '../fixtures/faults/catalogue.js';
import type { Fault } from '../fixtures/faults/fault.js';
import { hang } from '../reporters/terminal/text.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { print } from './output.js';

/** Maximum line length. */
const WIDEST = 100;

/**
 * `conformance faults`: lists the faults of the reference instance, with descriptions and the
 * requirements that detect them; or as JSON. Returns the exit status.
 */
export async function faultsCommand(values: Values<'faults'>): Promise<number> {
  const width = Math.min(WIDEST, process.stdout.columns ?? WIDEST);
  await print(values.json ? asJson() : FAULTS.map((fault) => asText(fault, width)).join('\n'));
  return EXIT.conformant;
}

function asJson(): string {
  const rows = FAULTS.map(({ id, says, caughtBy, thoughtUp, writes = false }) => ({
    id,
    says,
    caughtBy,
    thoughtUp,
    writes,
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** The id has its own line, so that it can be searched and copied. */
function asText({ id, says, caughtBy }: Fault, width: number): string {
  const lines = [id, ...hang('  ', says, width), ...hang('  → ', caughtBy.join(', '), width)];
  return `${lines.join('\n')}\n`;
}
