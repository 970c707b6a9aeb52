import {
  type ClientTrial,
  type ExpectedRun,
  KINDS,
  REACTIONS,
  type Reaction,
  type Trial,
  type Usage,
} from '../analysis/trial/result.js';
import { groupedBy } from '../harness/grouped-by.js';
import type { Document, Fact, Finding, Mark, Part, Rendering, Text, Tone } from './document.js';
import { inOrder, number, several, versionRange } from './view/words.js';

/** The mark of each reaction, and what it means. */
const SIGNS: Readonly<Record<Reaction, Mark & { meaning: string }>> = {
  crashes: reaction('✗', '💥', 'bad', 'ends with a traceback or a signal'),
  'silently different': reaction('≠', '❌', 'bad', 'prints something else, with status 0'),
  hangs: reaction('∞', '⏳', 'open', 'does not end'),
  tells: reaction('!', '📣', 'good', 'ends with an error, or prints a message'),
  same: reaction('✓', '✅', 'good', 'not affected'),
};

function reaction(symbol: string, emoji: string, look: Tone, meaning: string) {
  return { symbol, emoji, look, word: '', meaning };
}

/** Causes of one effect that are listed unless all are to be shown. */
const CAUSES = 8;

/** The trial of a client as a document: what it requests, how often it reacted how, and each effect with its causes. */
export function trialDocument(trial: ClientTrial, { verbose = false }: Rendering = {}): Document {
  const { tone, statements } = summaryOf(trial);
  const { command, runs, usage, unspecified, verdict } = trial;
  return {
    kind: 'Test of a client',
    verdict: { word: verdict, tone, about: command },
    statements,
    head: [
      {
        type: 'facts',
        facts: [
          ['command', command],
          ['expected', `as on ${expectedName(trial)}`],
          ...runs.map((run): Fact => ['', runText(run)]),
          ...usage.map((each): Fact => ['requests', usageText(each)]),
          ...unspecifiedFacts(unspecified),
        ],
      },
      ...caveatsOf(trial).map((text): Text => ({ type: 'text', text, look: 'warning' })),
    ],
    parts: [
      ...countPart(trial),
      ...REACTIONS.flatMap((reaction) =>
        reaction === 'same' ? samePart(trial, verbose) : effectsPart(trial, reaction, verbose),
      ),
    ],
    elsewhere: '`--report FILE.json` has everything.',
  };
}

/** The command on the expected instance: `1.2: 8 requests, 235 lines`. */
function runText({ version, requests, output, lines }: ExpectedRun): string {
  const files = Object.keys(output.files).length;
  const counts = [several(requests.length, 'request'), several(lines, 'line')];
  return `${version}: ${[...counts, ...(files > 0 ? [several(files, 'file')] : [])].join(', ')}`;
}

/** A usage as text: `GET /patches/  project, page`. */
function usageText({ method, endpoint, parameters, fields }: Usage): string {
  const body = fields.length > 0 ? [`body: ${fields.join(', ')}`] : [];
  const query = parameters.length > 0 ? [parameters.join(', ')] : [];
  return [`${method} ${endpoint}`, ...query, ...body].join('  ');
}

function unspecifiedFacts(endpoints: readonly string[]): Fact[] {
  if (endpoints.length === 0) return [];
  const says = 'left out by the specification, expected as the client contracts have it';
  return [['', `${endpoints.join(', ')}: ${says}`]];
}

/** What the reader must know beside the verdict. */
function caveatsOf({ runs, interrupted }: ClientTrial): string[] {
  const isSilent = runs.every(
    ({ lines, output }) => lines === 0 && Object.keys(output.files).length === 0,
  );
  const silence =
    'The command prints nothing and writes no file to $CONFORMANCE_DIR, so that silent differences are not seen.';
  return [...(interrupted ? ['The trial was interrupted.'] : []), ...(isSilent ? [silence] : [])];
}

function countPart({ trials }: ClientTrial): Part[] {
  const occurring = REACTIONS.filter((each) => trials.some(({ reaction }) => reaction === each));
  if (occurring.length === 0) return [];
  const count = (reaction: Reaction, kind: string) =>
    trials.filter((each) => each.reaction === reaction && each.kind === kind).length;
  const title = 'How often the client reacted how';
  return [
    {
      id: 'reactions',
      title,
      label: 'Reactions',
      blocks: [
        {
          type: 'table',
          caption: title,
          columns: ['reaction', ...KINDS],
          rows: occurring.map((reaction) => ({
            name: `${SIGNS[reaction].symbol} ${reaction}`,
            cells: KINDS.map((kind) => ({ text: String(count(reaction, kind) || '·') })),
          })),
          legend: occurring.map((reaction) => [reaction, SIGNS[reaction].meaning]),
        },
      ],
    },
  ];
}

