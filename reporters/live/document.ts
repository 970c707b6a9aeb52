import type { Difference, LiveComparison } from '../../live/result.js';
import type { Document, Finding, Mark, Part, Text } from '../document.js';
import { several } from '../view/quantities.js';
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

const DIFFERS: Mark = { symbol: '≠', emoji: '❌', word: 'differs', look: 'bad' };
const NOTICE: Mark = { symbol: '!', emoji: '⚠️', word: 'notice', look: 'open' };

/** The comparison of two instances as a document: what most clients use comes first. */
export function liveDocument(comparison: LiveComparison): Document {
  const { word, tone } = LIVE_VERDICTS[comparison.verdict];
  const { differing, notices } = partsOf(comparison);
  const instances = instanceTexts(comparison);
  const { name, version } = comparison.tool;
  return {
    kind: `Comparison of two instances, ${name} ${version}`,
    verdict: { word, tone, about: instances.map(({ heading }) => heading).join(' → ') },
    statements: statementsOf(comparison),
    closing: [],
    head: [
      {
        type: 'facts',
        facts: [
          ...instances.map(({ name: own, heading, details }): [string, string] => [
            own,
            `${heading}, ${details}`,
          ]),
          ['scope', scopeText(comparison)],
          ['date', comparison.startedAt],
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
    const texts = [whereOf(difference), clientsOf(difference)].filter((text) => text !== undefined);
    return {
      type: 'finding',
      marks: [mark],
      head: headOf(difference),
      versions: [],
      evidence: [
        { texts, violations: [{ facts: exampleOf(difference) }], commands: [], notes: [] },
      ],
      brief: texts.join(', '),
    };
  });
  return [{ id, title, label: id, called: id, blocks }];
}
