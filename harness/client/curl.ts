/** Quotes a word for a POSIX shell; words of harmless characters stay as they are. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // `$CONFORMANCE_…` must be expanded by the shell, so such words stand in double quotes.
  if (/\$\{?CONFORMANCE_/.test(word)) {
    const escaped = word.replace(/(["\\`]|\$(?!\{?CONFORMANCE_))/g, '\\$1');
    return `"${escaped}"`;
  }
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * A command that repeats a request. Takes the redacted request: credentials are variables of the
 * environment, never their values.
 */
export function curlLine(request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}): string {
  const words = ['curl', '-i'];
  if (request.method !== 'GET') words.push('-X', request.method);
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'user-agent' || (name === 'accept' && value === 'application/json')) continue;
    const basic = /^Basic (\$CONFORMANCE_.*)$/.exec(value);
    if (basic?.[1] !== undefined) words.push('-u', quoted(basic[1]));
    else words.push('-H', quoted(`${name}: ${value}`));
  }
  if (request.body !== undefined) words.push('--data-binary', quoted(request.body));
  words.push(quoted(request.url));
  return words.join(' ');
}
