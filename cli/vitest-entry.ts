import { declareRun } from '../harness/engine/declare-run.js';
import { fieldsForClients } from '../suites/client-contracts/contract.js';
import { catalogueOf } from './catalogue.js';

// The one test file that Vitest runs.
await declareRun(catalogueOf, fieldsForClients);
