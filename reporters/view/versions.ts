import type { Report } from '../../harness/report.js';
import { isAnythingJudged, judgedOf } from '../../harness/scope.js';
import type { Version } from '../../specification/versions.js';
import type { Conclusion } from './summary.js';

/** Whether a version conforms, and how many of its requirements were checked. */
export interface VersionVerdict {
  version: Version;
  tone: Conclusion['tone'];
  /** `yes`, `no`, or `open` where a MUST could not be checked. */
  conformant: 'yes' | 'no' | 'open';
  checked: number;
  of: number;
}

/** The verdict on each version tested, whatever a baseline expects, with the share that it rests on. */
export function versionVerdicts({ target, results, requirements }: Report): VersionVerdict[] {
  const musts = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  return target.versionsExamined.map((version) => {
    const own = results.filter((result) => result.version === version);
    const isAny = (...verdicts: string[]) =>
      own.filter(({ verdict }) => verdicts.includes(verdict));
    const open = isAny('inconclusive', 'error').filter(({ requirement }) => musts.has(requirement));
    const { requirements: checked, of } = judgedOf(own);
    const rest = { version, checked, of };
    if (isAny('fail').length > 0) return { ...rest, tone: 'bad', conformant: 'no' };
    if (open.length > 0 || !isAnythingJudged(own))
      return { ...rest, tone: 'open', conformant: 'open' };
    return { ...rest, tone: 'good', conformant: 'yes' };
  });
}
