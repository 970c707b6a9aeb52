import type { ScanProgress } from '../harness/whole-lists.js';
import { createPaint, type Paint } from '../reporters/terminal/sheet.js';
import { number, several } from '../reporters/view/quantities.js';

/** How long the live line stands before it is written again. */
const PERIOD_MS = 100;

/** How long a log is silent at the most while there is something to tell. */
const SILENCE_MS = 60_000;

const BAR = 20;

/** The share of a run that has to be done before its end is estimated. */
const ENOUGH = 0.05;

/** Where nothing tells the width. */
const USUAL_COLUMNS = 80;

/** A result. */
export interface Judged {
  /** Whether it makes the run nonconformant: a client contract does not. */
  fails: boolean;
  /** How many requests the run has made by then. */
  requests: number;
}

/** Shows how far a run has come. */
export interface Progress {
  /** The run starts; it has so many results to give. */
  begin(total: number): void;
  /** A result is there. */
  judged(judged: Judged): void;
  /** The run turns to something, a requirement as a rule. */
  inHand(name: string): void;
  /** The scan of whole lists has come so far. */
  scanned(progress: ScanProgress): void;
  /** The run is over: the live line is taken away. */
  end(): void;
}

/** Where progress is written; a terminal that does not know its width has none, or 0. */
export type ProgressStream = NodeJS.WritableStream & { columns?: number };

interface State {
  /** When the run began to check, as `performance.now()` says it. */
  begun: number;
  total: number;
  done: number;
  fails: number;
  requests: number;
  inHand: string;
  /** How far the scan of whole lists has come, since the last result. */
  scan?: ScanProgress;
}

/**
 * Progress on a stream: with `live` one line that is rewritten in place, at most ten times a second;
 * else a plain line for each tenth of the run, and one a minute. A closed stream is no error, nothing
 * is written to it any more. With `quiet` nothing is written at all.
 */
export async function createProgress(
  stream: ProgressStream,
  options: { colour: boolean; live: boolean; quiet: boolean },
): Promise<Progress> {
  const state: State = { begun: 0, total: 0, done: 0, fails: 0, requests: 0, inHand: '' };
  const line = progressLine(stream, options);
  const paint = createPaint(options.colour);
  // To know how wide characters are takes long to load, and other lines need it not.
  const { cut } = options.live ? await import('../reporters/terminal/text.js') : { cut: String };
  const columns = () => stream.columns || USUAL_COLUMNS;
  const text = () => (options.live ? live(state, columns(), paint, cut) : plain(state));
  const show = () => line.show(Math.floor(10 * share(state)), text);
  return {
    begin(total) {
      const begun = performance.now();
      Object.assign(state, { begun, total, done: 0, fails: 0, requests: 0, inHand: '' });
      show();
    },
    judged({ fails, requests }) {
      delete state.scan;
      state.done += 1;
      // What was judged side by side is not told in the order in which it counted.
      state.requests = Math.max(state.requests, requests);
      if (fails) state.fails += 1;
      show();
    },
    inHand(name) {
      state.inHand = name;
      show();
    },
    scanned(progress) {
      state.scan = progress;
      show();
    },
    end: () => line.end(),
  };
}

/** One line of progress. */
export interface ProgressLine {
  /** Shows a stage, a whole number that grows, by a text. */
  show(stage: number, text: () => string): void;
  /** Takes the live line away. */
  end(): void;
}

/**
 * A line on a stream: with `live` it is rewritten in place, at most ten times a second; else it is written for each
 * stage, and once a minute. A closed stream is no error. With `quiet` nothing is written.
 */
export function progressLine(
  stream: NodeJS.WritableStream,
  { live, quiet }: { live: boolean; quiet: boolean },
): ProgressLine {
  const write = quiet ? () => {} : patientWriter(stream);
  let written = live ? Number.NEGATIVE_INFINITY : performance.now();
  let reached = 0;
  return {
    show(stage, text) {
      const waited = performance.now() - written;
      // A scan counts by itself in each version.
      if (stage < reached) reached = 0;
      if (live ? waited < PERIOD_MS : stage <= reached && waited < SILENCE_MS) return;
      reached = stage;
      written = performance.now();
      write(live ? `\r${text()}\u001b[K` : `${text()}\n`);
    },
    end() {
      if (live && written > Number.NEGATIVE_INFINITY) write('\r\u001b[K');
    },
  };
}

/** Writes until the stream is closed or fails; a reader that went away must not end the run. */
function patientWriter(stream: NodeJS.WritableStream): (text: string) => void {
  let open = true;
  const close = () => {
    open = false;
  };
  stream.on('error', close);
  stream.on('close', close);
  return (text) => {
    if (!open || !stream.writable) return;
    try {
      stream.write(text);
    } catch {
      open = false;
    }
  };
}

/** The bar and what fits behind it; one column stays free, or some terminals start a new line. */
function live(
  state: State,
  columns: number,
  paint: Paint,
  cut: (text: string, width: number) => string,
): string {
  const filled = Math.floor(BAR * share(state));
  const inHand = state.inHand === '' || state.scan !== undefined ? '' : ` · ${state.inHand}`;
  const facts = ` ${standing(state)}${inHand}`;
  const bar = columns > BAR * 2 ? BAR : 0;
  const text = cut(facts, Math.max(1, columns - 1 - bar));
  if (bar === 0) return text;
  const open = paint.faint('─'.repeat(BAR - filled));
  return `${paint.look[state.fails > 0 ? 'fail' : 'pass']('━'.repeat(filled))}${open}${text}`;
}

function plain(state: State): string {
  return `${`${Math.floor(100 * share(state))} %`.padStart(5)}  ${standing(state)}`;
}

function share({ total, done, scan }: State): number {
  if (scan !== undefined) return scan.pages > 0 ? scan.pagesRead / scan.pages : 0;
  return total > 0 ? Math.min(1, done / total) : 0;
}

function standing(state: State): string {
  const { done, total, requests, fails, scan } = state;
  if (scan !== undefined) {
    const { version, objects, pagesRead, pages } = scan;
    const read = `${number(pagesRead)} of ${several(pages, 'page')}`;
    return `scanning ${version}: ${several(objects, 'object')} · ${read}`;
  }
  const share = `${number(done)} of ${number(total)}`;
  const facts = [share, several(requests, 'request'), `${number(fails)} failed`];
  return [...facts, ...timesOf(state)].join(' · ');
}

/** How long the run has taken, and how long it may take still, once enough is done to say so. */
function timesOf({ begun, done, total }: State): string[] {
  const elapsed = performance.now() - begun;
  if (done < total * ENOUGH || elapsed < 1000) return [];
  const left = (elapsed / done) * (total - done);
  return [`${seconds(elapsed)} s`, ...(left < 1000 ? [] : [`about ${seconds(left)} s left`])];
}

function seconds(milliseconds: number): string {
  return number(Math.round(milliseconds / 1000));
}
