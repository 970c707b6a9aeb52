import { urlOf } from '../../harness/target.js';
import { type Difference, type LiveComparison, NOTICES } from '../../live/result.js';
import type { Version } from '../../specification/versions.js';
import { number, several, span } from '../view/quantities.js';
import { versionRange } from '../view/version-range.js';

/** Endpoints and places of one difference that are named. */
const MOST_NAMED = 4;

/** The verdicts: a word, its tone, and what is to be known of it. */
export const LIVE_VERDICTS = {
  same: { word: 'same', tone: 'good' },
  different: { word: 'different', tone: 'bad' },
  incomplete: { word: 'incomplete', tone: 'open' },
} as const satisfies Record<
  LiveComparison['verdict'],
  { word: string; tone: 'good' | 'bad' | 'open' }
>;

/** Differences that may break a client, and those that are only worth knowing. */
export function partsOf({ differences }: LiveComparison): {
  differing: Difference[];
  notices: Difference[];
} {
  const isNotice = ({ kind }: Difference) => NOTICES.includes(kind);
  return {
    differing: differences.filter((each) => !isNotice(each)),
    notices: differences.filter(isNotice),
  };
}

/** What differs, in a line: `missing field series.mbox`. */
export function headOf({ kind, places }: Difference): string {
  return `${kind}: ${named(places)}`;
}

/** Where it was seen: `GET /series/, GET /series/{id}/; 1.0–1.4; 285 requests`. */
export function whereOf({ endpoints, versions, requests, kind }: Difference): string {
  return [
    named(endpoints),
    ...(versions.length > 0 ? [versionsText(versions)] : []),
    kind === 'latency' ? several(requests, 'answer') : several(requests, 'request'),
  ].join(' · ');
}

/** The clients that use it; undefined if none of the known ones does. */
export function clientsOf({ clients }: Difference): string | undefined {
  return clients.length === 0 ? undefined : `used by ${clients.join(', ')}`;
}

/** The first request and both answers, as labelled texts. */
export function exampleOf({ example, kind }: Difference): [label: string, text: string][] {
  const { request, requestToNew, role, where, old, new: received } = example;
  const as = role === 'anonymous' ? '' : ` as ${role}`;
  if (kind === 'latency') {
    return [
      ['old', old],
      ['new', received],
    ];
  }
  return [
    ['request', `${request}${as} (${where})`],
    ...(requestToNew === undefined
      ? []
      : ([['to NEW', requestToNew]] satisfies [string, string][])),
    ['old', old],
    ['new', received],
  ];
}

/** What is shown of one of the instances. */
export interface InstanceText {
  name: 'OLD' | 'NEW';
  heading: string;
  /** `1.0–1.4 offered · 2,190 requests · median 3 ms` */
  details: string;
}

/** Both instances. */
export function instanceTexts({ old, new: received }: LiveComparison): InstanceText[] {
  return ([old, received] as const).map((instance, index) => ({
    name: index === 0 ? 'OLD' : 'NEW',
    heading: urlOf(instance),
    details: [
      `${versionRange(instance.versionsOffered)} offered`,
      several(instance.requests, 'request'),
      `median ${number(instance.medianMs)} ms`,
    ].join(' · '),
  }));
}

/** What was compared: `versions 1.0–1.4, as anonymous and user, 2,157 of 2,177 requests, in 6.1 s`. */
export function scopeText(comparison: LiveComparison): string {
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
export function statementsOf(comparison: LiveComparison): string[] {
  const { differing, notices } = partsOf(comparison);
  const used = differing.filter(({ clients }) => clients.length > 0).length;
  const clients = new Set(differing.flatMap((each) => each.clients)).size;
  const { missing } = comparison;
  return [
    differing.length === 0 ? 'no difference' : several(differing.length, 'difference'),
    ...(used > 0 ? [`${number(used)} of them used by ${several(clients, 'known client')}`] : []),
    ...(notices.length > 0 ? [several(notices.length, 'notice')] : []),
    `${several(comparison.compared, 'request')} compared`,
    ...(missing.length > 0 ? ['not complete'] : []),
  ];
}

/** Remarks, and what is missing. */
export function remarksOf({ notes, missing, interrupted }: LiveComparison): string[] {
  return [
    ...(interrupted ? ['The comparison was interrupted.'] : []),
    ...missing.map((each) => `Not compared: ${each}.`),
    ...notes.map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`),
  ];
}

function versionsText(versions: Difference['versions']): string {
  const range = versionRange(versions.filter((each): each is Version => each !== 'none'));
  return [
    ...(range === '' ? [] : [range]),
    ...(versions.includes('none') ? ['without version'] : []),
  ].join(', ');
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${shown} and ${number(more)} more` : shown;
}
