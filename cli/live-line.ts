/**
 * Whether progress may be one line that is rewritten in place. Dumb terminals cannot do this, and the
 * log of a CI server would record every version of the line.
 */
export function wantsLiveLine(
  stream: { isTTY?: boolean },
  { CI: server = '', TERM: terminal }: NodeJS.ProcessEnv,
): boolean {
  const watched = ['', '0', 'false'].includes(server.toLowerCase());
  return stream.isTTY === true && terminal !== 'dumb' && watched;
}
