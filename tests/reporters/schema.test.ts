import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { REASONS } from '../../harness/reason.js';
import { VERDICTS } from '../../harness/verdict.js';
import { everything } from './everything.js';
import { everyVerdict } from './reports.js';

const path = new URL('../../schemas/report.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(path, 'utf8'));
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

/** The report as JSON, with one value put in place of another or, if undefined, taken out. */
function changed(pointer: string, value: unknown): unknown {
  const report: unknown = JSON.parse(JSON.stringify(everything()));
  const keys = pointer.split('/').slice(1);
  const last = keys.pop() ?? '';
  const parent = keys.reduce<unknown>(
    (node, key) => (node instanceof Object ? Reflect.get(node, key) : undefined),
    report,
  );
  if (!(parent instanceof Object)) throw new Error(`${pointer} leads nowhere`);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return report;
}

describe('schemas/report.schema.json', () => {
  it('takes a report, and additional fields everywhere', () => {
    expect(validate(changed('/seed', 7))).toBe(true);
    for (const pointer of ['/more', '/tool/more', '/results/0/more', '/exchanges/0/request/more']) {
      expect(validate(changed(pointer, { any: 1 })), pointer).toBe(true);
    }
  });

  it('names the verdicts that there are', () => {
    expect(schema.$defs.verdict.enum).toEqual(VERDICTS);
    expect(schema.$defs.counts.required).toEqual(VERDICTS);
  });

  it('documents each code of a reason', () => {
    const said = Object.entries(REASONS).map(([code, reason]) => ({
      const: code,
      description: 'advice' in reason ? `${reason.means} ${reason.advice}` : reason.means,
    }));
    expect(schema.$defs['reason-code'].anyOf).toEqual([...said, { type: 'string' }]);
  });

  it.each([
    ...Object.keys(everyVerdict()).map((key) => `/${key}`),
    '/tool/name',
    '/target/baseUrl',
    '/counts/warn',
    '/traffic/bytes',
    '/requirements/0/level',
    '/results/0/violations',
    '/exchanges/0/curl',
    '/exchanges/0/response/status',
    '/fields/0/seen',
    ...['allowed', 'hazardous', 'restored', 'notRestored', 'leftBehind'].map(
      (part) => `/writes/${part}`,
    ),
  ])('refuses a report that lacks %s', (pointer) => {
    expect(validate(changed(pointer, undefined))).toBe(false);
  });

  it('takes all that a report can hold', () => {
    expect(validate(JSON.parse(JSON.stringify(everything())))).toBe(true);
    expect(validate(changed('/results/0/expected', {}))).toBe(true);
    expect(validate(changed('/extensions/0/addedAfter', '1.0'))).toBe(true);
  });

  it.each<[pointer: string, value: unknown]>([
    ['/format', 'conformance-report/1'],
    ['/startedAt', '2026-01-02 03:04:05'],
    ['/verdict', 'passed'],
    ['/interrupted', false],
    ['/seed', 'abc'],
    ['/target/versionsOffered', ['latest']],
    ['/countsByVersion/latest', everyVerdict().counts],
    ['/results/0/verdict', 'ok'],
    ['/results/0/reason', { text: 'no' }],
    ['/results/0/exchanges', ['1']],
    ['/results/0/violations', [{ message: 'm', received: 5 }]],
    ['/requirements/0/level', 'may'],
    ['/requirements/0/id', 'Not An Id'],
    ['/exchanges/0/response/headers', { link: 5 }],
    ['/fields/0/seen', 'often'],
    ['/baseline/outcome', 'conformant'],
    ['/baseline/problems/0/kind', 'other'],
    ['/results/0/expected', { expires: 'soon' }],
    ['/extensions/0/addedAfter', true],
    ['/extensions/0/requirements/0/breaks', ['']],
  ])('refuses %s = %j', (pointer, value) => {
    expect(validate(changed(pointer, value))).toBe(false);
  });
});
