import type { Tool } from './tool.js';
import { CHAI_OPENAPI } from './tools/chai-openapi.js';
import { DREDD } from './tools/dredd.js';
import { NEWMAN } from './tools/newman.js';
import { OWN_FORMS, OWN_READING } from './tools/own.js';
import { RESPECT } from './tools/respect.js';
import { SPECMATIC } from './tools/specmatic.js';

/** The compared tools, in the order of the tables. */
export const TOOLS: readonly Tool[] = [
  DREDD,
  NEWMAN,
  RESPECT,
  SPECMATIC,
  CHAI_OPENAPI,
  OWN_FORMS,
  OWN_READING,
];
