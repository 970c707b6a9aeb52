import type { Report } from '../../harness/report.js';
import { number } from './quantities.js';

/** How many results on a MUST were judged or wanted, and how many of them were left open. */
export function openShare(report: Report): { open: number; all: number } {
  const musts = new Set(
    report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id),
  );
  const results = report.results.filter(({ requirement }) => musts.has(requirement));
  const judged = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length;
  const open = results.filter(
    ({ verdict }) => verdict === 'inconclusive' || verdict === 'error',
  ).length;
  return { open, all: judged + open };
}

/** Says so if no MUST was judged, or fewer than were left open. */
export function openSentence(report: Report): string | undefined {
  const { open, all } = openShare(report);
  if (open === all) return 'No MUST was judged: this run says nothing about the instance.';
  if (open <= all - open) return undefined;
  return (
    `Little was judged: of ${number(all)} results on a MUST, ${number(open)} are inconclusive or ` +
    'in error. This run says little about the instance.'
  );
}
