import { type Part, textOf } from '../masked.js';
import { shellWord } from '../shell.js';

/** A masked request. */
export interface CurlRequest {
  method: string;
  url: readonly Part[];
  headers: readonly (readonly [name: string, value: readonly Part[]])[];
  /** Undefined if it has none; `isCut` if this is its beginning. */
  body?: { parts: readonly Part[]; isCut: boolean };
}

/** What a shell replaces by a credential; the names of other secrets stand for themselves. */
const VARIABLE = /^\$(?:\w+|\{\w+%\?\})$/;

/** A word for a POSIX shell: credentials are its variables, and all else is literal. */
function quoted(parts: readonly Part[]): string {
  const words: string[] = [];
  let literal = '';
  const end = () => {
    if (literal !== '') words.push(shellWord(literal));
    literal = '';
  };
  for (const part of parts) {
    if (typeof part === 'string' || !VARIABLE.test(part.name)) {
      literal += textOf([part]);
      continue;
    }
    end();
    words.push(`"${part.name}"`);
  }
  end();
  return words.length === 0 ? "''" : words.join('');
}

/**
 * A curl command for a POSIX shell that sends a request again: credentials are environment variables, never their
 * values. curl itself expands nothing in it. A truncated body ends in "…".
 */
export function curlLine({ method, url, headers, body }: CurlRequest): string {
  const words = ['curl', '-i', '--globoff'];
  // With -X, curl would wait for the body of a HEAD.
  if (method === 'HEAD') words.push('--head');
  else if (method !== 'GET') words.push('-X', method);
  for (const [name, value] of headers) {
    const text = textOf(value);
    if (name === 'user-agent' || (name === 'accept' && text === 'application/json')) continue;
    const pair = basicPair(value);
    if (pair !== undefined) words.push('-u', quoted(pair));
    else words.push('-H', quoted([`${name}: `, ...value]));
  }
  if (body !== undefined) {
    // By itself curl declares a form.
    const isTyped = headers.some(([name]) => name === 'content-type');
    if (!isTyped) words.push('-H', 'content-type:');
    words.push('--data-raw', quoted([...body.parts, body.isCut ? '…' : '']));
  }
  words.push(quoted(url));
  return words.join(' ');
}

/** The name and the password of a `Basic` value; undefined if it has none in clear. A colon is in no base64. */
function basicPair([first, ...rest]: readonly Part[]): readonly Part[] | undefined {
  if (typeof first !== 'string' || !first.startsWith('Basic ')) return undefined;
  const pair = [first.slice('Basic '.length), ...rest];
  return textOf(pair).includes(':') ? pair : undefined;
}
