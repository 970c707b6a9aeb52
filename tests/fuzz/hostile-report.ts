import fc from 'fast-check';
import { holdAgainst } from '../../analysis/baseline/hold.js';
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
  ['fail', 'warn', 'error', 'inconclusive', 'pass', 'skipped', 'observed'] as const
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
      ...sampleResults('covers.pass', OFFERED, { verdict: 'pass', unsteady: 'expected 1, got 2' }),
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
    notes: ['another run could not be kept out'],
    removed: ['https://patchwork.example.org/api/1.2/covers/'],
    journal: 'a journal',
  };
  const contract = sampleRequirement({
    id: 'client.link',
    title: 'The first link is `next`',
    group: 'client-paging',
    breaks: ['b4'],
  });
  const contracts = {
    suite: 'client contracts',
    verdict: 'nonconformant' as const,
    counts: report.counts,
    countsByVersion: report.countsByVersion,
    requirements: [contract],
    results: sampleResults(contract.id, OFFERED, { verdict: 'fail', violations: [violation] }),
  };
  const lists = [
    {
      path: 'events/',
      version: OFFERED[0] ?? '1.0',
      objects: 1,
      pages: 1,
      ofPages: 3,
      complete: false,
      why: 'no answer',
    },
  ];
  const known = { reason: 'known', link: 'https://bugs.example.org/1', versions: ['1.0' as const] };
  return holdAgainst(
    {
      ...report,
      target: { ...report.target, calledAs: 'http://backend.example.org' },
      scope: { ...report.scope, rejected: [{ role: 'user', why: 'status 401' }] },
      traffic: {
        ...report.traffic,
        refusals: { kind: 'busy', received: 3, lost: 1, by: 'status 429' },
      },
      scan: { objects: 1, lists, cut: 'the time was over' },
      extensions: [contracts],
      writes,
      options: { seed: 1, only: ['covers'], demo: ['a-fault'] },
    },
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

const SOUND = JSON.stringify(soundReport);

/** A copy of the sound report with other texts, by their numbers. */
function withTexts(texts: ReadonlyMap<number, string>): unknown {
  let number = -1;
  return JSON.parse(SOUND, (_, each: unknown) => {
    if (typeof each !== 'string') return each;
    number += 1;
    return texts.get(number) ?? each;
  });
}

/** The texts of a report that may be this one. */
function textsThatMayBe(text: string): number[] {
  const found: number[] = [];
  for (let number = 0; ; number += 1) {
    const copy = withTexts(new Map([[number, text]]));
    // Beyond the last one nothing is changed.
    if (JSON.stringify(copy) === SOUND) return found;
    if (isReport(copy)) found.push(number);
  }
}

/** The texts that may be any text, said by an instance, a user or a file; and those that may be any address. */
const FREE = textsThatMayBe('<\n>');
const ADDRESSES = textsThatMayBe('https://<>"').filter((number) => !FREE.includes(number));

/** Reports that are whole, and in which every text that can be hostile may be. */
export const hostileReport: fc.Arbitrary<Report> = fc
  .tuple(
    fc.tuple(...FREE.map(() => hostileText)),
    fc.tuple(...ADDRESSES.map(() => hostileText)),
    hostileText,
  )
  .map(([texts, addresses, name]) => {
    const own = withTexts(
      new Map([
        ...FREE.map((number, at): [number, string] => [number, texts[at] ?? '']),
        ...ADDRESSES.map((number, at): [number, string] => [
          number,
          `https://${addresses[at]?.replace(/[\p{Cc}\u2028\u2029]/gu, '')}`,
        ]),
      ]),
    ) as Report;
    const named = Object.fromEntries([[name, name]]);
    const results = own.results.map((result) =>
      result.verdict === 'observed'
        ? { ...result, observed: { seen: result.observed, ...named } }
        : result,
    );
    return { ...own, options: { ...own.options, ...named }, results };
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
