import { describe, expect, it } from 'vitest';
import { NotAReport, parseReport } from '../../harness/stored-report.js';
import type { Version } from '../../specification/versions.js';
import { everyVerdict } from '../reporters/reports.js';
import { sampleExchange, sampleRequirement, sampleResults } from '../reporters/sample.js';

/** Why a text is refused. */
function refusal(text: string): string {
  try {
    parseReport(text);
  } catch (error) {
    if (error instanceof NotAReport) return error.message;
    throw error;
  }
  return 'it is read';
}

/** The report with something in place of one of its members. */
function changed(member: string, value: unknown): string {
  return JSON.stringify({ ...everyVerdict(), [member]: value });
}

const many = <T>(count: number, made: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => made(index));

/** The sample report with other members. */
const other = (members: object) => JSON.stringify({ ...everyVerdict(), ...members });

/** Client contracts with so many results. */
const extension = (count: number) => {
  const { counts, countsByVersion } = everyVerdict();
  const results = many(count, () => sampleResults('a.b', ['1.0'], { verdict: 'pass' })).flat();
  return { suite: 'a', verdict: 'conformant', counts, countsByVersion, requirements: [], results };
};

const field = { resource: 'a', form: 'list', field: 'b', declared: true, seen: 'always' };
const versionOf = (index: number) => `1.${index}` as Version;

/** What no report of this suite has, though each of its lists may be that long. */
const LARGE: Record<string, { text: string; says: string }> = {
  'versions of results': {
    text: other({ results: sampleResults('a.b', many(101, versionOf), { verdict: 'pass' }) }),
    says: 'it has more than 100 versions',
  },
  'versions of requirements': {
    text: other({
      requirements: [0, 60].map((from) =>
        sampleRequirement({
          id: `a.b${from}`,
          title: 'a',
          group: 'a',
          versions: many(60, (index) => versionOf(from + index)),
        }),
      ),
    }),
    says: 'it has more than 100 versions',
  },
  'versions of fields': {
    text: other({ fields: many(101, (index) => ({ ...field, version: versionOf(index) })) }),
    says: 'it has more than 100 versions',
  },
  'results of extensions': {
    text: other({ extensions: many(3, () => extension(4000)) }),
    says: 'it has more than 10000 requirements or results',
  },
  extensions: {
    text: other({ extensions: many(11, () => extension(1)) }),
    says: '/extensions must NOT have more than 10 items',
  },
};

/** The sample report with a URL in each place for one. */
function withAddress(url: string): string[] {
  const { target, exchanges, results } = everyVerdict();
  const writes = { allowed: true, hazardous: false, restored: 0, notRestored: [], leftBehind: [] };
  const [first = sampleExchange(1, '/')] = exchanges;
  return [
    { target: { ...target, baseUrl: url } },
    { exchanges: [{ ...first, request: { ...first.request, url } }], results },
    { writes: { ...writes, notRestored: [{ url, field: 'a', why: 'b' }] } },
    { writes: { ...writes, leftBehind: [{ url, kind: 'check', why: 'b' }] } },
    { writes: { ...writes, removed: [url] } },
  ].map(other);
}

it.for(Object.entries(LARGE))('a stored report with too many %s is refused', ([, each]) => {
  expect(refusal(each.text)).toBe(`is damaged: ${each.says}`);
});

it('a stored report has URLs of one line and no more than 16,000 characters, in which secrets may be masked', () => {
  for (const url of ['<token of A>', '<value of X-B>/c', '?q=***&e=a***@b***…', 'ü\u00a0']) {
    for (const text of withAddress(`http://a/${url}`)) expect(refusal(text)).toBe('it is read');
  }
  for (const url of ['\n', '\r', '\u0000', '\u001b[1m', '\u0085', '\u2028', 'a'.repeat(16_000)]) {
    for (const text of withAddress(`http://a/${url}`)) expect(refusal(text)).toMatch(/^is damaged/);
  }
});

describe('a stored report', () => {
  it('may have been indented, have a byte order mark, and hold more than this version knows', () => {
    expect(parseReport(`\uFEFF${JSON.stringify(everyVerdict(), null, 4)}\n`).seed).toBe(42);
    expect(refusal(changed('more', { any: 1 }))).toBe('it is read');
  });

  it('is refused where it is something else', () => {
    expect(refusal('')).toBe('is not a report: it is empty');
    expect(refusal('hello')).toMatch(/^is not a report: it is not JSON/);
    const formats = ['{}', '{"format":"junit"}', '{"format":{"toString":1,"valueOf":1}}'];
    for (const other of ['[]', '5', 'null', '"conformance-report/2"', ...formats]) {
      expect(refusal(other), other).toBe(
        'is not a report: expected JSON of the format conformance-report/2',
      );
    }
  });

  it('is refused where its format is another, and the command to use is named', () => {
    for (const format of ['conformance-report/1', 'conformance-report/3']) {
      expect(refusal(changed('format', format))).toBe(
        `is a report of the format ${format}, but this version of the command reads conformance-report/2: use the version that wrote it`,
      );
    }
  });

  it('is refused, with the place, where something is missing or of another form', () => {
    expect(refusal(changed('results', undefined))).toBe(
      "is damaged: the report must have required property 'results'",
    );
    expect(refusal(changed('counts', { pass: 1 }))).toMatch(/^is damaged: \/counts must have/);
    expect(refusal(changed('fields', [{}]))).toMatch(/^is damaged: \/fields\/0 must have/);
    expect(refusal(changed('verdict', 'fine'))).toMatch(/^is damaged: \/verdict must be/);
    const baseline = { file: 'b', outcome: 'fine', problems: [] };
    expect(refusal(changed('baseline', baseline))).toMatch(/^is damaged: \/baseline\/outcome/);
  });

  it('is refused where it has two results of one requirement in one version', () => {
    const { results } = everyVerdict();
    const [first] = results;
    const again = { ...first, verdict: 'pass' };
    expect(refusal(changed('results', [...results, again]))).toBe(
      `is damaged: it has two results of ${first?.requirement} in ${first?.version}`,
    );
  });
});
