import { calledAsSentence } from '../../harness/called-as.js';
import { ODD_JSON, type OddJson } from '../../harness/client/odd-json.js';
import type { Report } from '../../harness/report.js';
import { capitalised, number, several } from './words.js';

/** From this share of lost requests on, a run has seen hardly anything of the instance. */
const NEARLY_EVERY = 0.79;

/** A sound instance makes no server errors; one that makes more than this share is unsteady. */
const UNSTEADY = 0.1;

/** Statuses with which a gateway, a login or a rate limit refuses whatever is asked. */
const REFUSALS = ['401', '403', '407', '429'];

/**
 * One sentence if the run checked too little to mean anything: nearly every request was refused or
 * lost, or more results on a MUST are open than were checked. Otherwise nothing.
 */
export function vacuity(report: Report): string[] {
  return [refusedSentence(report) ?? openSentence(report) ?? []].flat();
}

/** What limits the meaning of the results: a run that checked little, an unsteady instance. */
export function warningsOf(report: Report): string[] {
  const { target } = report;
  const { calledAs, versionsUnknown = [] } = target;
  const unsteady = isRefused(report) ? undefined : unsteadySentence(report);
  return [
    ...vacuity(report),
    ...(unsteady === undefined ? [] : [unsteady]),
    ...(calledAs === undefined ? [] : [`${capitalised(calledAsSentence(target, calledAs))}.`]),
    ...refusalSentences(report),
    ...odditySentences(report),
    ...(versionsUnknown.length === 0
      ? []
      : [
          `The instance also offers ${versionsUnknown.join(', ')}, which the specification does not describe: this report says nothing about it.`,
        ]),
  ];
}

const ODDITIES: Record<OddJson, string> = {
  'byte-order-mark': 'with a byte order mark, which many parsers refuse',
  'repeated-name': 'with an object that has a name twice, of which parsers keep one value',
  'inexact-number':
    'with a number beyond 2^53, such as an id, which JavaScript reads as another one: nothing was judged by it',
};

/** What parsers of JSON read in different ways. */
function odditySentences({ traffic: { oddities = {} } }: Report): string[] {
  return ODD_JSON.flatMap((each) => {
    const count = oddities[each];
    return count === undefined
      ? []
      : [`Unusual JSON: ${several(count, 'response')} ${ODDITIES[each]}.`];
  });
}

/** What something in front of the instance did to the run, and what to do about it. */
function refusalSentences({ traffic: { refusals } }: Report): string[] {
  if (refusals === undefined) return [];
  const { kind, received, lost, by, pace } = refusals;
  const who =
    kind === 'challenge'
      ? 'A bot wall'
      : kind === 'page'
        ? 'Something, such as a rate limit,'
        : 'A rate limit';
  const from =
    pace === undefined ? '' : `, from about ${several(Math.ceil(pace), 'request')} a second on`;
  const outcome =
    lost === 0
      ? 'Each of these requests was repeated and got its response.'
      : `${several(lost, 'request')} got nothing else: what could not be checked without them is an error, not a failure.`;
  const advice =
    kind === 'busy'
      ? 'Send less: --gentle.'
      : 'To pass it: send less (--gentle), send the header that it expects (--header "Name: value"), or name a contact (--user-agent).';
  return [
    `${who} in front of the instance refused ${several(received, 'request')} with ${by}${from}. ${outcome} ${advice}`,
  ];
}

/** Whether nearly every request was refused or lost, so that a matrix would show errors only. */
export function isRefused(report: Report): boolean {
  return refusedSentence(report) !== undefined;
}

function openSentence(report: Report): string | undefined {
  const musts = new Set(
    report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id),
  );
  const results = report.results.filter(({ requirement }) => musts.has(requirement));
  const count = (...verdicts: string[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const open = count('inconclusive', 'error');
  const all = count('pass', 'fail') + open;
  if (open === all) return 'No MUST was checked: this run says nothing about the instance.';
  if (open <= all - open) return undefined;
  return `Little was checked: of ${number(all)} results on a MUST, ${number(open)} are inconclusive or in error. This run says little about the instance.`;
}

function refusedSentence({ traffic }: Report): string | undefined {
  const { byStatus, retried = {} } = traffic;
  // A read whose connection was closed is sent again, and only that one counts: idle connections, which servers
  // close, are more on a busy machine.
  // An empty 408 closes one, too, and is an answer.
  const closed = Math.max(0, (retried.closed ?? 0) - (byStatus['408'] ?? 0));
  const requests = traffic.requests - closed;
  if (requests === 0) return undefined;
  const unanswered = Math.max(0, requests - sum(Object.values(byStatus)));
  const refused = Object.entries(byStatus).filter(
    ([status]) => REFUSALS.includes(status) || isServerError(status),
  );
  const lost = sum(refused.map(([, times]) => times)) + unanswered;
  if (lost < requests * NEARLY_EVERY) return undefined;
  const kinds: [string, number][] = [...refused, ['none', unanswered]];
  const [[commonest] = ['none']] = kinds.sort(([, a], [, b]) => b - a);
  return `Nearly every request was refused or failed: of ${several(requests, 'request')}, ${inWords(kinds)}. ${adviceFor(commonest)}`;
}

function unsteadySentence({ traffic }: Report): string | undefined {
  const byStatus = Object.entries(traffic.byStatus);
  const answers = sum(byStatus.map(([, times]) => times));
  const errors = byStatus.filter(([status]) => isServerError(status));
  if (sum(errors.map(([, times]) => times)) <= answers * UNSTEADY) return undefined;
  return `The instance was unsteady: of ${several(answers, 'response')}, ${inWords(errors)}. Failures and errors may have no other cause: check the server log, then run again.`;
}

/** `141 returned 500, 12 returned 502, 3 had no complete response` */
function inWords(kinds: readonly [string, number][]): string {
  return kinds
    .filter(([, times]) => times > 0)
    .map(([status, times]) =>
      status === 'none'
        ? `${number(times)} had no complete response`
        : `${number(times)} returned ${status}`,
    )
    .join(', ');
}

function adviceFor(commonest: string): string {
  if (commonest === '429') return 'Send requests more slowly: --gentle.';
  if (commonest === 'none') return 'Causes below; retry when the server is healthy.';
  if (isServerError(commonest)) return 'Check the server log, then run again.';
  return 'Is there a gateway in front of it (--header "Name: value" passes one), or does it require credentials?';
}

function isServerError(status: string): boolean {
  return /^5\d\d$/.test(status);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
