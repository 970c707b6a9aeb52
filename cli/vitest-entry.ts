import { declareTests } from '../harness/engine/declare-tests.js';
import { knownPatchFields } from '../suites/client-contracts/patch-fields.js';
import { knownFields } from '../suites/versions/seen-fields.js';
import { CLIENT_CONTRACTS, GROUPS } from './catalogue.js';

// The one test file that Vitest runs.
await declareTests([...GROUPS, ...CLIENT_CONTRACTS.groups], async (version, instance) => [
  ...(await knownFields(version, instance)),
  ...(await knownPatchFields(version, instance)),
]);
