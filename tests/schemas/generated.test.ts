import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { schemaOfVersion } from '../../schemas/derive.js';
import { generatedFiles } from '../../schemas/files.js';
import { ALL_TABLES } from '../../specification/tables.js';
import { VERSIONS } from '../../specification/versions.js';

const SCHEMAS = new URL('../../schemas/', import.meta.url);

function committedFiles(): Map<string, string> {
  const folders = readdirSync(SCHEMAS).filter((name) => /^v\d/.test(name));
  const paths = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, SCHEMAS)).map((name) => `${folder}/${name}`),
  );
  return new Map(paths.map((path) => [path, readFileSync(new URL(path, SCHEMAS), 'utf8')]));
}

describe('the committed schemas', () => {
  const committed = committedFiles();
  const generated = generatedFiles();

  it('are those files that the sources give, and no others', () => {
    expect([...committed.keys()].sort()).toEqual([...generated.keys()].sort());
    // A JSON Schema and an OpenAPI document.
    expect(generated.size).toBe(VERSIONS.length * 2);
  });

  it.each([...generated])('hold what the sources give: %s', (path, text) => {
    expect(committed.get(path)).toBe(text);
  });
});

describe.each(VERSIONS)('the schema of %s', (version) => {
  const schema = schemaOfVersion(version);

  it('is valid, and has every table', () => {
    expect(schema.$id).toBe(`urn:patchwork-conformance:v${version}`);
    // Strict about its own schema.
    const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, strictRequired: true });
    addFormats.default(ajv);
    expect(ajv.validateSchema(schema)).toBe(true);
    ajv.addSchema(schema);
    for (const { name } of ALL_TABLES) {
      expect(ajv.validate(`${schema.$id}#/$defs/${name}`, []), name).toBe(false);
    }
  });
});
