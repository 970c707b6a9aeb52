/**
 * Whether to use colours on a stream: `--no-color` and NO_COLOR disable them, FORCE_COLOR enables them;
 * otherwise terminals that are not dumb use them.
 */
export function wantsColour(
  stream: { isTTY?: boolean },
  noColor: boolean | undefined,
  environment: NodeJS.ProcessEnv,
): boolean {
  if (noColor) return false;
  const { FORCE_COLOR: forced = '', TERM: terminal } = environment;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && terminal !== 'dumb';
}
