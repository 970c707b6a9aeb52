import { type ClientAnswer, NEED_STATES } from '../../analysis/client-profile/answer.js';
import { code, prose, text } from '../markdown/escape.js';
import { TONES } from '../markdown/marks.js';
import { fitted } from '../markdown/room.js';
import { table } from '../markdown/tables.js';
import {
  byKind,
  INTERRUPTED,
  MEETINGS,
  reasonSections,
  STATES,
  statementsOf,
  VERDICTS,
} from './words.js';

const ELSEWHERE = '`--report FILE.json` has everything.';

/** What a report says of the needs of a client, as GitHub's Markdown. Text from files is read as text. */
export function renderClientMarkdown(answer: ClientAnswer): string {
  const { profile, report, verdict, versions } = answer;
  const { word, tone } = VERDICTS[verdict];
  const about = profile.about === undefined ? '' : ` (${text(profile.about)})`;
  const columns = versions.map(({ version }) => version);
  const totals = NEED_STATES.filter((state) =>
    versions.some(({ counts }) => counts[state] > 0),
  ).map((state) => [
    `${STATES[state].mark} **${STATES[state].word}**: ${STATES[state].meaning}`,
    ...versions.map(({ counts }) => String(counts[state])),
  ]);
  const meets = ['**meets all**', ...versions.map(({ meeting }) => MEETINGS[meeting])];
  const head = [
    `## ${TONES[tone]} ${text(profile.name)}: ${word}, ${statementsOf(answer).join(' · ')}`,
    `The needs of ${text(profile.name)}${about}, ${code(profile.file)}, on ${code(report.baseUrl)} (${code(report.file)}, ${text(report.startedAt)}, ${text(report.tool)})`,
    ...(report.interrupted ? [`> ⚠️ ${INTERRUPTED}`] : []),
    table(['needs', ...columns], [...totals, meets]),
  ];
  const rows = byKind(answer).flatMap(({ kind, lacking }) =>
    lacking.map(({ label, answers }) => [
      text(`${kind} ${label}`),
      ...answers.map(({ state }) => STATES[state].mark),
    ]),
  );
  const lackingTable = {
    heading: 'Needs that do not hold everywhere',
    pieces: rows.length === 0 ? [] : [table(['need', ...columns], rows)],
    called: 'tables',
  };
  const reasons = reasonSections(answer).map(({ state, title, reasons: all }) => ({
    heading: title,
    pieces: all.map(
      ({ why, needs }) =>
        `- ${STATES[state].mark} ${why === '' ? '' : `${prose(why)}: `}${text(needs, 1000)}`,
    ),
    isList: true as const,
    called: 'reasons',
  }));
  return fitted(head.join('\n\n'), [lackingTable, ...reasons], ELSEWHERE);
}
