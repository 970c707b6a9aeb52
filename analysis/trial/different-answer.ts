import { contrasted, cut, excerpt, onOneLine } from './contrast.js';
import type { Answer, Exchange } from './instance.js';
import type { DifferentAnswer } from './result.js';

/** What languages put around the name of a field in a message. */
const QUOTES = ["'", '"', '`'];

/**
 * The first answer that is not as on the expected instance, among the requests that were sent to both;
 * undefined if there is none. If the message of the client names a field of its body, it is told where that
 * field differs. Addresses of the two instances must have been made the same.
 */
export function differentAnswer(
  expected: readonly Exchange[],
  received: readonly Exchange[],
  message: string,
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
    const difference = differenceOf(sound.answer, exchange.answer, message);
    if (difference !== undefined) return { request, ...difference };
  }
  return undefined;
}

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.method === other.method && one.target === other.target && one.body === other.body;
}

type Difference = Omit<DifferentAnswer, 'request'>;

function differenceOf(expected: Answer, received: Answer, message: string): Difference | undefined {
  if (expected.status !== received.status) {
    const rest = excerpt(received.body) || headerOf(received, 'location') || '';
    return {
      where: 'status',
      expected: String(expected.status),
      received: `${received.status}${rest === '' ? '' : ` ${rest}`}`,
    };
  }
  const isHtml = headerOf(received, 'content-type')?.startsWith('text/html') === true;
  if (isHtml && headerOf(expected, 'content-type')?.startsWith('text/html') !== true) {
    return { where: 'body', expected: excerpt(expected.body), received: excerpt(received.body) };
  }
  // Clients read links and bodies; another header is told where it is all that differs.
  return (
    headerDifference(expected, received, (name) => name === 'link') ??
    bodyDifference(expected.body, received.body, message) ??
    headerDifference(expected, received, (name) => name !== 'link')
  );
}

function headerDifference(
  expected: Answer,
  received: Answer,
  isMeant: (name: string) => boolean,
): Difference | undefined {
  const names = new Set([...expected.headers, ...received.headers].map(([name]) => name));
  for (const name of names) {
    if (!isMeant(name.toLowerCase())) continue;
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

function bodyDifference(
  expected: string,
  received: string,
  message: string,
): Difference | undefined {
  if (expected === received) return undefined;
  const [before, after] = [parsed(expected), parsed(received)];
  if (before === undefined || after === undefined) {
    const [one, other] = contrasted(onOneLine(expected), onOneLine(received));
    return { where: 'body', expected: one, received: other };
  }
  const all = [...valueDifferences('', before.value, after.value)];
  const named = all.find(({ where }) => {
    const field = where.split('/').at(-1) ?? '';
    return field !== '' && QUOTES.some((quote) => message.includes(quote + field + quote));
  });
  return named ?? all[0];
}

/** The values that differ, with their JSON pointers. */
function* valueDifferences(
  at: string,
  expected: unknown,
  received: unknown,
): Generator<Difference> {
  if (
    isObject(expected) &&
    isObject(received) &&
    Array.isArray(expected) === Array.isArray(received)
  ) {
    if (Array.isArray(expected) && Array.isArray(received) && expected.length !== received.length) {
      const [before, after] = [expected, received].map((list) => `${list.length} items`);
      yield { where: at || '/', expected: before ?? '', received: after ?? '' };
      return;
    }
    for (const key of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      const pointer = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      yield* valueDifferences(pointer, expected[key], received[key]);
    }
    return;
  }
  if (Object.is(expected, received)) return;
  yield { where: at || '/', expected: shown(expected), received: shown(received) };
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
