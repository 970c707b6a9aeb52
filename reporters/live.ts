import { type Difference, type LiveComparison, NOTICES } from '../analysis/instances/result.js';
import { urlOf } from '../harness/target.js';
import type { Version } from '../specification/versions.js';
import type { Document, Fact, Finding, Mark, Part, Text } from './document.js';
import { listed, number, several, span, versionRange } from './view/words.js';

const DIFFERS: Mark = { symbol: '≠', emoji: '❌', word: 'differs', look: 'bad' };
const NOTICE: Mark = { symbol: '!', emoji: '⚠️', word: 'notice', look: 'open' };

const TONES = { same: 'good', different: 'bad', incomplete: 'open' } as const;

/** Endpoints and places of one difference that are named. */
const MOST_NAMED = 4;

/** The comparison of two instances as a document: what most clients use comes first. */
export function liveDocument(comparison: LiveComparison): Document {
  const { verdict, tool, old, new: received, startedAt } = comparison;
  const isNotice = ({ kind }: Difference) => NOTICES.includes(kind);
  const notices = comparison.differences.filter(isNotice);
  const differing = comparison.differences.filter((each) => !isNotice(each));
  return {
    kind: `Comparison of two instances, ${tool.name} ${tool.version}`,
    verdict: { word: verdict, tone: TONES[verdict], about: `${urlOf(old)} → ${urlOf(received)}` },
    statements: statementsOf(comparison, differing, notices),
    head: [
      {
        type: 'facts',
        facts: [
          ['OLD', instanceText(old)],
          ['NEW', instanceText(received)],
          ['scope', scopeText(comparison)],
          ['date', startedAt],
        ],
      },
      ...remarksOf(comparison).map((text): Text => ({ type: 'text', text, look: 'warning' })),
    ],
    parts: [
      ...part('differences', several(differing.length, 'difference'), differing, DIFFERS),
      ...part('notices', 'Notices: no client is known to break on these', notices, NOTICE),
    ],
    elsewhere: '`--report FILE.html` and `--report FILE.json` have everything.',
  };
}

function part(id: string, title: string, differences: readonly Difference[], mark: Mark): Part[] {
  if (differences.length === 0) return [];
  const blocks = differences.map((difference): Finding => {
    const { kind, places, clients } = difference;
    const users = clients.length === 0 ? [] : [`used by ${clients.join(', ')}`];
    const texts = [whereOf(difference), ...users];
    return {
      type: 'finding',
      marks: [mark],
      head: `${kind}: ${listed(places, MOST_NAMED)}`,
      evidence: [{ texts, violations: [{ facts: exampleOf(difference) }] }],
      brief: texts.join(', '),
    };
  });
  return [{ id, title, label: id, blocks }];
}

/** `GET /series/, GET /series/{id}/ · 1.0–1.4 · 285 requests` */
function whereOf({ endpoints, versions, requests, kind }: Difference): string {
  const range = versionRange(versions.filter((each): each is Version => each !== 'none'));
  const ranges = [range, versions.includes('none') ? 'without version' : ''];
  return [
    listed(endpoints, MOST_NAMED),
    ranges.filter((text) => text !== '').join(', '),
    several(requests, kind === 'latency' ? 'answer' : 'request'),
  ].join(' · ');
}

/** The first request and both answers. */
function exampleOf({ example, kind }: Difference): Fact[] {
  const { request, requestToNew, role, where, old, new: received } = example;
  const as = role === 'anonymous' ? '' : ` as ${role}`;
  const requests: Fact[] = kind === 'latency' ? [] : [['request', `${request}${as} (${where})`]];
  if (requestToNew !== undefined) requests.push(['to NEW', requestToNew]);
  return [...requests, ['old', old], ['new', received]];
}

/** `https://pw.example.org, 1.0–1.4 offered · 2,190 requests · median 3 ms` */
function instanceText(instance: LiveComparison['old']): string {
  return [
    `${urlOf(instance)}, ${versionRange(instance.versionsOffered)} offered`,
    several(instance.requests, 'request'),
    `median ${number(Math.round(instance.medianMs))} ms`,
  ].join(' · ');
}

/** `versions 1.0–1.4 · as anonymous, user · 2,157 of 2,177 requests compared · 6.1 s` */
function scopeText(comparison: LiveComparison): string {
  const { versions, roles, project, compared, planned, durationMs } = comparison;
  return [
    `versions ${versionRange(versions)}`,
    `as ${roles.join(', ')}`,
    ...(project === undefined ? [] : [`project ${project}`]),
    `${number(compared)} of ${several(planned, 'request')} compared`,
    span(durationMs),
  ].join(' · ');
}

/** The statements that the verdict rests on. */
function statementsOf(
  { compared, missing }: LiveComparison,
  differing: readonly Difference[],
  notices: readonly Difference[],
): string[] {
  const used = differing.filter(({ clients }) => clients.length > 0).length;
  const clients = new Set(differing.flatMap((each) => each.clients)).size;
  return [
    differing.length === 0 ? 'no difference' : several(differing.length, 'difference'),
    ...(used > 0 ? [`${number(used)} of them used by ${several(clients, 'known client')}`] : []),
    ...(notices.length > 0 ? [several(notices.length, 'notice')] : []),
    `${several(compared, 'request')} compared`,
    ...(missing.length > 0 ? ['not complete'] : []),
  ];
}

function remarksOf({ notes, missing, interrupted }: LiveComparison): string[] {
  return [
    ...(interrupted ? ['The comparison was interrupted.'] : []),
    ...missing.map((each) => `Not compared: ${each}.`),
    ...notes.map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`),
  ];
}
