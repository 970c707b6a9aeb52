import type { Difference, LiveComparison } from '../../live/result.js';
import { badgeLines, createPaint, type Paint, ruled, widthOf } from '../terminal/sheet.js';
import { hang } from '../terminal/text.js';
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

/** Differences of a part that are shown in full. */
const IN_FULL = 25;

/** Lines that one text may take. */
const LINES = 3;

/** How the comparison is to look. */
export interface LiveLook {
  colour: boolean;
  /** The width of the terminal; infinite where it is none. */
  columns: number;
}

interface Sheet {
  width: number;
  paint: Paint;
}

/** The comparison of two instances as text for a terminal: what most clients use comes first, the verdict last. */
export function renderLive(comparison: LiveComparison, look: LiveLook): string {
  const sheet: Sheet = { width: widthOf(look.columns), paint: createPaint(look.colour) };
  const { differing, notices } = partsOf(comparison);
  const { word, tone } = LIVE_VERDICTS[comparison.verdict];
  const lines = [
    ...instanceTexts(comparison).flatMap(({ name, heading, details }) => [
      ...hang(`${name}  `, heading, sheet.width).map(sheet.paint.strong),
      ...hang('     ', details, sheet.width).map(sheet.paint.faint),
    ]),
    ...hang('     ', scopeText(comparison), sheet.width).map(sheet.paint.faint),
    ...remarksOf(comparison).flatMap((remark) =>
      hang('! ', remark, sheet.width, LINES).map(sheet.paint.verdict.warn),
    ),
    ...partLines(sheet, 'differences', differing, 'bad'),
    ...partLines(sheet, 'notices: no client is known to break on these', notices, 'open'),
    '',
    ...badgeLines(sheet, tone, word, statementsOf(comparison)),
  ];
  return `${lines.join('\n')}\n`;
}

function partLines(
  sheet: Sheet,
  title: string,
  differences: readonly Difference[],
  tone: 'bad' | 'open',
): string[] {
  if (differences.length === 0) return [];
  const left = differences.slice(IN_FULL);
  return [
    ...ruled(sheet, title),
    ...differences.slice(0, IN_FULL).flatMap((each) => differenceLines(sheet, each, tone)),
    ...(left.length === 0
      ? []
      : [
          '',
          ...hang(
            '  ',
            `and ${left.length} more, which --report FILE.html has in full: ${left.map(headOf).join('; ')}`,
            sheet.width,
            LINES,
          ).map(sheet.paint.faint),
        ]),
  ];
}

function differenceLines(
  { width, paint }: Sheet,
  difference: Difference,
  tone: 'bad' | 'open',
): string[] {
  const clients = clientsOf(difference);
  const sign = tone === 'bad' ? '≠' : '!';
  return [
    '',
    ...hang(`${sign} `, headOf(difference), width, LINES).map(paint.tone[tone]),
    ...hang('    ', whereOf(difference), width, LINES),
    ...(clients === undefined ? [] : hang('    ', clients, width, LINES)),
    ...exampleOf(difference).flatMap(([label, text]) =>
      hang(`    ${label.padEnd(8)} `, text, width, LINES).map(paint.faint),
    ),
  ];
}
