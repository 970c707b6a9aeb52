import type { Exchange } from '../report.js';
import { shellWord } from '../shell.js';

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  // `$CONFORMANCE_…` must be expanded by the shell, so such words are in double quotes.
  if (/\$\{?CONFORMANCE_/.test(word)) {
    const escaped = word.replace(/(["\\`]|\$(?!\{?CONFORMANCE_))/g, '\\$1');
    return `"${escaped}"`;
  }
  return shellWord(word);
}

/**
 * A curl command for a redacted request: credentials are environment variables, never their values.
 * A truncated body ends in "…".
 */
export function curlLine(request: Exchange['request']): string {
  const words = ['curl', '-i'];
  if (request.method !== 'GET') words.push('-X', request.method);
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'user-agent' || (name === 'accept' && value === 'application/json')) continue;
    // A colon is in no base64: the name and the password.
    const basic = /^Basic (.*:.*)$/s.exec(value);
    if (basic?.[1] !== undefined) words.push('-u', quoted(basic[1]));
    else words.push('-H', quoted(`${name}: ${value}`));
  }
  if (request.body !== undefined) {
    // By itself curl declares a form.
    if (request.headers['content-type'] === undefined) words.push('-H', quoted('content-type:'));
    const rest = request.bodyBytes === undefined ? '' : '…';
    words.push('--data-binary', quoted(`${request.body}${rest}`));
  }
  words.push(quoted(request.url));
  return words.join(' ');
}
