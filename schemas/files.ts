import { VERSIONS } from '../harness/version.js';
import { derive } from './derive.js';
import { openApi } from './openapi/document.js';
import { ALL_FORMS } from './tables.js';

/**
 * What is generated, as files: the text of each by its path below schemas/, such as
 * `v1.2/cover.detail.json` and `v1.2/openapi.json`. The same sources give the same text, byte for
 * byte.
 */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files = VERSIONS.flatMap((version) => [
    ...ALL_FORMS.map(({ resource, form }): [string, string] => [
      `v${version}/${resource}.${form}.json`,
      textOf(derive(version, resource, form)),
    ]),
    [`v${version}/openapi.json`, textOf(openApi(version))] as const,
  ]);
  return new Map(files);
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
