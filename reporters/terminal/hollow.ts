import type { Report } from '../../harness/report.js';
import { number } from './quantities.js';

/**
 * Says so, in one sentence, if the run judged too little to mean anything: no MUST at all, or
 * fewer than it had to leave open. Otherwise gives nothing.
 */
export function hollowness(report: Report): string[] {
  const musts = new Set(
    report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id),
  );
  const results = report.results.filter(({ requirement }) => musts.has(requirement));
  const judged = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length;
  const open = results.filter(
    ({ verdict }) => verdict === 'inconclusive' || verdict === 'error',
  ).length;
  if (judged === 0) return ['No MUST was judged: this run says nothing about the instance.'];
  if (open <= judged) return [];
  return [
    `Hollow: of ${number(open + judged)} results on a MUST, ${number(open)} are inconclusive or ` +
      'in error. This run says little about the instance.',
  ];
}
