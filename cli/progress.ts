import { createPaint } from '../reporters/terminal/sheet.js';
import { cut } from '../reporters/terminal/text.js';
import { number } from '../reporters/view/words.js';
import { type Terminal, wantsColour, wantsLiveLine } from './terminal.js';

/** How long the live line stands before it is written again. */
const PERIOD_MS = 100;

/** How long a log is silent at the most while there is progress to report. */
const SILENCE_MS = 60_000;

const BAR = 20;

/** The share of the work that has to be done before its end is estimated. */
const ENOUGH = 0.05;

/** Where nothing tells the width. */
const USUAL_COLUMNS = 80;

/** How far a piece of work has come. */
export interface Standing {
  /** From 0 to 1. */
  share: number;
  says: string;
  /** Whether something has failed. */
  fails?: boolean;
  /** What is being done, for the live line only. */
  inHand?: string;
  /** Only a part of the work: nothing tells when all of it ends. */
  isPart?: true;
}

/** Shows how far a piece of work has come. */
export interface Progress {
  show(standing: Standing): void;
  /** Takes the live line away. */
  end(): void;
}

/**
 * Progress on standard error: on a terminal one line that is rewritten in place, at most ten times a second; else
 * a line for each tenth of the work, and one a minute. A closed stream is no error. With `quiet` nothing is written.
 */
export function createProgress(
  { errors, environment }: Pick<Terminal, 'errors' | 'environment'>,
  { quiet, noColor }: { quiet: boolean; noColor: boolean | undefined },
): Progress {
  const live = wantsLiveLine(errors, environment);
  const colour = wantsColour(errors, noColor, environment);
  const write = (text: string) => {
    if (!quiet && errors.writable) errors.write(text);
  };
  const begun = performance.now();
  let written = live ? Number.NEGATIVE_INFINITY : begun;
  let reached = 0;
  return {
    show(standing) {
      const now = performance.now();
      const stage = Math.floor(10 * standing.share);
      // A scan counts by itself in each version.
      if (stage < reached) reached = 0;
      if (live ? now - written < PERIOD_MS : stage <= reached && now - written < SILENCE_MS) return;
      reached = stage;
      written = now;
      const timed = {
        ...standing,
        says: [standing.says, ...times(standing, now - begun)].join(' · '),
      };
      const columns = errors.columns || USUAL_COLUMNS;
      write(live ? `\r${liveLine(timed, columns, colour)}\u001b[K` : `${plainLine(timed)}\n`);
    },
    end() {
      if (live && written > Number.NEGATIVE_INFINITY) write('\r\u001b[K');
    },
  };
}

/** The bar and what fits behind it; one column stays free, or some terminals start a new line. */
function liveLine(
  { share, says, fails = false, inHand }: Standing,
  columns: number,
  colour: boolean,
): string {
  const paint = createPaint(colour);
  const filled = Math.floor(BAR * share);
  const bar = columns > BAR * 2 ? BAR : 0;
  const facts = [says, ...(inHand === undefined ? [] : [inHand])].join(' · ');
  const text = cut(` ${facts}`, Math.max(1, columns - 1 - bar));
  if (bar === 0) return text;
  const open = paint.faint('─'.repeat(BAR - filled));
  return `${paint.look[fails ? 'fail' : 'pass']('━'.repeat(filled))}${open}${text}`;
}

function plainLine({ share, says }: Standing): string {
  return `${`${Math.floor(100 * share)} %`.padStart(5)}  ${says}`;
}

/** How long the work has taken, and how long it may take still, once enough is done to say so. */
function times({ share, isPart }: Standing, elapsed: number): string[] {
  if (isPart || share < ENOUGH || elapsed < 1000) return [];
  const left = (elapsed / share) * (1 - share);
  return [`${seconds(elapsed)} s`, ...(left < 1000 ? [] : [`about ${seconds(left)} s left`])];
}

function seconds(milliseconds: number): string {
  return number(Math.round(milliseconds / 1000));
}
