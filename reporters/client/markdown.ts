import type { ClientAnswer, ClientAnswers } from '../../analysis/client-profile/answer.js';
import { code, prose, text } from '../markdown/escape.js';
import { TONES } from '../markdown/marks.js';
import { fitted, type Section } from '../markdown/room.js';
import { table } from '../markdown/tables.js';
import { runTexts } from '../view/head.js';
import { INTERRUPTED, reasonsOf, SIGNS, statementsOf, unsettled } from './view.js';

const ELSEWHERE = '`--report FILE.json` has everything.';

/** Whether clients work with an instance, as GitHub's Markdown. Text from files is read as text. */
export function renderClientsMarkdown(answers: ClientAnswers): string {
  const { report, versions, clients, verdict } = answers;
  const { tone } = SIGNS[verdict];
  const run = runTexts(report);
  const head = [
    `## ${TONES[tone]} Do these clients work? ${text(statementsOf(answers).join(' · '))}`,
    `On ${code(run.instance)} (${text(run.report, 1000)})`,
    ...(report.interrupted ? [`> ⚠️ ${INTERRUPTED}`] : []),
    table(
      ['client', ...versions],
      clients.map(({ profile: { name, about }, versions: own }) => [
        about === undefined ? text(name) : `${text(name)} (${text(about)})`,
        ...own.map(({ answer }) => SIGNS[answer].mark),
      ]),
    ),
    Object.values(SIGNS)
      .map(({ mark, meaning }) => `${mark} ${meaning}`)
      .join(' · '),
  ];
  return fitted(head.join('\n\n'), unsettled(answers).map(section), ELSEWHERE);
}

function section(client: ClientAnswer): Section {
  return {
    heading: `${SIGNS[client.verdict].mark} ${text(client.profile.name)}`,
    pieces: reasonsOf(client).map(
      ({ answer, why, needs }) =>
        `- ${SIGNS[answer].mark} ${prose(why)}${needs === '' ? '' : ` (${text(needs, 1000)})`}`,
    ),
    isList: true,
    called: 'reasons',
  };
}
