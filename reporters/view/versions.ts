import type { Report } from '../../harness/report.js';
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
    const checked = isAny('pass', 'fail', 'warn').length;
    const of = checked + isAny('inconclusive', 'error', 'skipped').length;
    const rest = { version, checked, of };
    if (isAny('fail').length > 0) return { ...rest, tone: 'bad', conformant: 'no' };
    if (open.length > 0 || checked === 0) return { ...rest, tone: 'open', conformant: 'open' };
    return { ...rest, tone: 'good', conformant: 'yes' };
  });
}
