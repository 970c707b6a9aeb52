import type {
  ClientTrial,
  ExpectedRun,
  Kind,
  Reaction,
  Trial,
} from '../../analysis/trial/result.js';
import type { Version } from '../../specification/versions.js';
import type { Mark, Tone } from '../document.js';
import { groupedBy } from '../view/grouped-by.js';
import { number, several } from '../view/quantities.js';
import { inOrder, versionRange } from '../view/version-range.js';

/** The reactions, worst first, each with its mark and what it means. */
export const REACTIONS: Readonly<Record<Reaction, Mark & { meaning: string }>> = {
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

const WORST_FIRST = Object.keys(REACTIONS) as Reaction[];

/** What the kinds of changes are called, in the order of the columns. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  habit: 'habits',
  network: 'network',
  release: 'releases',
  fault: 'faults',
};

/** A change and where it was tried. */
export interface Cause {
  id: string;
  kind: Kind;
  says: string;
  /** `GET /patches/; GET /patches/, later page`; empty for the whole instance. */
  on: string;
  versions: Version[];
  /** Changes with the same answers. */
  alike: string[];
}

/** Changes with the same effect on the client, which is one weakness of it. */
export interface Effect {
  reaction: Reaction;
  why: string;
  causes: [Cause, ...Cause[]];
  /** The first trial: with its answer, its difference and its command. */
  example: Trial;
}

/** The effects of a reaction; those that conforming instances have come first. */
export function effectsOf({ trials }: ClientTrial, reaction: Reaction): Effect[] {
  const own = trials.filter((trial) => trial.reaction === reaction);
  return groupedBy(own, effectKey).map((group) => {
    const [example] = group;
    return { reaction, why: example.why, causes: causesOf(group), example };
  });
}

/** Trials are one effect if the client did the same, because of the same place of the same answer. */
function effectKey({ reaction, why, answer, difference }: Trial): unknown {
  // Messages and outputs may name URLs, with their version.
  const unversioned = (text = '') => text.replace(/\/api\/\d+\.\d+\//g, '/api/');
  const message = unversioned(why);
  // A client that reports an error has done what it can, whatever the cause.
  if (reaction === 'tells') return message;
  const cause = [unversioned(answer?.request).replace(/\?.*$/, ''), answer?.where];
  if (reaction !== 'silently different') return [message, cause];
  return [message, cause, difference?.file, difference?.line, unversioned(difference?.received)];
}

function causesOf(trials: readonly [Trial, ...Trial[]]): [Cause, ...Cause[]] {
  const [first, ...others] = groupedBy(trials, ({ id }) => id).map(causeOf);
  return [first ?? causeOf(trials), ...others];
}

function causeOf(trials: readonly [Trial, ...Trial[]]): Cause {
  const [{ id, kind, says }] = trials;
  return {
    id,
    kind,
    says,
    on: [...new Set(trials.flatMap(({ on }) => on ?? []))].join('; '),
    versions: inOrder(trials.map(({ version }) => version)),
    alike: [...new Set(trials.flatMap(({ alike = [] }) => alike))],
  };
}

/** The id of a cause and the changes with the same answers. */
export function nameOf({ id, alike }: Pick<Cause, 'id' | 'alike'>): string {
  return alike.length === 0 ? id : `${id} (also ${alike.join(', ')})`;
}

/** Where a cause was tried: `GET /patches/, in 1.2–1.3`; the versions only where there are several. */
export function placeOf({ on, versions }: Cause, { runs }: ClientTrial): string {
  const where = runs.length > 1 ? `in ${versionRange(versions)}` : '';
  return [on, where].filter((part) => part !== '').join(', ');
}

/** How many runs had each reaction, by kind: a row for each reaction that occurred. */
export function countsOf({
  trials,
}: ClientTrial): { reaction: Reaction; counts: Record<Kind, number> }[] {
  return WORST_FIRST.flatMap((reaction) => {
    const own = trials.filter((trial) => trial.reaction === reaction);
    if (own.length === 0) return [];
    const counts = { habit: 0, network: 0, release: 0, fault: 0 };
    for (const { kind } of own) counts[kind] += 1;
    return [{ reaction, counts }];
  });
}

/** The reactions that are told one by one: all but those that are well. */
export const TOLD: readonly Reaction[] = ['crashes', 'silently different', 'hangs', 'tells'];

/** The answer that made the difference, and the line that differs, as labelled texts. */
export function evidenceOf({ answer, difference, output }: Trial): [label: string, text: string][] {
  return [
    ...(answer === undefined
      ? []
      : ([
          ['request', answer.request],
          [answer.where, `expected ${answer.expected}`],
          ['', `received ${answer.received}`],
        ] satisfies [string, string][])),
    ...(difference === undefined || output?.status !== 0
      ? []
      : ([
          [
            `${difference.file ?? 'output'}, line ${difference.line}`,
            `expected ${difference.expected || '(nothing)'}`,
          ],
          ['', `received ${difference.received || '(nothing)'}`],
        ] satisfies [string, string][])),
  ];
}

/** The command on the expected instance: `1.2: 8 requests, 235 lines`. */
export function runText({ version, requests, output, lines, sameAs }: ExpectedRun): string {
  if (sameAs !== undefined) return `${version}: the same requests as in ${sameAs}`;
  const files = Object.keys(output.files).length;
  return [
    `${version}: ${several(requests.length, 'request')}`,
    several(lines, 'line'),
    ...(files > 0 ? [several(files, 'file')] : []),
  ].join(', ');
}

/** The instance whose output is expected, in words. */
export function expectedName({ expect }: ClientTrial): string {
  if (expect === 'sound') return 'the sound reference instance';
  return expect === 'main'
    ? 'the reference instance like the development tree'
    : `the reference instance like release ${expect}`;
}

/** Why something was not tried: `not tried, for want of time`. */
export function reasonNotTried({ interrupted }: ClientTrial): string {
  return interrupted ? 'not tried, because it was interrupted' : 'not tried, for want of time';
}

/** What the reader must know beside the verdict, such as that a command prints nothing. */
export function trialCaveats({ runs, interrupted }: ClientTrial): string[] {
  const isSilent = runs.every(
    ({ lines, output }) => lines === 0 && Object.keys(output.files).length === 0,
  );
  return [
    ...(interrupted ? ['The trial was interrupted.'] : []),
    ...(isSilent
      ? [
          'The command prints nothing and writes no file to $CONFORMANCE_DIR, so that silent differences are not seen.',
        ]
      : []),
  ];
}

/** What the client uses and no version specifies, as one sentence; undefined if there is nothing. */
export function unspecifiedText({ unspecified }: ClientTrial): string | undefined {
  if (unspecified.length === 0) return undefined;
  return `${unspecified.join(', ')}: left out by the specification, expected as the client contracts have it`;
}

/** A tone for the whole, and the statements that the verdict rests on. */
export function summaryOf(trial: ClientTrial): {
  tone: 'good' | 'bad' | 'open';
  statements: string[];
} {
  const { trials, withoutEffect, notTried, notOffered, verdict, runs } = trial;
  const counts = WORST_FIRST.map((reaction) => ({
    reaction,
    count: trials.filter((each) => each.reaction === reaction).length,
  })).filter(({ count }) => count > 0);
  return {
    tone: { pass: 'good', fail: 'bad', incomplete: 'open' }[verdict] as 'good' | 'bad' | 'open',
    statements: [
      ...(trials.length === 0
        ? ['nothing was tried']
        : [
            `${several(trials.length, 'run')} on changed instances: ${counts.map(({ reaction, count }) => `${reaction} ${number(count)}`).join(', ')}`,
          ]),
      ...(notTried.length > 0 ? [`${number(notTried.length)} ${reasonNotTried(trial)}`] : []),
      ...notOffered.map(
        ({ id, newest }) =>
          `${id} not tried: it offers no ${runs.map(({ version }) => version).join(', ')} (--versions ${newest})`,
      ),
      `${several(withoutEffect, 'change')} without effect on the answers to its requests`,
      `expected: ${expectedName(trial)}`,
    ],
  };
}

/** A usage as text: `GET /patches/  project, page`. */
export function usageText({
  method,
  endpoint,
  parameters,
  fields,
}: ClientTrial['usage'][number]): string {
  const names = [
    ...(parameters.length > 0 ? [parameters.join(', ')] : []),
    ...(fields.length > 0 ? [`body: ${fields.join(', ')}`] : []),
  ];
  return [`${method} ${endpoint}`, ...names].join('  ');
}
