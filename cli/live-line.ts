/**
 * Whether progress may be one line that is rewritten in place: on a terminal that somebody watches. A
 * dumb one cannot do it, and the log of a CI server, which may be a terminal as well, keeps every
 * version of the line.
 */
export function wantsLiveLine(
  stream: { isTTY?: boolean },
  { CI: server = '', TERM: terminal }: NodeJS.ProcessEnv,
): boolean {
  const watched = ['', '0', 'false'].includes(server.toLowerCase());
  return stream.isTTY === true && terminal !== 'dumb' && watched;
}
