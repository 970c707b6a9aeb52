import { FAULTS } from '../fixtures/faults/catalogue.js';
import type { Fault } from '../fixtures/faults/fault.js';
import { EXIT } from '../harness/outcome.js';
import { hang } from '../reporters/terminal/text.js';
import type { Values } from './options.js';
import { columnsOf, type Terminal } from './terminal.js';

/** The maximum line length; a narrower terminal gets shorter lines. */
const WIDEST = 100;

/**
 * `conformance faults`: lists the faults of the reference instance, with the requirements that detect
 * them, as text or JSON. Returns the exit status.
 */
export async function faultsCommand(values: Values<'faults'>, terminal: Terminal): Promise<number> {
  const width = columnsOf(terminal.output, WIDEST);
  await terminal.print(
    values.json ? asJson() : FAULTS.map((fault) => asText(fault, width)).join('\n'),
  );
  return EXIT.conformant;
}

function asJson(): string {
  const rows = FAULTS.map(({ id, says, detectedBy, writtenFrom, writes = false }) => ({
    id,
    says,
    detectedBy,
    writtenFrom,
    writes,
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** The id has its own line, so that it can be searched and copied. */
function asText({ id, says, detectedBy }: Fault, width: number): string {
  const lines = [id, ...hang('  ', says, width), ...hang('  → ', detectedBy.join(', '), width)];
  return `${lines.join('\n')}\n`;
}
