import {
  type AnsweredNeed,
  type ClientAnswer,
  type Meeting,
  NEED_STATES,
  type NeedState,
} from '../../analysis/client-profile/answer.js';
import { NEED_KINDS } from '../../analysis/client-profile/profile.js';
import { inAnyVersion, withoutPlaces } from '../view/alike-reason.js';
import { groupedBy } from '../view/grouped-by.js';
import { number, several } from '../view/quantities.js';

/** A sign one column wide, a mark for Markdown, a word, and the meaning of each state. */
export const STATES: Record<NeedState, Record<'sign' | 'mark' | 'word' | 'meaning', string>> = {
  holds: { sign: '✓', mark: '✅', word: 'holds', meaning: 'available as needed' },
  broken: { sign: '✗', mark: '❌', word: 'broken', meaning: 'missing, or not as needed' },
  absent: { sign: '–', mark: '🚫', word: 'absent', meaning: 'not in this version' },
  undetermined: { sign: '?', mark: '❔', word: 'undetermined', meaning: 'not checked, or no data' },
  uncovered: { sign: 'n', mark: '➖', word: 'not covered', meaning: 'no requirement covers it' },
  unneeded: { sign: '·', mark: '·', word: 'not needed', meaning: 'only needed in later versions' },
};

/** What stands above the reasons of a state that has some. */
const TITLES: Partial<Record<NeedState, string>> = {
  broken: 'Needs that do not hold',
  absent: 'Not in this version of the specification',
  undetermined: 'Not tested',
  uncovered: 'Not covered by any requirement',
};

/** Whether a version meets the needs, in a word. */
export const MEETINGS: Record<Meeting, string> = { met: 'yes', 'not-met': 'no', undetermined: '?' };

/** The verdict on the needs, and its tone. */
export const VERDICTS = {
  met: { word: 'met', tone: 'good' },
  'not-met': { word: 'not met', tone: 'bad' },
  undetermined: { word: 'undetermined', tone: 'open' },
} as const satisfies Record<Meeting, { word: string; tone: string }>;

/** The warning of an interrupted run. */
export const INTERRUPTED =
  'The run was interrupted: needs that depend on unchecked requirements are not tested.';

/** The needs of one kind, and those of them that do not hold in every version. */
export interface NeedGroup {
  kind: string;
  size: number;
  lacking: Lacking[];
}

/** Needs of one place with the same answers. */
export interface Lacking {
  label: string;
  names: string[];
  answers: AnsweredNeed['answers'];
}

/** The needs by kind, in the order in which a profile names them. */
export function byKind({ needs }: ClientAnswer): NeedGroup[] {
  return NEED_KINDS.flatMap((kind) => {
    const own = needs.filter((need) => need.kind === kind);
    return own.length === 0 ? [] : [{ kind, size: own.length, lacking: lackingIn(own) }];
  });
}

function lackingIn(needs: readonly AnsweredNeed[]): Lacking[] {
  const lacking = needs.filter(
    ({ answers }) => !answers.every(({ state }) => state === 'holds' || state === 'unneeded'),
  );
  const alike = groupedBy(lacking, ({ of, answers }) => [of, answers.map(({ state }) => state)]);
  return alike.map((group) => {
    const [{ of, answers }] = group;
    const names = group.map(({ name }) => name);
    return { label: `${of === undefined ? '' : `${of}: `}${names.join(', ')}`, names, answers };
  });
}

/** The reasons for one state. */
export interface ReasonSection {
  state: NeedState;
  title: string;
  /** `needs` is `fields of series.detail: mbox, web_url in 1.1 1.2`. */
  reasons: { why: string; needs: string }[];
}

/** Why needs do not simply hold, by state, in the order in which the needs come. */
export function reasonSections(answer: ClientAnswer): ReasonSection[] {
  return NEED_STATES.flatMap((state) => {
    const title = TITLES[state];
    const reasons = title === undefined ? [] : reasonsFor(answer, state);
    return title === undefined || reasons.length === 0 ? [] : [{ state, title, reasons }];
  });
}

function reasonsFor({ needs, versions }: ClientAnswer, state: NeedState): ReasonSection['reasons'] {
  const answers = needs.flatMap(({ kind, of, name, answers: own }) =>
    own
      .filter((answer) => answer.state === state)
      .map(({ version, why = '' }) => ({
        // The same reason in two versions reads the same.
        why: withoutPlaces(inAnyVersion(why, version)),
        place: of === undefined ? kind : `${kind} of ${of}`,
        name,
        version,
      })),
  );
  return groupedBy(answers, ({ why }) => why).map((alike) => {
    const found = groupedBy(alike, ({ place, name }) => [place, name]).map((group) => {
      const where = group.map(({ version }) => version);
      return {
        ...group[0],
        where: where.length === versions.length ? '' : ` in ${where.join(' ')}`,
      };
    });
    const texts = groupedBy(found, ({ place, where }) => [place, where]).map((group) => {
      const [{ place, where }] = group;
      return `${place}: ${group.map(({ name }) => name).join(', ')}${where}`;
    });
    return { why: alike[0].why, needs: texts.join('; ') };
  });
}

/** What the verdict rests on, in short statements. */
export function statementsOf(answer: ClientAnswer): string[] {
  const { verdict, versions, lowestUncontradicted, highestUncontradicted } = answer;
  const all = several(answer.needs.length, 'need');
  if (verdict === 'met') {
    const met = versions.filter(({ meeting }) => meeting === 'met');
    return [`all of ${all} hold in ${met.map(({ version }) => version).join(' ')}`];
  }
  if (verdict === 'not-met') return [nearest(answer, all)];
  if (lowestUncontradicted === undefined) return ['no version was tested'];
  const counts = versions.find(({ version }) => version === highestUncontradicted)?.counts;
  const open = (counts?.undetermined ?? 0) + (counts?.uncovered ?? 0);
  const where =
    lowestUncontradicted === highestUncontradicted
      ? lowestUncontradicted
      : `${lowestUncontradicted} to ${highestUncontradicted}`;
  return [`${number(open)} of ${all} not tested; the rest hold in ${where}`];
}

function nearest({ versions }: ClientAnswer, all: string): string {
  const missing = ({ counts }: ClientAnswer['versions'][number]) => counts.broken + counts.absent;
  const [best] = [...versions].reverse().sort((a, b) => missing(a) - missing(b));
  if (best === undefined) return `no version was tested for ${all}`;
  return `${best.version} is closest: ${number(missing(best))} of ${all} ${missing(best) === 1 ? 'does' : 'do'} not hold`;
}
