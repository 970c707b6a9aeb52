import type { ClientTrial } from '../../analysis/trial/result.js';
import type { Document, Finding, Item, Part, Rendering, Text } from '../document.js';
import {
  countsOf,
  type Effect,
  effectsOf,
  evidenceOf,
  expectedName,
  KIND_NAMES,
  nameOf,
  placeOf,
  REACTIONS,
  runText,
  summaryOf,
  TOLD,
  trialCaveats,
  unspecifiedText,
  usageText,
} from './view.js';

/** Causes of one effect that are listed unless all are to be shown. */
const CAUSES = 8;

/** The trial of a client as a document: what it requests, how often it reacted how, and each effect with its causes. */
export function trialDocument(trial: ClientTrial, { verbose = false }: Rendering = {}): Document {
  const { tone, statements } = summaryOf(trial);
  const { command, runs, usage, verdict } = trial;
  const unspecified = unspecifiedText(trial);
  return {
    kind: 'Test of a client',
    verdict: { word: verdict, tone, about: command },
    statements,
    closing: [],
    head: [
      {
        type: 'facts',
        facts: [
          ['command', command],
          ['expected', `as on ${expectedName(trial)}`],
          ...runs.map((run): [string, string] => ['', runText(run)]),
          ...usage.map((each): [string, string] => ['requests', usageText(each)]),
          ...(unspecified === undefined ? [] : ([['', unspecified]] satisfies [string, string][])),
        ],
      },
      ...trialCaveats(trial).map((text): Text => ({ type: 'text', text, look: 'warning' })),
    ],
    parts: [
      ...countPart(trial),
      ...TOLD.flatMap((reaction) => effectsPart(trial, reaction, verbose)),
      ...samePart(trial, verbose),
      ...problemPart(trial),
    ],
    elsewhere: '`--report FILE.json` has everything.',
  };
}

function countPart(trial: ClientTrial): Part[] {
  const rows = countsOf(trial);
  if (rows.length === 0) return [];
  const kinds = Object.keys(KIND_NAMES) as (keyof typeof KIND_NAMES)[];
  const title = 'How often the client reacted how';
  return [
    {
      id: 'reactions',
      title,
      label: 'Reactions',
      called: 'tables',
      blocks: [
        {
          type: 'table',
          caption: title,
          columns: ['reaction', ...kinds.map((kind) => KIND_NAMES[kind])],
          rows: rows.map(({ reaction, counts }) => ({
            name: `${REACTIONS[reaction].symbol} ${reaction}`,
            cells: kinds.map((kind) => ({ text: String(counts[kind] || '·') })),
          })),
          legend: rows.map(({ reaction }) => [reaction, REACTIONS[reaction].meaning]),
        },
      ],
    },
  ];
}

function effectsPart(trial: ClientTrial, reaction: Effect['reaction'], verbose: boolean): Part[] {
  const effects = effectsOf(trial, reaction);
  if (effects.length === 0) return [];
  const blocks = effects.map(({ why, causes, example }): Finding => {
    const shown = verbose ? causes : causes.slice(0, CAUSES);
    // A client that reports an error has done what it can.
    const isWell = reaction === 'tells' && !verbose;
    return {
      type: 'finding',
      marks: [REACTIONS[reaction]],
      head: why,
      versions: [],
      evidence: [
        {
          texts: shown.map((cause) => {
            const place = placeOf(cause, trial);
            const where = place === '' ? '' : ` (${place})`;
            return `${cause.kind} ${nameOf(cause)}: ${cause.says}${where}`;
          }),
          violations: isWell ? [] : [{ facts: evidenceOf(example) }],
          more: causes.length - shown.length,
          commands: isWell ? [] : [example.rerun],
          notes: [],
        },
      ],
      brief: causes.map(nameOf).join(', '),
    };
  });
  const called = `effects (${reaction})`;
  return [
    { id: `of-${encodeURIComponent(reaction)}`, title: reaction, label: reaction, called, blocks },
  ];
}

/** The changes that had no effect. */
function samePart({ trials }: ClientTrial, verbose: boolean): Part[] {
  const own = trials.filter(({ reaction }) => reaction === 'same');
  if (!verbose || own.length === 0) return [];
  const names = [...new Set(own.map(({ id, alike = [] }) => nameOf({ id, alike })))];
  const items: Item[] = [{ mark: REACTIONS.same, text: names.join(', ') }];
  return [
    {
      id: 'same',
      title: 'same',
      label: 'same',
      called: 'changes',
      blocks: [{ type: 'list', items }],
    },
  ];
}

function problemPart({ problems }: ClientTrial): Part[] {
  if (problems.length === 0) return [];
  const items = problems.map(
    ({ method, target, version, problem }): Item => ({
      text: `${problem} (${version}): \`${method} ${target}\``,
    }),
  );
  const title = 'Requests that the specification does not allow';
  return [
    {
      id: 'requests',
      title,
      label: 'Requests',
      called: 'requests',
      blocks: [{ type: 'list', items }],
    },
  ];
}
