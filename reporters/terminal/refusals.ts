import type { Report } from '../../harness/report.js';
import { number, several } from './quantities.js';

/** From this share of the requests on, a run has seen hardly anything of the instance. */
const NEARLY_EVERY = 0.8;

/** A sound instance makes no errors; one that makes more than this share of them is not well. */
const UNSTEADY = 0.1;

/** A kept connection may be closed just as it is used: up to this share of lost answers says nothing. */
const RARE = 0.02;

/** By which somebody other than the requirement in hand says no. */
const REFUSALS = ['401', '403', '407', '429'];

/** Says so, with what to do, if nearly every request was refused, failed or left without an answer. */
export function refusedSentence({ traffic }: Report): string | undefined {
  const { requests, byStatus } = traffic;
  if (byStatus === undefined || requests === 0) return undefined;
  const unanswered = Math.max(0, requests - sum(Object.values(byStatus)));
  const refused = Object.entries(byStatus).filter(
    ([status]) => REFUSALS.includes(status) || isServerError(status),
  );
  const lost = sum(refused.map(([, times]) => times)) + unanswered;
  if (lost < requests * NEARLY_EVERY) return undefined;
  const kinds: [string, number][] = [...refused];
  if (unanswered > requests * RARE) kinds.push(['none', unanswered]);
  const [[commonest] = ['none']] = kinds.sort(([, a], [, b]) => b - a);
  return `Nearly every answer was a refusal or an error of the server: of ${several(requests, 'request')}, ${told(kinds)}. ${whatToDo(commonest)}`;
}

/** Says so if more than a tenth of the answers were errors of the server. */
export function unsteadySentence({ traffic }: Report): string | undefined {
  const byStatus = Object.entries(traffic.byStatus ?? {});
  const answers = sum(byStatus.map(([, times]) => times));
  const errors = byStatus.filter(([status]) => isServerError(status));
  if (sum(errors.map(([, times]) => times)) <= answers * UNSTEADY) return undefined;
  return `The instance was unsteady: of ${several(answers, 'answer')}, ${told(errors)}. What fails or is in error may hold when it is well; look at its log, and run again.`;
}

/** `141 were 500, 12 were 502, 3 did not come` */
function told(kinds: readonly [string, number][]): string {
  return kinds
    .filter(([, times]) => times > 0)
    .map(([status, times]) =>
      status === 'none'
        ? `${number(times)} had no whole answer`
        : `${number(times)} ${times === 1 ? 'was' : 'were'} answered ${status}`,
    )
    .join(', ');
}

function whatToDo(commonest: string): string {
  if (commonest === '429') return 'Ask more slowly: --concurrency 1 --rps 1.';
  if (commonest === 'none') return 'What kept them is told below; run again when it is well.';
  if (isServerError(commonest)) return 'Look at its log, and run again when it is well.';
  return 'Is there a gate before it (--header "Name: value" passes one), or does it want credentials?';
}

function isServerError(status: string): boolean {
  return /^5\d\d$/.test(status);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
