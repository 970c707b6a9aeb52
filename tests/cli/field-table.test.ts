import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { renderFieldTable } from '../../cli/field-table.js';
import type { SeenField } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';

const PLAIN = { colour: false, columns: 80 };

/** A field of the listed cover in some versions; what is not given is declared and always there. */
function field(name: string, ...cells: Partial<SeenField>[]): SeenField[] {
  return cells.map((cell, index) => ({
    resource: 'cover',
    form: 'list',
    field: name,
    version: VERSIONS[index] ?? '1.4',
    declared: true,
    seen: 'always',
    ...cell,
  }));
}

/** The line of the table that begins with that name. */
function lineOf(text: string, name: string): string | undefined {
  return text.split('\n').find((line) => line.trim().startsWith(`${name} `));
}

test('each sign, and the mark of each mismatch', () => {
  const text = renderFieldTable(
    [
      ...field('id', {}, {}, { seen: 'unknown' }),
      ...field('mbox', { declared: false, seen: 'never' }, { seen: 'never' }, {}),
      ...field('actor', { declared: false }, { seen: 'sometimes' }, {}),
      ...field('tags', { declared: false }, { declared: false, seen: 'never' }),
      ...field('settings', { optional: true, seen: 'never' }, { optional: true }),
    ],
    PLAIN,
  );
  expect(text).toMatch(/^cover ─+ {3}1\.0 {3}1\.1 {3}1\.2$/m);
  expect(text).toContain('\n  list\n');
  expect(lineOf(text, 'id')?.split(/ +/)).toEqual(['', 'id', '●', '●', '?']);
  expect(lineOf(text, 'mbox')?.split(/ +/)).toEqual(['', 'mbox', '·', '○!', '●']);
  expect(lineOf(text, 'actor')?.split(/ +/)).toEqual(['', 'actor', '●+', '◐!', '●']);
  expect(lineOf(text, 'tags')?.split(/ +/)).toEqual(['', 'tags', '●+', '·', '·']);
  expect(lineOf(text, 'settings')?.split(/ +/)).toEqual(['', 'settings', '○', '●', '·']);
  expect(text).toMatch(/\n {4}cover list: tags in 1\.0\n/);
  expect(text).toMatch(/\n {4}cover list: actor in 1\.0\n/);
  expect(text).toMatch(/\n {4}cover list: mbox in 1\.1\n {4}cover list: actor in 1\.1\n/);
  expect(text.trimEnd().split('\n').at(-1)).toBe('2 mismatches, 1 addition');
});

test('no mismatch is reported as such', () => {
  expect(renderFieldTable(field('id', {}, {}), PLAIN)).toMatch(/\nno mismatch\n$/);
});

test('a form of which no object was seen is named once, and has no lines', () => {
  const unknown = field('id', { form: 'detail', seen: 'unknown' });
  const text = renderFieldTable([...field('id', {}), ...unknown], PLAIN);
  expect(text).not.toContain('\n  detail\n');
  expect(text).toContain('\nNo object seen of: cover detail\n');
});

test('colours only where they are asked for, and mismatches are red', () => {
  const fields = [...field('mbox', { seen: 'never' }), ...field('tags', { declared: false })];
  expect(renderFieldTable(fields, PLAIN)).not.toContain('\u001b');
  const text = renderFieldTable(fields, { ...PLAIN, colour: true });
  expect(text).toContain('\u001b[31m○!');
  expect(text).toContain('\u001b[33m●+');
});

test('whatever a field is called, nothing is obeyed and no line is too wide', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('\u001b[2J\u001b]0;title\u0007', 'a\nb', '\u202eover', '__proto__', '見出し'),
  );
  const cell = fc.record({
    resource: fc.oneof(fc.constant('cover'), name),
    form: fc.constantFrom('list' as const, 'detail' as const, 'embedded' as const),
    field: name,
    version: fc.constantFrom(...VERSIONS),
    declared: fc.boolean(),
    seen: fc.constantFrom('always' as const, 'sometimes' as const, 'never' as const),
  });
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1 }),
      fc.integer({ min: 1, max: 200 }),
      (fields, columns) => {
        const text = renderFieldTable(fields, { colour: false, columns });
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u);
        for (const line of text.split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(Math.min(80, Math.max(60, columns)));
        }
      },
    ),
  );
});

test('the schema of reports knows each kind of field', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
  ) as { $defs: Record<string, unknown> };
  const validate = new Ajv2020({ allowUnionTypes: true }).compile({
    $defs: schema.$defs,
    $ref: '#/$defs/field',
  });
  const [plain, optional] = field('settings', {}, { optional: true });
  expect([validate(plain), validate(optional)]).toEqual([true, true]);
  expect(validate({ ...plain, version: '2.0' satisfies string as Version })).toBe(false);
  expect(validate({ ...plain, optional: false })).toBe(false);
});
