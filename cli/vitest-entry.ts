import { declareRun } from '../harness/engine/declare-run.js';
import { loadValidators } from '../schemas/validate.js';
import { fieldsForClients } from '../suites/client-contracts/contract.js';
import { catalogueOf } from './catalogue.js';

// The one test file that Vitest runs.
loadValidators();
await declareRun(catalogueOf, fieldsForClients);
