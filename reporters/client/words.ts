import type {
  AnsweredNeed,
  ClientAnswer,
  Meeting,
  NeedState,
} from '../../analysis/client-profile/answer.js';
import { NEED_KINDS } from '../../analysis/client-profile/profile.js';
import type { Version } from '../../specification/versions.js';
import { inAnyVersion, withoutPlaces } from '../view/alike-reason.js';
import { number, several } from '../view/quantities.js';

/** One sign for each state, one column wide. */
export const SIGNS: Record<NeedState, string> = {
  holds: '✓',
  broken: '✗',
  absent: '–',
  untold: '?',
  unexamined: 'n',
  unneeded: '·',
};

/** What each state means, in a few words. */
export const MEANINGS: Record<NeedState, string> = {
  holds: 'it is there',
  broken: 'it is not there, or not as needed',
  absent: 'not in this version',
  untold: 'not judged in that run',
  unexamined: 'no requirement covers it',
  unneeded: 'the client does without',
};

/** Whether a version meets the needs, in a word. */
export const MEETINGS: Record<Meeting, string> = {
  met: 'yes',
  'not-met': 'no',
  untold: '?',
};

/** How the needs came out, in a word or two. */
export const VERDICT_WORDS: Record<Meeting, string> = {
  met: 'met',
  'not-met': 'not met',
  untold: 'could not be told',
};

/** `fields of series.detail`, `writes` */
function placeOf({ kind, of }: AnsweredNeed): string {
  return of === undefined ? kind : `${kind} of ${of}`;
}

/** The needs of one kind. */
export interface NeedGroup {
  kind: string;
  needs: AnsweredNeed[];
}

/** The needs by kind, in the order in which a profile names them. */
export function byKind({ needs }: ClientAnswer): NeedGroup[] {
  return NEED_KINDS.flatMap((kind) => {
    const own = needs.filter((need) => need.kind === kind);
    return own.length === 0 ? [] : [{ kind, needs: own }];
  });
}

/** Needs of which the same is said, for the same reason. */
export interface Reason {
  state: NeedState;
  why: string;
  /** Each with the versions in which it is said. */
  needs: { need: AnsweredNeed; versions: Version[] }[];
}

/** What is said of the needs in some state, by its reason, in the order in which the needs come. */
export function reasonsFor({ needs }: ClientAnswer, state: NeedState): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const need of needs) {
    for (const answer of need.answers) {
      if (answer.state !== state) continue;
      // The same reason in two versions reads the same.
      const why = withoutPlaces(inAnyVersion(answer.why ?? '', answer.version));
      const reason = reasons.get(why) ?? { state, why, needs: [] };
      const known = reason.needs.find((each) => each.need === need);
      if (known) known.versions.push(answer.version);
      else reason.needs.push({ need, versions: [answer.version] });
      reasons.set(why, reason);
    }
  }
  return [...reasons.values()];
}

/** `fields of series.detail: mbox, web_url in 1.1 1.2`, what they share said once. */
export function needsText({ needs }: Reason, all: readonly Version[]): string {
  const groups = new Map<string, { place: string; where: string; names: string[] }>();
  for (const { need, versions } of needs) {
    const place = placeOf(need);
    const everywhere = all.every((version) => versions.includes(version));
    const where = everywhere ? '' : ` in ${versions.join(' ')}`;
    const key = JSON.stringify([place, where]);
    const group = groups.get(key) ?? { place, where, names: [] };
    group.names.push(need.name);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ place, where, names }) => `${place}: ${names.join(', ')}${where}`)
    .join('; ');
}

/** Needs of one place of which the same is said in every version. */
export interface Alike {
  of?: string;
  names: string[];
  answers: AnsweredNeed['answers'];
}

/** The needs that do not hold in some version, those together of which the same is said everywhere. */
export function lacking(needs: readonly AnsweredNeed[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const { kind, of, name, answers } of needs) {
    if (answers.every(({ state }) => state === 'holds' || state === 'unneeded')) continue;
    const key = JSON.stringify([kind, of, answers.map(({ state }) => state)]);
    const known = groups.get(key);
    if (known) known.names.push(name);
    else groups.set(key, { ...(of === undefined ? {} : { of }), names: [name], answers });
  }
  return [...groups.values()];
}

/** What the last word rests on, in short statements. */
export function statementsOf(answer: ClientAnswer): string[] {
  const { verdict, lowest, highest, lowestUncontradicted, highestUncontradicted } = answer;
  const all = several(answer.needs.length, 'need');
  if (verdict === 'met') {
    return [`all of ${all} hold: lowest ${lowest}, highest ${highest}`, between(answer, 'met')];
  }
  if (verdict === 'not-met') return [nearest(answer, all)];
  if (lowestUncontradicted === undefined) return ['the run has examined no version'];
  return [
    `what was judged holds: lowest ${lowestUncontradicted}, highest ${highestUncontradicted}`,
    ...openStatements(answer, highestUncontradicted),
  ];
}

function between({ versions }: ClientAnswer, wanted: Meeting): string {
  const met = versions.filter(({ meeting }) => meeting === wanted);
  return `in ${met.map(({ version }) => version).join(' ')}`;
}

function nearest({ versions }: ClientAnswer, all: string): string {
  const missing = ({ counts }: ClientAnswer['versions'][number]) => counts.broken + counts.absent;
  const [best] = [...versions].reverse().sort((a, b) => missing(a) - missing(b));
  if (best === undefined) return `of ${all} nothing can be said`;
  return `${best.version} comes nearest: ${number(missing(best))} of ${all} ${missing(best) === 1 ? 'does' : 'do'} not hold`;
}

function openStatements({ versions }: ClientAnswer, version: Version | undefined): string[] {
  const counts = versions.find((each) => each.version === version)?.counts;
  if (counts === undefined) return [];
  return [
    ...(counts.untold > 0 ? [`${number(counts.untold)} not judged`] : []),
    ...(counts.unexamined > 0 ? [`${number(counts.unexamined)} not examined`] : []),
  ];
}
