import {
  type ClientTrial,
  type Kind,
  REACTIONS,
  type Reaction,
  type Trial,
} from '../../analysis/trial/result.js';
import type { Fact, Mark, Tone } from '../document.js';
import { number, several } from '../view/quantities.js';

/** The mark of each reaction, and what it means. */
export const SIGNS: Readonly<Record<Reaction, Mark & { meaning: string }>> = {
  crashes: reaction('✗', '💥', 'bad', 'ends with a traceback or a signal'),
  'silently different': reaction(
    '≠',
    '❌',
    'bad',
    'prints something else, with exit status 0 and no message',
  ),
  hangs: reaction('∞', '⏳', 'open', 'does not end'),
  tells: reaction('!', '📣', 'good', 'ends with an error, or prints a message'),
  same: reaction('✓', '✅', 'good', 'not affected'),
};

function reaction(symbol: string, emoji: string, look: Tone, meaning: string) {
  return { symbol, emoji, look, word: '', meaning };
}

/** What the kinds of changes are called. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  variant: 'variants',
  network: 'network',
  release: 'releases',
  fault: 'faults',
};

/** A tone for the whole, and the statements that the verdict rests on. */
export function summaryOf(trial: ClientTrial): { tone: Tone; statements: string[] } {
  const { trials, withoutEffect, notTried, notOffered, verdict, runs } = trial;
  const counts = REACTIONS.flatMap((each) => {
    const count = trials.filter((own) => own.reaction === each).length;
    return count > 0 ? [`${each} ${number(count)}`] : [];
  });
  const versions = runs.map(({ version }) => version).join(', ');
  const tones: Record<typeof verdict, Tone> = { pass: 'good', fail: 'bad', incomplete: 'open' };
  return {
    tone: tones[verdict],
    statements: [
      trials.length === 0
        ? 'nothing was tried'
        : `${several(trials.length, 'run')} on changed instances: ${counts.join(', ')}`,
      ...(notTried.length > 0 ? [`${number(notTried.length)} ${reasonNotTried(trial)}`] : []),
      ...notOffered.map(
        ({ id, newest }) => `${id} not tried: it offers no ${versions} (--versions ${newest})`,
      ),
      `${several(withoutEffect, 'change')} without effect on the answers to its requests`,
      `expected: ${expectedName(trial)}`,
    ],
  };
}

/** Why something was not tried: `not tried, for want of time`. */
export function reasonNotTried({ interrupted }: ClientTrial): string {
  return interrupted ? 'not tried, because it was interrupted' : 'not tried, for want of time';
}

/** The instance whose output is expected, in words. */
export function expectedName({ expect }: ClientTrial): string {
  if (expect === 'sound') return 'the sound reference instance';
  return `the reference instance like ${expect === 'main' ? 'the development tree' : `release ${expect}`}`;
}

/** The answer that made the difference, and the line that differs, as labelled texts. */
export function evidenceOf({ answer, difference, output }: Trial): Fact[] {
  const facts: Fact[] = [];
  if (answer !== undefined) {
    const { request, where, expected, received } = answer;
    facts.push(['request', request], [where, `expected ${expected}`], ['', `received ${received}`]);
  }
  if (difference !== undefined && output?.status === 0) {
    const { file = 'output', line, expected, received } = difference;
    facts.push(
      [`${file}, line ${line}`, `expected ${expected || '(nothing)'}`],
      ['', `received ${received || '(nothing)'}`],
    );
  }
  return facts;
}
