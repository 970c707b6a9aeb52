import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { VERSIONS } from '../../harness/version.js';
import { tables } from '../../schemas/departures.js';
import { derive } from '../../schemas/derive.js';
import { generatedFiles } from '../../schemas/files.js';
import { ALL_FORMS } from '../../schemas/tables.js';

const SCHEMAS = new URL('../../schemas/', import.meta.url);

function committedFiles(): Map<string, string> {
  const folders = readdirSync(SCHEMAS).filter((name) => /^v\d/.test(name));
  const paths = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, SCHEMAS)).map((name) => `${folder}/${name}`),
  );
  return new Map(paths.map((path) => [path, readFileSync(new URL(path, SCHEMAS), 'utf8')]));
}

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...keysIn(child)]);
}

describe('the committed schemas', () => {
  const committed = committedFiles();
  const generated = generatedFiles();

  it('are those files that the sources give, and no others', () => {
    expect([...committed.keys()].sort()).toEqual([...generated.keys()].sort());
    // The schemas, and an OpenAPI document.
    expect(generated.size).toBe(VERSIONS.length * (ALL_FORMS.length + 1));
  });

  it.each([...generated])('hold what the sources give: %s', (path, text) => {
    expect(committed.get(path)).toBe(text);
  });
});

describe('a derived schema', () => {
  const all = VERSIONS.flatMap((version) =>
    ALL_FORMS.map(({ resource, form }) => ({ version, resource, form })),
  );

  it.each(all)('is valid and stands alone: $version $resource.$form', (each) => {
    const { version, resource, form } = each;
    const schema = derive(version, resource, form);
    expect(schema.$id).toBe(`urn:patchwork-conformance:v${version}:${resource}.${form}`);
    // Strict about its own schema; one schema an instance, so that nothing else can help it out.
    const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, strictRequired: true });
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(ajv.compile(schema)({})).toBe(false);
  });

  it('shows none of the annotations it was derived from', () => {
    const keys = all.flatMap(({ version, resource, form }) =>
      keysIn(derive(version, resource, form)),
    );
    expect(keys.filter((key) => /^(x-|since$|blank$|in$|also$|until$)/.test(key))).toEqual([]);
    expect(keys.length).toBeGreaterThan(1_000);
  });

  it('cannot be had for a form that does not exist', () => {
    expect(() => derive('1.0', 'event', 'detail')).toThrow(RangeError);
  });
});

describe('tables()', () => {
  it('names every way to depart, once', () => {
    const all = tables().map(({ table, field, aspect }) => `${table} ${field} ${aspect}`);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('cover.list web_url premature');
    expect(all).toContain('event.payload.check-created check missing');
    expect(all).toContain('user.settings show_ids type');
    expect(all).toContain('bundle.detail  type');
    expect(all).not.toContain('bundle.detail id premature');
    expect(all).not.toContain('cover.embedded mbox premature');
    expect(all).not.toContain('cover-comment.list url missing');
    expect(all).not.toContain('user.detail settings missing');
  });
});
