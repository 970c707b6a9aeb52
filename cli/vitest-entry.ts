import { declareRun } from '../harness/engine/declare-run.js';
import { fieldsForClients } from '../suites/client-contracts/seen-fields.js';
import { catalogueOf, GROUPS } from './catalogue.js';

// The one test file that Vitest runs.
await declareRun(catalogueOf, {
  knownFields: fieldsForClients,
  walkJudging: async () =>
    (await import('../suites/support/scan/scan-checks.js')).walkJudging(GROUPS),
});
