import type { Verdict } from '../../harness/verdict.js';
import { sharedCause } from '../shared-cause.js';
import { type Finding, findingLines } from './finding.js';
import { chaptersOf } from './grid.js';
import { several } from './quantities.js';
import { ruled, type Sheet, SYMBOLS } from './sheet.js';
import { signOf } from './sign.js';
import { cut, pad, wrap } from './text.js';

/** Findings shown in full before the rest get a line each, so that the verdict stays in sight. */
const IN_FULL = 20;

type Found = 'fail' | 'error' | 'warn';

const TITLES: Record<Found, [one: string, many: string]> = {
  fail: ['fails', 'fail'],
  error: ['in error, not held against the instance', 'in error, not held against the instance'],
  warn: ['warns', 'warn'],
};

/**
 * The requirements that came to one verdict in some version, each with what was expected, what
 * was received, and how to ask again. Beyond a number of them a line each, unless verbose.
 */
export function findingsLines(sheet: Sheet, verdict: Found): string[] {
  const findings = findingsOf(sheet, verdict);
  if (findings.length === 0) return [];
  const [one, many] = TITLES[verdict];
  const manner = verdict === 'fail' && sheet.report.baseline ? ' unexpectedly' : '';
  const title = `${several(findings.length, 'requirement')} ${findings.length === 1 ? one : many}${manner}`;
  const full = sheet.verbose ? findings : findings.slice(0, IN_FULL);
  return [
    ...ruled(sheet, title),
    ...full.flatMap((finding) => ['', ...findingLines(sheet, finding)]),
    ...briefLines(sheet, findings.slice(full.length)),
  ];
}

/** What most of many red requirements share. */
export function sharedCauseLines({ report, width, paint }: Sheet): string[] {
  const said = sharedCause(report);
  return said === undefined ? [] : ['', ...wrap(said, width).map(paint.strong)];
}

function findingsOf(sheet: Sheet, verdict: Verdict): Finding[] {
  return chaptersOf(sheet.report)
    .flatMap(({ rows }) => rows)
    .map(({ requirement, results }) => ({
      verdict,
      requirement,
      results: [...results.values()].filter((result) => signOf(result) === verdict),
    }))
    .filter(({ results }) => results.length > 0);
}

function briefLines(sheet: Sheet, findings: Finding[]): string[] {
  if (findings.length === 0) return [];
  const longest = Math.max(...findings.map(({ requirement }) => requirement.id.length));
  const column = Math.min(longest, Math.floor(sheet.width / 2));
  const lines = findings.map(({ verdict, requirement, results }) => {
    const [first] = results;
    const text = first?.violations[0]?.message ?? first?.reason ?? requirement.title;
    const id = sheet.paint.strong(pad(requirement.id, column));
    const message = cut(text, sheet.width - column - 4);
    return `${sheet.paint.verdict[verdict](SYMBOLS[verdict])} ${id}  ${message}`;
  });
  const hint = `And ${findings.length} more in short; --verbose or --report FILE.json has everything.`;
  return ['', ...wrap(hint, sheet.width).map(sheet.paint.faint), ...lines];
}
