import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { REASONS } from '../../harness/reason.js';
import { VERDICTS } from '../../harness/verdict.js';
import { VERSIONS } from '../../specification/versions.js';
import { notAsExpected } from './baselines.js';
import { contracted } from './contracted.js';
import { everyVerdict } from './reports.js';

const path = new URL('../../schemas/report.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(path, 'utf8'));
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

/** The report as JSON, with one value put in place of another or, if undefined, taken out. */
function changed(pointer: string, value: unknown): unknown {
  const report: unknown = JSON.parse(JSON.stringify(everyVerdict()));
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

function expectRefused(changes: readonly [pointer: string, value: unknown][]): void {
  for (const [pointer, value] of changes) {
    expect(validate(changed(pointer, value)), `${pointer} = ${JSON.stringify(value)}`).toBe(false);
  }
}

describe('schemas/report.schema.json', () => {
  it('takes a report, and additional fields everywhere', () => {
    expect(validate(changed('/seed', 7))).toBe(true);
    for (const pointer of ['/more', '/tool/more', '/results/0/more', '/exchanges/0/request/more']) {
      expect(validate(changed(pointer, { any: 1 })), pointer).toBe(true);
    }
  });

  it('names the verdicts and versions that there are', () => {
    expect(schema.$defs.verdict.enum).toEqual(VERDICTS);
    expect(schema.$defs.counts.required).toEqual(VERDICTS);
    expect(schema.$defs.version.enum).toEqual(VERSIONS);
  });

  it('documents each code of a reason', () => {
    const said = Object.entries(REASONS).map(([code, reason]) => ({
      const: code,
      description: 'advice' in reason ? `${reason.means} ${reason.advice}` : reason.means,
    }));
    expect(schema.$defs['reason-code'].oneOf).toEqual(said);
  });

  it('refuses a report that lacks any field of the contract', () => {
    const declared = Object.keys(everyVerdict()).map((key) => `/${key}`);
    const nested = ['/tool/name', '/target/baseUrl', '/counts/warn', '/traffic/bytes'];
    const listed = [
      '/requirements/0/level',
      '/results/0/violations',
      '/exchanges/0/curl',
      '/exchanges/0/response/status',
      '/fields/0/seen',
    ];
    for (const pointer of [...declared, ...nested, ...listed]) {
      expect(validate(changed(pointer, undefined)), pointer).toBe(false);
    }
  });

  it('knows each kind of problem with a baseline, and what an expectation says', () => {
    const { baseline } = notAsExpected();
    const refused: [pointer: string, value: unknown][] = [
      ['/baseline', { ...baseline, outcome: 'conformant' }],
      ['/baseline', { ...baseline, problems: [{ ...baseline?.problems[0], kind: 'other' }] }],
      ['/baseline', { ...baseline, problems: [{ ...baseline?.problems[0], versions: ['2.0'] }] }],
      ['/results/0/expected', { expires: 'soon' }],
      ['/results/0/expected', { reason: 5 }],
      ['/exchanges/0/startedAt', '2026-01-02 03:04'],
    ];
    expectRefused(refused);
    const taken = { reason: 'r', link: 'https://bugs.example.org/1', expires: '2027-03-31' };
    for (const expected of [{}, taken]) {
      expect(validate(changed('/results/0/expected', expected))).toBe(true);
    }
    expect(validate(changed('/exchanges/0/startedAt', '2026-01-02T03:04:05.678Z'))).toBe(true);
  });

  it('knows client contracts, which break clients', () => {
    const [contracts] = contracted().extensions ?? [];
    const [requirement] = contracts?.requirements ?? [];
    const contractsWith = (change: object, of: object) =>
      validate(
        changed('/extensions', [
          { ...contracts, requirements: [{ ...requirement, ...of }], ...change },
        ]),
      );
    expect([contractsWith({}, {}), contractsWith({}, { breaks: [] })]).toEqual([true, true]);
    expect(contractsWith({ addedAfter: '1.0' }, {})).toBe(true);
    expect(contractsWith({ addedAfter: true }, {})).toBe(false);
    for (const breaks of ['b4', [5], ['']]) expect(contractsWith({}, { breaks })).toBe(false);
  });

  it('refuses values that the contract does not have', () => {
    const broken: [pointer: string, value: unknown][] = [
      ['/format', 'conformance-report/1'],
      ['/startedAt', '2026-01-02 03:04:05'],
      ['/verdict', 'passed'],
      ['/interrupted', false],
      ['/seed', 'abc'],
      ['/target/versionsOffered', ['2.0']],
      ['/target/versionsOffered', ['1.0', '1.0']],
      ['/countsByVersion/9.9', everyVerdict().counts],
      ['/counts/pass', -1],
      ['/results/0/verdict', 'ok'],
      ['/results/0/reason', { text: 'no' }],
      ['/results/0/exchanges', ['1']],
      ['/results/0/violations', [{ message: 'm', received: 5 }]],
      ['/results/0/violations', [{ message: 'm', pointer: 'no/slash' }]],
      ['/requirements/0/level', 'may'],
      ['/requirements/0/id', 'Not An Id'],
      ['/exchanges/0/response/headers', { link: 5 }],
      ['/fields/0/seen', 'often'],
    ];
    expectRefused(broken);
  });
});
