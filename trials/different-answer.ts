import { contrasted, cut, excerpt, onOneLine } from './contrast.js';
import type { Answer, Exchange } from './instance.js';
import type { DifferentAnswer } from './result.js';

/**
 * The first answer that is not as on the expected instance, among the requests that were sent to both;
 * undefined if there is none. Addresses of the two instances must have been made the same.
 */
export function firstDifferentAnswer(
  expected: readonly Exchange[],
  received: readonly Exchange[],
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
    const difference = differenceOf(sound.answer, exchange.answer);
    if (difference !== undefined) return { request, ...difference };
  }
  return undefined;
}

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.method === other.method && one.target === other.target && one.body === other.body;
}

type Difference = Omit<DifferentAnswer, 'request'>;

function differenceOf(expected: Answer, received: Answer): Difference | undefined {
  if (expected.status !== received.status) {
    const rest = excerpt(received.body) || headerOf(received, 'location') || '';
    return {
      where: 'status',
      expected: String(expected.status),
      received: `${received.status}${rest === '' ? '' : ` ${rest}`}`,
    };
  }
  return headerDifference(expected, received) ?? bodyDifference(expected.body, received.body);
}

function headerDifference(expected: Answer, received: Answer): Difference | undefined {
  const names = new Set([...expected.headers, ...received.headers].map(([name]) => name));
  const isHtml = headerOf(received, 'content-type')?.startsWith('text/html') === true;
  if (isHtml && headerOf(expected, 'content-type')?.startsWith('text/html') !== true) {
    return { where: 'body', expected: excerpt(expected.body), received: excerpt(received.body) };
  }
  for (const name of names) {
    const [before, after] = [expected, received].map(
      ({ headers }) => headers.find(([each]) => each === name)?.[1],
    );
    if (before === after) continue;
    const respelled = received.headers.find(
      ([each]) => each !== name && each.toLowerCase() === name.toLowerCase(),
    );
    if (respelled !== undefined) {
      return { where: 'header name', expected: name, received: respelled[0] };
    }
    const [one, other] = contrasted(before ?? 'no such header', after ?? 'no such header');
    return { where: name, expected: one, received: other };
  }
  return undefined;
}

function bodyDifference(expected: string, received: string): Difference | undefined {
  if (expected === received) return undefined;
  const [before, after] = [parsed(expected), parsed(received)];
  if (before === undefined || after === undefined) {
    const [one, other] = contrasted(onOneLine(expected), onOneLine(received));
    return { where: 'body', expected: one, received: other };
  }
  return valueDifference('', before.value, after.value);
}

/** The JSON pointer of the first value that differs. */
function valueDifference(at: string, expected: unknown, received: unknown): Difference | undefined {
  if (
    isObject(expected) &&
    isObject(received) &&
    Array.isArray(expected) === Array.isArray(received)
  ) {
    if (Array.isArray(expected) && Array.isArray(received) && expected.length !== received.length) {
      const [before, after] = [expected, received].map((list) => `${list.length} items`);
      return { where: at || '/', expected: before ?? '', received: after ?? '' };
    }
    for (const key of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      const pointer = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const found = valueDifference(pointer, expected[key], received[key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Object.is(expected, received)) return undefined;
  return { where: at || '/', expected: shown(expected), received: shown(received) };
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

function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
