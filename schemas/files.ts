import { VERSIONS } from '../specification/versions.js';
import { schemaOfVersion } from './derive.js';
import { openApi } from './openapi/document.js';

/**
 * The generated files: the text of each by its path below schemas/, `v1.2/schema.json` and
 * `v1.2/openapi.json` for each version. The same sources give the same text, byte for byte.
 */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files = VERSIONS.flatMap((version): [string, string][] => [
    [`v${version}/schema.json`, textOf(schemaOfVersion(version))],
    [`v${version}/openapi.json`, textOf(openApi(version))],
  ]);
  return new Map(files);
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
