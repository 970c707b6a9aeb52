import type { ClientTrial } from '../../trials/result.js';
import { code, fenced, prose, text } from '../markdown/escape.js';
import { TONES } from '../markdown/marks.js';
import { fitted, type Section } from '../markdown/room.js';
import { table } from '../markdown/tables.js';
import {
  countsOf,
  effectsOf,
  evidenceOf,
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

const ELSEWHERE = '`--report FILE.json` has everything.';

/** The trial of a client as GitHub's Markdown. Text of the client and of instances is read as text. */
export function renderTrialMarkdown(trial: ClientTrial): string {
  const { tone, statements } = summaryOf(trial);
  const { command, runs, usage, problems } = trial;
  const unspecified = unspecifiedText(trial);
  const rows = countsOf(trial);
  const kinds = Object.keys(KIND_NAMES) as (keyof typeof KIND_NAMES)[];
  const head = [
    `## ${TONES[tone]} Test of a client: ${trial.verdict}`,
    code(command),
    statements.map((each) => text(each)).join(' · '),
    ...trialCaveats(trial).map((each) => `> ⚠️ ${text(each)}`),
    table(
      ['reaction', ...kinds.map((kind) => KIND_NAMES[kind])],
      rows.map(({ reaction, counts }) => [
        `${REACTIONS[reaction].mark} **${reaction}**: ${REACTIONS[reaction].meaning}`,
        ...kinds.map((kind) => String(counts[kind])),
      ]),
    ),
    [...runs.map(runText), ...usage.map(usageText)].map((each) => `- ${code(each)}`).join('\n'),
    ...(unspecified === undefined ? [] : [text(unspecified)]),
  ];
  const sections = TOLD.map((reaction): Section => {
    const pieces = effectsOf(trial, reaction).map((effect) => {
      const causes = effect.causes.map((cause) => {
        const place = placeOf(cause, trial);
        return `- ${cause.kind} ${code(nameOf(cause))}: ${prose(cause.says)}${place === '' ? '' : ` (${text(place)})`}`;
      });
      const evidence = evidenceOf(effect.example).map(
        ([label, said]) => `${label.padEnd(18)} ${said}`,
      );
      return [
        `**${text(effect.why)}**`,
        causes.join('\n'),
        fenced([...evidence, `again ${effect.example.rerun}`].join('\n'), ''),
      ].join('\n\n');
    });
    return {
      heading: `${REACTIONS[reaction].mark} ${reaction}`,
      pieces,
      called: `effects (${reaction})`,
    };
  });
  const odd: Section = {
    heading: '⚠️ Requests that the specification does not allow',
    pieces: problems.map(
      ({ method, target, version, problem }) =>
        `- ${text(problem)} (${version}): ${code(`${method} ${target}`)}`,
    ),
    isList: true,
    called: 'requests',
  };
  return fitted(head.join('\n\n'), [...sections, odd], ELSEWHERE);
}
