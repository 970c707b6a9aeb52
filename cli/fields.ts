import { CannotExamine } from '../harness/cannot-examine.js';
import type { TargetSettings } from '../harness/settings.js';
import { wantsColour } from './colour.js';
import { columnsOf } from './columns.js';
import { EXIT } from './exit-status.js';
import { renderFieldTable } from './field-table.js';
import type { Values } from './options.js';
import { requestFields } from './request-fields.js';
import { readStoredReport } from './stored-report.js';
import { settleAddress, targetSettings } from './target-settings.js';
import type { Terminal } from './terminal.js';

/**
 * `conformance fields [RUN.json]`: the fields that an instance returns, or those in a stored report.
 * Returns the exit status. Rejects with a Refusal if the report cannot be read or nothing names an
 * instance, and with a CannotExamine if no object was found.
 */
export async function fieldsCommand(
  values: Values<'fields'>,
  stored: string,
  terminal: Terminal,
): Promise<number> {
  const all =
    stored === ''
      ? await requestFields(await settingsOf(values, terminal), values.versions, (line) =>
          terminal.note(line),
        )
      : (await readStoredReport(stored)).fields;
  const fields = all.filter(({ version }) => values.versions?.includes(version) ?? true);
  if (fields.every(({ seen }) => seen === 'unknown')) {
    throw new CannotExamine(
      stored === ''
        ? 'no objects found in these versions, so there are no fields to show'
        : `${stored} has no fields for these versions: the run did not check fields`,
    );
  }
  if (values.json) await terminal.printJson(`${JSON.stringify(fields, null, 2)}\n`);
  else await terminal.print(renderFieldTable(fields, appearance(values.noColor, terminal)));
  return EXIT.conformant;
}

async function settingsOf(values: Values<'fields'>, terminal: Terminal): Promise<TargetSettings> {
  const settings = targetSettings(values, terminal);
  await settleAddress(values, settings, (line) => terminal.note(line));
  return settings;
}

function appearance(noColor: boolean | undefined, terminal: Terminal) {
  return {
    colour: wantsColour(terminal.output, noColor, terminal.environment),
    columns: columnsOf(terminal.output),
  };
}
