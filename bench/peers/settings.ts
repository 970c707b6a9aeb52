import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Served, withReference } from '../reference.js';
import { arazzo } from './arazzo.js';
import { openApi, swagger } from './openapi.js';
import { address, OPERATIONS } from './operations.js';
import { postmanCollection } from './postman.js';
import type { Target } from './subjects.js';
import { subjectsOf } from './subjects.js';
import type { Setting } from './tool.js';

/** The objects that are asked for, found on a sound instance: a defective one is asked for the same. */
export function soundSubjects(): Promise<Map<string, number>> {
  return withReference([], (served) => subjectsOf(targetOf(served)));
}

/** Does something with an instance and with what the tools need to examine it, and clears up. */
export async function withSetting<T>(
  served: Served,
  ids: ReadonlyMap<string, number>,
  installed: string,
  use: (setting: Setting) => Promise<T>,
): Promise<T> {
  const target = targetOf(served);
  const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  const descriptions = {
    'openapi.json': openApi(target, ids),
    'swagger.json': swagger(target, ids),
    'collection.json': postmanCollection(target, ids),
    'reading.arazzo.json': arazzo(target, ids),
  };
  for (const [name, value] of Object.entries(descriptions)) {
    writeFileSync(join(folder, name), JSON.stringify(value));
  }
  const addresses = OPERATIONS.map((operation) => address(operation, ids));
  try {
    return await use({ target, folder, installed, addresses, environment: served.environment });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function targetOf({ url, environment }: Served): Target {
  return { url, token: environment.CONFORMANCE_USER_TOKEN ?? '' };
}
