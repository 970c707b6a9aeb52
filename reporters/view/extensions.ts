import { ofExtension } from '../../harness/extension/joined.js';
import type { Report, ReportedExtension } from '../../harness/report.js';
import { several } from './quantities.js';
import { checkedInWords, failsUnexpectedly, requirementsWith } from './summary.js';

/** The custom requirements of one module as a report of their own, and their outcome in words. */
export interface ExtensionView {
  suite: string;
  report: Report;
  /** `conformant`, `1 of 3 requirements fails`, … */
  says: string;
  tone: 'good' | 'bad' | 'open';
}

/** The modules of custom requirements of a report, in their order. */
export function extensionsOf(report: Report): ExtensionView[] {
  return (report.extensions ?? []).flatMap((extension, index) => {
    if (extension.advisory) return [];
    const own = ofExtension(report, index);
    return [{ suite: extension.suite, report: own, ...conclusionOf(extension, own) }];
  });
}

/** Shown wherever custom requirements are shown. */
export const NO_PART =
  'Not part of the specification: not in the verdict on the instance, but counted in the exit status.';

function conclusionOf(
  { verdict, results }: ReportedExtension,
  own: Report,
): Pick<ExtensionView, 'says' | 'tone'> {
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
