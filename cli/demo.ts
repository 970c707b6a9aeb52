import { rm } from 'node:fs/promises';
import { startReference } from '../fixtures/reference/start.js';
import { newWrites } from '../harness/journal.js';
import { NO_WAITS, type RunSettings } from '../harness/settings.js';
import { OPTIONS, type Values } from './options.js';
import { selectionSettings } from './run-settings.js';
import { faultyBehaviour } from './serve.js';
import { withLastFailed } from './stored-report.js';
import type { Terminal } from './terminal.js';
import { presentationOf, testInstance } from './test-instance.js';

/**
 * `conformance demo`: starts the reference instance on a free loopback port, tests it with all
 * roles, writes and hazardous inputs, and stops it. Returns the exit status. Rejects with a Refusal.
 */
export async function demoCommand(given: Values<'demo'>, terminal: Terminal): Promise<number> {
  const { values, refuseLess } = await withLastFailed(given);
  const shown = await presentationOf(values);
  const behaviour = faultyBehaviour(values.fault ?? [], (line) => terminal.note(line));
  const reference = await startReference({ behaviour });
  const writes = newWrites(undefined, NO_WAITS);
  try {
    const settings: RunSettings = {
      ...selectionSettings(values),
      baseUrl: reference.url,
      credentials: reference.roles,
      project: reference.project,
      otherProject: reference.otherProject,
      headers: [],
      concurrency: values.concurrency,
      rps: 0,
      timeoutMs: 1000 * Number(OPTIONS.timeout.default),
      maxBytes: Number(OPTIONS.maxBytes.default),
      showEmails: false,
      demo: values.fault ?? [],
      writes,
      hazardous: true,
    };
    refuseLess(settings, terminal.program);
    return await testInstance(settings, shown, terminal, false);
  } finally {
    await reference.stop();
    await rm(writes.journal, { force: true });
  }
}
