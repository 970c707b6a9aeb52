import { ofExtension } from '../harness/extension/joined.js';
import type { Report, ReportedExtension } from '../harness/report.js';
import { checkedInWords, failsUnexpectedly, requirementsWith } from './summary.js';
import { several } from './terminal/quantities.js';

/** An extension as a report of its own, and what came of it in words. */
export interface ToldExtension {
  suite: string;
  report: Report;
  /** `conformant`, `1 of 3 requirements fails`, … */
  says: string;
  tone: 'good' | 'bad' | 'open';
}

/** The extensions of a report, in their order. */
export function extensionsOf(report: Report): ToldExtension[] {
  return (report.extensions ?? []).map((extension, index) => {
    const own = ofExtension(report, index);
    return { suite: extension.suite, report: own, ...conclusionOf(extension, own) };
  });
}

/** What is said wherever an extension is shown. */
export const NO_PART =
  'No part of the specification: the verdict on the instance is without it, the exit status counts it.';

function conclusionOf(
  { verdict, results }: ReportedExtension,
  own: Report,
): Pick<ToldExtension, 'says' | 'tone'> {
  const failing = requirementsWith(own, failsUnexpectedly);
  if (failing > 0) {
    return {
      tone: 'bad',
      says: `${several(failing, 'requirement')} ${failing === 1 ? 'fails' : 'fail'}`,
    };
  }
  if (results.some(({ expected }) => expected !== undefined)) {
    return { tone: 'good', says: `${checkedInWords(own)}, as the baseline expects` };
  }
  const tone = verdict === 'conformant' ? 'good' : 'open';
  return { tone, says: `${checkedInWords(own)}, ${verdict}` };
}
