import {
  type ClientAnswer,
  NEED_STATES,
  type NeedState,
} from '../../analysis/client-profile/answer.js';
import { code, prose, text } from '../markdown/escape.js';
import { fitted, type Section } from '../markdown/room.js';
import {
  lacking,
  MEANINGS,
  MEETINGS,
  needsText,
  reasonsFor,
  statementsOf,
  VERDICT_WORDS,
} from './words.js';

const TONES = { met: '✅', 'not-met': '❌', untold: '⚠️' };

const MARKS: Record<NeedState, string> = {
  holds: '✅',
  broken: '❌',
  absent: '🚫',
  untold: '❔',
  unexamined: '➖',
  unneeded: '·',
};

const TITLES: Partial<Record<NeedState, string>> = {
  broken: 'Needs that do not hold',
  absent: 'Not in this version of the specification',
  untold: 'Could not be told from that run',
  unexamined: 'Not examined: the suite has no requirement for it',
};

const ELSEWHERE = '`--report FILE.json` has everything.';

/** What a report says of the needs of a client, as GitHub's Markdown. Whatever came from a file is read as text. */
export function renderClientMarkdown(answer: ClientAnswer): string {
  return fitted(headOf(answer), [tableSection(answer), ...reasonSections(answer)], ELSEWHERE);
}

function headOf(answer: ClientAnswer): string {
  const { profile, report, verdict } = answer;
  const about = profile.about === undefined ? '' : ` (${text(profile.about)})`;
  return [
    `## ${TONES[verdict]} ${text(profile.name)}: ${VERDICT_WORDS[verdict]}, ${statementsOf(answer).join(' · ')}`,
    `The needs of ${text(profile.name)}${about}, ${code(profile.file)}, on ${code(report.baseUrl)} (${code(report.file)}, ${text(report.startedAt)}, ${text(report.tool)})`,
    ...(report.interrupted
      ? ['> ⚠️ The run was interrupted: what it had not judged by then cannot be told.']
      : []),
    figures(answer),
  ].join('\n\n');
}

function figures({ versions }: ClientAnswer): string {
  const rows = NEED_STATES.flatMap((state) => {
    if (versions.every(({ counts }) => counts[state] === 0)) return [];
    const cells = versions.map(({ counts }) => String(counts[state]));
    return [[`${MARKS[state]} **${state}**: ${MEANINGS[state]}`, ...cells]];
  });
  const meets = ['**meets all**', ...versions.map(({ meeting }) => MEETINGS[meeting])];
  return table(['needs', ...versions.map(({ version }) => version)], [...rows, meets]);
}

/** The needs that do not simply hold, version by version. */
function tableSection({ needs, versions }: ClientAnswer): Section {
  const kinds = [...new Set(needs.map(({ kind }) => kind))];
  const rows = kinds.flatMap((kind) =>
    lacking(needs.filter((need) => need.kind === kind)).map(({ of, names, answers }) => [
      text(`${kind}${of === undefined ? '' : ` of ${of}`}: ${names.join(', ')}`),
      ...answers.map(({ state }) => MARKS[state]),
    ]),
  );
  return {
    heading: 'Needs that do not hold everywhere',
    pieces:
      rows.length === 0 ? [] : [table(['need', ...versions.map(({ version }) => version)], rows)],
    called: 'tables',
  };
}

function reasonSections(answer: ClientAnswer): Section[] {
  const versions = answer.versions.map(({ version }) => version);
  return NEED_STATES.flatMap((state) => {
    const heading = TITLES[state];
    if (heading === undefined) return [];
    const pieces = reasonsFor(answer, state).map((reason) => {
      const why = reason.why === '' ? '' : `${prose(reason.why)}: `;
      return `- ${MARKS[state]} ${why}${text(needsText(reason, versions), 1000)}`;
    });
    return [{ heading, pieces, isList: true as const, called: 'reasons' }];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : ':-:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
