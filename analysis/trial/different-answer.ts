import { contrasted, cut, excerpt, onOneLine } from './contrast.js';
import type { Answer, Exchange } from './instance.js';
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
    const request = `${exchange.method} ${exchange.target}`;
    if (sound?.answer === undefined) continue;
    if (exchange.answer === undefined) {
      return { request, where: 'connection', expected: 'an answer', received: 'closed' };
    }
    const difference = differenceOf(sound.answer, exchange.answer, output);
    if (difference !== undefined) return { request, ...difference };
  }
  return undefined;
}

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.method === other.method && one.target === other.target && one.body === other.body;
}

type Difference = Omit<DifferentAnswer, 'request'>;

function differenceOf(expected: Answer, received: Answer, output: string): Difference | undefined {
  if (expected.status !== received.status) {
    const [, location = ''] = headerOf(received, 'location') ?? [];
    const rest = excerpt(received.body) || location;
    return {
      where: 'status',
      expected: String(expected.status),
      received: `${received.status} ${rest}`.trimEnd(),
    };
  }
  const [before, after] = [parsed(expected.body), parsed(received.body)];
  if (before === undefined || after === undefined) {
    return (
      textDifference('body', onOneLine(expected.body), onOneLine(received.body)) ??
      headerDifference(expected, received)
    );
  }
  const values = [...valueDifferences('', before.value, after.value)];
  const named = values.find(({ where }) => {
    const field = where.split('/').at(-1) ?? '';
    return field !== '' && QUOTES.some((quote) => output.includes(quote + field + quote));
  });
  // Clients read links and bodies; another header is told where it is all that differs.
  return (
    headerDifference(expected, received, ['link']) ??
    named ??
    values[0] ??
    headerDifference(expected, received)
  );
}

function headerDifference(
  expected: Answer,
  received: Answer,
  names = [...expected.headers, ...received.headers].map(([name]) => name.toLowerCase()),
): Difference | undefined {
  for (const name of names) {
    const [before, after] = [headerOf(expected, name), headerOf(received, name)];
    const where = before?.[0] ?? after?.[0] ?? name;
    if (before !== undefined && after !== undefined && before[0] !== after[0]) {
      return { where: 'header name', expected: before[0], received: after[0] };
    }
    const [one = 'no such header', other = 'no such header'] = [before?.[1], after?.[1]];
    const difference = textDifference(where, one, other);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function textDifference(where: string, before: string, after: string): Difference | undefined {
  if (before === after) return undefined;
  const [expected, received] = contrasted(before, after);
  return { where, expected, received };
}

/** The values that differ, with their JSON pointers. */
function* valueDifferences(
  at: string,
  expected: unknown,
  received: unknown,
): Generator<Difference> {
  if (Array.isArray(expected) && Array.isArray(received) && expected.length !== received.length) {
    const [before = '', after = ''] = [expected, received].map((list) => `${list.length} items`);
    yield { where: at || '/', expected: before, received: after };
  } else if (
    isObject(expected) &&
    isObject(received) &&
    Array.isArray(expected) === Array.isArray(received)
  ) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      const pointer = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      yield* valueDifferences(pointer, expected[key], received[key]);
    }
  } else if (!Object.is(expected, received)) {
    yield { where: at || '/', expected: shown(expected), received: shown(received) };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  return cut(value === undefined ? 'no such field' : JSON.stringify(value));
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function headerOf({ headers }: Answer, name: string): [name: string, value: string] | undefined {
  return headers.find(([each]) => each.toLowerCase() === name);
}
