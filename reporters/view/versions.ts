import type { Report, Result } from '../../harness/report.js';
import { judgedOf } from '../../harness/scope.js';
import { runVerdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import { type Conclusion, VERDICTS } from './summary.js';

/** How many of the results that could pass do. */
export interface Share {
  passed: number;
  of: number;
}

/** How one version has come out, as the head of its column says. */
export interface VersionSummary extends Share, Conclusion {
  version: Version;
  /** Whether it conforms, whatever a baseline expects: `open` where a MUST could not be checked. */
  conformant: 'yes' | 'no' | 'open';
  /** `222/222`: how many of the requirements that it has were checked. */
  checked: string;
}

/** The verdict on each version tested, from its results alone, and the share that passes. */
export function versionSummaries(report: Report): VersionSummary[] {
  const levels = new Map(report.requirements.map(({ id, level }) => [id, level]));
  return report.target.versionsExamined.map((version) => {
    const own = report.results.filter((result) => result.version === version);
    const unexpected = own
      .filter(({ expected }) => expected === undefined)
      .map(({ verdict, requirement }) => ({
        verdict,
        level: levels.get(requirement) ?? ('must' as const),
      }));
    const share = shareOf(own);
    const conclusion = conclusionOf(runVerdict(unexpected), own, share);
    const { requirements, of } = judgedOf(own);
    const isOpen = conclusion.tone === 'open';
    const conformant = conclusion.name === 'conformant' ? 'yes' : isOpen ? 'open' : 'no';
    return { version, ...share, ...conclusion, conformant, checked: `${requirements}/${of}` };
  });
}

function conclusionOf(
  verdict: keyof typeof VERDICTS,
  own: readonly Result[],
  { of }: Share,
): Conclusion {
  if (of === 0) return { name: 'not checked', tone: 'open' };
  const isExpected = own.some(({ expected }) => expected !== undefined);
  if (verdict === 'conformant' && isExpected) return { name: 'as expected', tone: 'good' };
  return VERDICTS[verdict];
}

/** How many of some results pass, without those that have nothing to pass. */
export function shareOf(results: readonly Result[]): Share {
  const able = results.filter(
    ({ verdict }) => verdict !== 'not-applicable' && verdict !== 'observed',
  );
  return { passed: able.filter(({ verdict }) => verdict === 'pass').length, of: able.length };
}
