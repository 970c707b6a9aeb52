import { type Answer, readBody } from '../../harness/client/answer.js';
import { askedBy } from '../instances/asked.js';
import { compareAnswers } from '../instances/compare-answers.js';
import type { Sides } from '../instances/compare-values.js';
import { Identities } from '../instances/identities.js';
import type { Finding } from '../instances/result.js';
import type { Exchange } from './instance.js';
import type { DifferentAnswer } from './result.js';

/** What languages put around the name of a field in a message. */
const QUOTES = ["'", '"', '`'];

/**
 * The first answer that is not as on the expected instance, among the requests that were sent to both;
 * undefined if there is none. If the output of the client, which is all it says, names a field of its body,
 * it is told where that field differs. Addresses of the two instances must have been made the same.
 */
export function differentAnswer(
  expected: readonly Exchange[],
  received: readonly Exchange[],
  output: string,
): DifferentAnswer | undefined {
  const left = [...expected];
  for (const exchange of received) {
    const index = left.findIndex((each) => isSameRequest(each, exchange));
    if (index < 0) continue;
    const [sound] = left.splice(index, 1);
    const old = sound && answerOf(sound);
    if (old === undefined) continue;
    const { method, target } = exchange;
    const asked = askedBy({ role: 'anonymous', url: target }, target);
    const now = answerOf(exchange) ?? { failure: 'the connection was closed' };
    const finding = mostTelling(compareAnswers(asked, old, now, sides()), output);
    if (finding === undefined) continue;
    const { kind, place, old: before, new: after } = finding;
    const where = kind === 'link' ? place : finding.where;
    return { request: `${method} ${target}`, where, expected: before, received: after };
  }
  return undefined;
}

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.method === other.method && one.target === other.target && one.body === other.body;
}

/** Both instances have the same data and, by now, the same address. */
function sides(): Sides {
  const side = { ownUrl: () => undefined };
  return { identities: new Identities(), old: side, new: side };
}

/** Clients read links and bodies; another header is told where it is all that differs. */
function mostTelling(findings: readonly Finding[], output: string): Finding | undefined {
  const isNamed = ({ where }: Finding) => {
    const field = where.split('/').at(-1) ?? '';
    return field !== '' && QUOTES.some((quote) => output.includes(quote + field + quote));
  };
  return (
    findings.find(({ kind }) => kind === 'link') ??
    findings.find(isNamed) ??
    findings.find(({ kind }) => kind !== 'header') ??
    findings[0]
  );
}

/** The answer of an exchange as a client of this suite has it. */
function answerOf({ method, target, answer }: Exchange): Answer | undefined {
  if (answer === undefined) return undefined;
  const { status, headers, body } = answer;
  return {
    exchange: 0,
    role: 'anonymous',
    method,
    url: `http://instance${target}`,
    status,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    headerNames: headers.map(([name]) => name),
    ...readBody(body, Buffer.from(body)),
  };
}
