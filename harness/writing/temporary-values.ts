/** The names that runs give to bundles and checks. */
const NAME = /^conformance-[0-9a-f]{8}\b/;

/** The mark of any run, also in a word of letters only. Instances may store a text in another case. */
const ANY_MARK = /conformance-[0-9a-f]{8}(?![0-9a-f])|conformance[a-p]{8}/i;

/** The letters for the digits of the id of a run. */
const LETTERS = 'abcdefghijklmnop';

/** The mark of a run in letters only, so that any instance accepts it as a name of a person. */
export function wordOf(run: string): string {
  return `conformance${[...run].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')}`;
}

/**
 * Whether a run of this suite wrote a value. Before the first write of a run it is a value of another
 * run: to restore it would make it permanent. Flags, numbers and states cannot be recognized.
 */
export function isTemporary(value: unknown): boolean {
  return typeof value === 'string' && ANY_MARK.test(value);
}

/** Whether a certain run wrote a value. */
export function isTemporaryOf(run: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const text = value.toLowerCase();
  return text.includes(markerOf(run)) || text.includes(wordOf(run));
}

/** Whether a name is that of an object which another run of this suite created. */
export function isOfAnotherRun(name: unknown, ownMarker: string): boolean {
  return typeof name === 'string' && NAME.test(name) && !name.startsWith(ownMarker);
}

/** The beginning of the names that a run gives to bundles and checks. */
export function markerOf(run: string): string {
  return `conformance-${run}`;
}

/**
 * The name of a bundle that tells other runs that this one writes, of at most 50 characters. `since` is by the clock
 * of the instance, which may not send it.
 */
export function turnName(run: string, since: Date | undefined, n: number): string {
  const time = since?.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const parts = [markerOf(run), 'writes', ...(time === undefined ? [] : [time])];
  return `${parts.join('-')}${n > 1 ? `.${n}` : ''}`;
}

/** The name of such a bundle that could not be deleted. */
export function releasedName(run: string): string {
  return `released ${markerOf(run)}`;
}

/** A run that writes, or was killed. */
export interface Turn {
  run: string;
  /** When it began, by the clock of the instance; undefined if that is not known. */
  since?: Date;
}

/** The run that a bundle tells of by its name; undefined for other bundles. */
export function turnIn(name: unknown): Turn | undefined {
  const [, run, year, month, day, hour, minute, second] =
    /^conformance-([0-9a-f]{8})-writes(?:-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z)?(?:\.\d+)?$/.exec(
      typeof name === 'string' ? name : '',
    ) ?? [];
  if (run === undefined) return undefined;
  if (year === undefined) return { run };
  return { run, since: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) };
}

/** When a run began to write, as a clause of a sentence; empty if that is not known. */
export function sinceWhen({ since }: Turn): string {
  return since === undefined || Number.isNaN(since.getTime())
    ? ''
    : ` since ${since.toISOString()}`;
}