/** The effects of a reaction, each of which is one weakness of the client. */
function effectsPart({ trials, runs }: ClientTrial, reaction: Reaction, verbose: boolean): Part[] {
  const own = trials.filter((trial) => trial.reaction === reaction);
  if (own.length === 0) return [];
  // A client that reports an error has done what it can.
  const isWell = reaction === 'tells' && !verbose;
  const blocks = groupedBy(own, effectKey).map((group): Finding => {
    const [example] = group;
    const causes = groupedBy(group, ({ id }) => id);
    const shown = verbose ? causes : causes.slice(0, CAUSES);
    return {
      type: 'finding',
      marks: [SIGNS[reaction]],
      head: example.why,
      evidence: [
        {
          texts: shown.map((cause) => causeText(cause, runs.length > 1)),
          violations: isWell ? [] : [{ facts: evidenceOf(example) }],
          more: causes.length - shown.length,
          commands: isWell ? [] : [example.rerun],
        },
      ],
      brief: causes.map(nameOf).join(', '),
    };
  });
  return [{ id: `of-${encodeURIComponent(reaction)}`, title: reaction, label: reaction, blocks }];
}

/** Trials are one effect if the client did the same, because of the same place of the same answer. */
function effectKey({ version, reaction, why, answer, difference }: Trial): unknown {
  // Messages and outputs may name URLs, with their version.
  const unversioned = (text = '') => text.replaceAll(`/api/${version}/`, '/api/');
  const message = unversioned(why);
  // A client that reports an error has done what it can, whatever the cause.
  if (reaction === 'tells') return message;
  const cause = [unversioned(answer?.request).split('?', 1), answer?.where];
  if (reaction !== 'silently different') return [message, cause];
  return [message, cause, difference?.file, difference?.line, unversioned(difference?.received)];
}

/** A change as the cause of an effect, with where it was tried; the versions only where there are several. */
function causeText(trials: readonly [Trial, ...Trial[]], inVersions: boolean): string {
  const [{ kind, says }] = trials;
  const versions = versionRange(inOrder(trials.map(({ version }) => version)));
  const endpoints = [...new Set(trials.flatMap(({ on }) => on ?? []))].join('; ');
  const where = [endpoints, inVersions ? `in ${versions}` : ''].filter((part) => part !== '');
  return `${kind} ${nameOf(trials)}: ${says}${where.length > 0 ? ` (${where.join(', ')})` : ''}`;
}

/** The id of a change, and the changes with the same answers. */
function nameOf(trials: readonly [Trial, ...Trial[]]): string {
  const [{ id }] = trials;
  const alike = [...new Set(trials.flatMap((trial) => trial.alike ?? []))];
  return alike.length === 0 ? id : `${id} (also ${alike.join(', ')})`;
}

/** The changes that had no effect. */
function samePart({ trials }: ClientTrial, verbose: boolean): Part[] {
  const own = trials.filter(({ reaction }) => reaction === 'same');
  if (!verbose || own.length === 0) return [];
  const text = [...new Set(own.map((trial) => nameOf([trial])))].join(', ');
  const blocks: Part['blocks'] = [{ type: 'list', items: [{ mark: SIGNS.same, text }] }];
  return [{ id: 'same', title: 'same', label: 'same', blocks }];
}

/** A tone for the whole, and the statements that the verdict rests on. */
function summaryOf(trial: ClientTrial): { tone: Tone; statements: string[] } {
  const { trials, withoutEffect, notTried, notOffered, verdict, runs, interrupted } = trial;
  const why = interrupted ? 'because it was interrupted' : 'for want of time';
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
      ...(notTried.length > 0 ? [`${number(notTried.length)} not tried, ${why}`] : []),
      ...notOffered.map(
        ({ id, newest }) => `${id} not tried: it offers no ${versions} (--versions ${newest})`,
      ),
      `${several(withoutEffect, 'change')} without effect on the answers to its requests`,
      `expected: ${expectedName(trial)}`,
    ],
  };
}

/** The instance whose output is expected, in words. */
function expectedName({ expect }: ClientTrial): string {
  if (expect === 'sound') return 'the sound reference instance';
  return `the reference instance like ${expect === 'main' ? 'the development tree' : `release ${expect}`}`;
}

/** The answer that made the difference, and the line that differs, as labelled texts. */
function evidenceOf({ answer, difference, output }: Trial): Fact[] {
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
