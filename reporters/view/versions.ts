import type { Report, Result } from '../../harness/report.js';
import { judgedOf } from '../../harness/scope.js';
import { runVerdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import { type Conclusion, conclusionOf } from './summary.js';
import { columnsOf } from './version-range.js';

/** How many of the results that could pass do, and how many fail. */
export interface Share {
  passed: number;
  failed: number;
  of: number;
}

/** How one version has come out, as the head of its column says. */
export interface VersionSummary extends Share, Conclusion {
  version: Version;
  /**
   * Whether it conforms, whatever a baseline expects: `open` where a MUST could not be checked, `·` if the
   * version is not offered.
   */
  conformant: 'yes' | 'no' | 'open' | '·';
  /** `222/222`: how many of the requirements that it has were checked. */
  checked: string;
}

const NOT_OFFERED = {
  passed: 0,
  failed: 0,
  of: 0,
  name: 'not offered',
  tone: 'open',
  conformant: '·',
  checked: '·',
} as const;

/** The verdict on each column of the matrix, from its results alone, and the share that passes. */
export function versionSummaries(report: Report): VersionSummary[] {
  return columnsOf(report).map((version) => {
    if (!report.target.versionsExamined.includes(version)) return { ...NOT_OFFERED, version };
    const own = report.results.filter((result) => result.version === version);
    const conclusion = conclusionOn(report, own);
    const { requirements, of } = judgedOf(own);
    const isFailing = own.some(({ verdict }) => verdict === 'fail');
    const isOpen = conclusion.tone === 'open' ? 'open' : 'yes';
    return {
      version,
      ...shareOf(own),
      ...conclusion,
      conformant: isFailing ? 'no' : isOpen,
      checked: `${requirements}/${of}`,
    };
  });
}

function conclusionOn(
  { baseline: _, extensions: __, ...report }: Report,
  results: Result[],
): Conclusion {
  const levels = new Map(report.requirements.map(({ id, level }) => [id, level]));
  const unexpected = results
    .filter(({ expected }) => expected === undefined)
    .map(({ verdict, requirement }) => ({ verdict, level: levels.get(requirement) ?? 'must' }));
  const conclusion = conclusionOf({ ...report, results, verdict: runVerdict(unexpected) });
  if (conclusion.name !== 'conformant') return conclusion;
  return unexpected.length < results.length ? { name: 'as expected', tone: 'good' } : conclusion;
}

/** How many of some results pass, without those that have nothing to pass. */
export function shareOf(results: readonly Result[]): Share {
  const able = results.filter(
    ({ verdict }) => verdict !== 'not-applicable' && verdict !== 'observed',
  );
  const count = (verdict: Result['verdict']) =>
    able.filter((result) => result.verdict === verdict).length;
  return { passed: count('pass'), failed: count('fail'), of: able.length };
}
