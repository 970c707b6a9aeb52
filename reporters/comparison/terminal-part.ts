import type { Comparison } from '../../analysis/comparison/comparison.js';
import { quoteLines } from '../terminal/findings.js';
import { type Paint, ruled } from '../terminal/sheet.js';
import { hang } from '../terminal/text.js';
import { several } from '../view/quantities.js';
import { SYMBOLS } from '../view/signs.js';
import type { StepView } from './news.js';
import type { Entry, Part } from './part.js';

/** What every part of the text is given. */
export interface ComparisonSheet {
  comparison: Comparison;
  width: number;
  paint: Paint;
}

/** Entries shown of a part before the rest is named by its heads only. */
const IN_FULL = 20;

/** Lines that one thing said, and a list of ids, may take. */
const LINES = 3;

/** A subject against the one before it. */
export function stepLines(sheet: ComparisonSheet, step: StepView): string[] {
  const { from, to, isUnchanged, parts } = step;
  return [
    ...ruled(sheet, `${from} → ${to}`),
    ...(isUnchanged ? ['', 'Nothing that was checked in both has changed.'] : []),
    ...parts.flatMap((part) => partLines(sheet, part)),
  ];
}

function partLines(sheet: ComparisonSheet, { title, meaning, entries, notes }: Part): string[] {
  const { width, paint } = sheet;
  const rest = entries.slice(IN_FULL);
  const more = `and ${rest.length} more, which --report FILE.html has in full: `;
  return [
    '',
    ...hang('', `${title}.${meaning === undefined ? '' : ` ${meaning}`}`, width).map(paint.strong),
    ...entries.slice(0, IN_FULL).flatMap((entry) => entryLines(sheet, entry)),
    ...(rest.length === 0
      ? []
      : hang('  ', more + rest.map(({ head }) => head).join(', '), width, LINES).map(paint.faint)),
    ...notes.flatMap((note) => hang('  ', note, width, LINES).map(paint.faint)),
  ];
}

function entryLines({ width, paint }: ComparisonSheet, entry: Entry): string[] {
  const { verdict, before, head, aside, sentence, says, ids, client } = entry;
  const brush = paint.verdict[verdict];
  const sign = `${before === undefined ? '' : SYMBOLS[before]}${SYMBOLS[verdict]} `;
  const [first = '', ...more] = hang(' '.repeat(sign.length), head, width, LINES);
  return [
    `${brush(sign.trimEnd())} ${paint.strong(first.slice(sign.length))}`,
    ...more.map(paint.strong),
    ...(aside === undefined ? [] : hang('  ', aside, width).map(paint.faint)),
    ...(sentence === undefined ? [] : quoteLines(sentence, width)),
    ...says.flatMap((text) => hang('    ', text, width, LINES).map(brush)),
    ...(ids === undefined
      ? []
      : hang(`  ${several(ids.length, 'requirement')}: `, ids.join(', '), width, LINES).map(
          paint.faint,
        )),
    ...(client === undefined
      ? []
      : hang(`  ${client.label}: `, client.text, width).map(paint.faint)),
  ];
}
