import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Served, withReference } from '../reference.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import { arazzo } from './arazzo.js';
import { openApi, swagger } from './openapi.js';
import { address, OPERATIONS } from './operations.js';
import { postmanCollection } from './postman.js';
import { subjectsOf, type Target } from './subjects.js';
import type { Setting } from './tool.js';

/** The requested objects, found on a conforming instance and used for all instances. */
export function soundSubjects(): Promise<Map<string, number>> {
  return withReference([], (served) => subjectsOf(targetOf(served)));
}

/** Runs `use` with an instance and the files of the tools, and cleans up. */
export function withSetting<T>(
  served: Served,
  ids: ReadonlyMap<string, number>,
  installed: string,
  use: (setting: Setting) => Promise<T>,
): Promise<T> {
  const target = targetOf(served);
  const descriptions = {
    'openapi.json': openApi(target, ids),
    'swagger.json': swagger(target, ids),
    'collection.json': postmanCollection(target, ids),
    'reading.arazzo.json': arazzo(target, ids),
  };
  const addresses = OPERATIONS.map((operation) => address(operation, ids));
  return withTemporaryFolder((folder) => {
    for (const [name, value] of Object.entries(descriptions)) {
      writeFileSync(join(folder, name), JSON.stringify(value));
    }
    return use({ target, folder, installed, addresses, environment: served.environment });
  });
}

function targetOf({ url, environment }: Served): Target {
  return { url, token: environment.CONFORMANCE_USER_TOKEN ?? '' };
}
