import { VERSIONS } from '../harness/version.js';
import { derive } from './derive.js';
import { ALL_FORMS } from './tables.js';

/**
 * The generated schemas as files: the text of each by its path below schemas/, such as
 * `v1.2/cover.detail.json`. The same sources give the same text, byte for byte.
 */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files = VERSIONS.flatMap((version) =>
    ALL_FORMS.map(({ resource, form }): [string, string] => [
      `v${version}/${resource}.${form}.json`,
      `${JSON.stringify(derive(version, resource, form), null, 2)}\n`,
    ]),
  );
  return new Map(files);
}
