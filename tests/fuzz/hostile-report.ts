import fc from 'fast-check';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { isObject } from '../../harness/place.js';
import type { Report } from '../../harness/report.js';
import { NotAReport, parseReport } from '../../harness/stored-report.js';
import type { Version } from '../../specification/versions.js';
import {
  sampleExchange,
  sampleReport,
  sampleRequirement,
  sampleResults,
} from '../reporters/sample.js';
import { hostileText } from './hostile-input.js';

const OFFERED: Version[] = ['1.0', '1.2'];

const requirements = (
  ['fail', 'warn', 'error', 'inconclusive', 'skipped', 'observed'] as const
).map((verdict) =>
  sampleRequirement({
    id: `covers.${verdict}`,
    title: `Rule that is \`${verdict}\``,
    group: verdict === 'observed' ? 'events' : 'covers',
    level: verdict === 'warn' ? 'should' : verdict === 'observed' ? 'observe' : 'must',
  }),
);

/** A small report with everything that a report can have. */
export const soundReport: Report = (() => {
  const violation = {
    message: 'expected none',
    pointer: '/0/name',
    expected: 'none',
    received: 'one',
    exchange: 1,
  };
  const request = { headers: { accept: 'x', cookie: 'a' }, body: '{}' };
  const exchange = sampleExchange(1, '/api/1.2/covers/?q=a', 'user');
  const report = sampleReport({
    offered: OFFERED,
    requirements,
    results: [
      ...sampleResults('covers.fail', OFFERED, {
        verdict: 'fail',
        violations: [violation],
        exchanges: [1],
      }),
      ...sampleResults('covers.warn', OFFERED, { verdict: 'warn', violations: [violation] }),
      ...sampleResults('covers.error', OFFERED, { verdict: 'error', reason: 'it hung' }),
      ...sampleResults('covers.inconclusive', OFFERED, { verdict: 'inconclusive', reason: 'no' }),
      ...sampleResults('covers.skipped', OFFERED, { verdict: 'skipped', reason: 'no role' }),
      ...sampleResults('covers.observed', OFFERED, { verdict: 'observed', observed: { a: ['b'] } }),
    ],
    exchanges: [{ ...exchange, request: { ...exchange.request, ...request } }],
  });
  const where = { url: 'https://patchwork.example.org/api/1.2/bundles/1/', why: 'it is private' };
  const writes = {
    allowed: true as const,
    hazardous: false,
    restored: 1,
    notRestored: [{ ...where, field: 'name' }],
    leftBehind: [{ ...where, kind: 'bundle' as const }],
    journal: 'a journal',
  };
  const known = { reason: 'known', link: 'https://bugs.example.org/1', versions: ['1.0' as const] };
  return holdAgainst(
    { ...report, writes, options: { seed: 1, only: ['covers'] } },
    {
      file: 'known.yaml',
      entries: [
        { ...known, requirement: 'covers.fail', verdict: 'fail', line: 2 },
        { ...known, requirement: 'covers.gone', verdict: 'fail', line: 3 },
        { ...known, requirement: 'covers.warn', verdict: 'fail', line: 4, expires: '2020-01-01' },
      ],
    },
  );
})();

type Path = readonly (string | number)[];

const TEXTS: readonly Path[] = textsOf(soundReport, []);

/** The texts of a report that may be any text: what an instance, a user or a file has said. */
const FREE = TEXTS.filter((path) => isReport(replaced(soundReport, path, '<\n>')));

/** Those that may be any address: that of the instance. */
const ADDRESSES = TEXTS.filter(
  (path) => !FREE.includes(path) && isReport(replaced(soundReport, path, 'https://<\n>"')),
);

/** Reports that are whole, and in which every text that can be hostile may be. */
export const hostileReport: fc.Arbitrary<Report> = fc
  .tuple(
    fc.array(hostileText, { minLength: FREE.length, maxLength: FREE.length }),
    fc.array(hostileText, { minLength: ADDRESSES.length, maxLength: ADDRESSES.length }),
    hostileText,
  )
  .map(([texts, addresses, name]) => {
    let report: unknown = soundReport;
    FREE.forEach((path, at) => {
      report = replaced(report, path, texts[at] ?? '');
    });
    ADDRESSES.forEach((path, at) => {
      report = replaced(report, path, `https://${addresses[at]}`);
    });
    const own = report as Report;
    const pairs = [[name, name]];
    const options = { ...own.options, ...Object.fromEntries(pairs) };
    const results = own.results.map((result) =>
      result.verdict === 'observed'
        ? { ...result, observed: { seen: result.observed, ...Object.fromEntries(pairs) } }
        : result,
    );
    return { ...own, options, results };
  })
  .filter(isReport);

/** The addresses of pages that a report gives as links: those that the user of a baseline wrote. */
export function linksIn({ results }: Report): string[] {
  return results
    .flatMap(({ expected }) => expected?.link ?? [])
    .filter((link) => /^https?:/i.test(link) && URL.canParse(link))
    .map((link) => new URL(link).href);
}

function isReport(value: unknown): boolean {
  try {
    parseReport(JSON.stringify(value));
    return true;
  } catch (error) {
    if (error instanceof NotAReport) return false;
    throw error;
  }
}

function textsOf(value: unknown, path: Path): Path[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((each, at) => textsOf(each, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, [...path, name]));
}

function replaced(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((each, at) => (at === first ? replaced(each, rest, text) : each));
  }
  return isObject(value) ? { ...value, [first]: replaced(value[first], rest, text) } : value;
}
