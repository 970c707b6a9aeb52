import type { Difference, LiveComparison } from '../../live/result.js';
import { code, fenced, text } from '../markdown/escape.js';
import { TONES } from '../markdown/marks.js';
import { fitted, type Section } from '../markdown/room.js';
import { capitalised } from '../view/quantities.js';
import {
  clientsOf,
  exampleOf,
  headOf,
  instanceTexts,
  LIVE_VERDICTS,
  partsOf,
  remarksOf,
  scopeText,
  statementsOf,
  whereOf,
} from './view.js';

const ELSEWHERE = '`--report FILE.html` and `--report FILE.json` have everything.';

/** The comparison of two instances as GitHub's Markdown. Text of the instances is read as text. */
export function renderLiveMarkdown(comparison: LiveComparison): string {
  const { word, tone } = LIVE_VERDICTS[comparison.verdict];
  const [first = '', ...more] = statementsOf(comparison);
  const { differing, notices } = partsOf(comparison);
  const head = [
    `## ${TONES[tone]} ${capitalised(word)}: ${first}`,
    more.map((each) => text(each)).join(' · '),
    [
      ...instanceTexts(comparison).map(
        ({ name, heading, details }) => `- **${name}** ${code(heading)}: ${text(details)}`,
      ),
      `- ${text(scopeText(comparison))}`,
    ].join('\n'),
    ...remarksOf(comparison).map((remark) => `> ⚠️ ${text(remark, 1000)}`),
  ];
  return fitted(
    head.join('\n\n'),
    [sectionOf('Differences', differing), sectionOf('Notices', notices)],
    ELSEWHERE,
  );
}

function sectionOf(heading: string, differences: readonly Difference[]): Section {
  return {
    heading,
    called: heading.toLowerCase(),
    pieces: differences.map((difference) => {
      const clients = clientsOf(difference);
      return [
        `**${text(headOf(difference))}**  `,
        `${text(whereOf(difference))}${clients === undefined ? '' : `  \n${text(clients)}`}`,
        '',
        fenced(
          exampleOf(difference)
            .map(([label, said]) => `${label.padEnd(8)} ${said}`)
            .join('\n'),
          '',
        ),
      ].join('\n');
    }),
  };
}
