import { declareTests } from '../harness/engine/declare-tests.js';
import { fieldsForClients } from '../suites/client-contracts/seen-fields.js';
import { CLIENT_CONTRACTS, GROUPS } from './catalogue.js';

// The one test file that Vitest runs.
await declareTests([...GROUPS, ...CLIENT_CONTRACTS.groups], fieldsForClients);
