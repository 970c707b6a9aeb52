import { printable } from '../reporters/printable.js';
import { createPaint } from '../reporters/terminal/sheet.js';
import { hang } from '../reporters/terminal/text.js';
import type { TerminalLook } from '../reporters/terminal.js';
import { listed, several } from '../reporters/view/words.js';

/** One finding of the doctor. */
export interface Finding {
  /** `good`: correct. `bad`: a problem. `remark`: a warning. `none`: not available or not used. */
  mark: 'good' | 'bad' | 'remark' | 'none';
  says: string;
  /** The requirements concerned. */
  ids?: readonly string[];
  /** How to fix it. */
  advice?: string;
}

/** Maximum number of ids below a finding: a few show what it is about. */
const MOST_IDS = 5;

const SIGNS = { good: '✓', bad: '✗', remark: '!', none: '–' } as const;

/** Renders a finding with its advice below. Control characters from the instance are escaped. */
export function renderFinding(
  { mark, says, ids = [], advice }: Finding,
  { colour, columns }: TerminalLook,
): string {
  const paint = createPaint(colour);
  const { pass, fail, warn } = paint.look;
  const brush = { good: pass, bad: fail, remark: warn, none: paint.faint }[mark];
  const lines = [
    ...hang(`${SIGNS[mark]} `, says, columns).map(brush),
    ...(ids.length === 0 ? [] : hang('    ', listed(ids, MOST_IDS), columns).map(paint.faint)),
    ...(advice === undefined ? [] : hang('    → ', advice, columns)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders the last line: the number of problems, or the next command, which is never wrapped. */
export function renderConclusion(problems: number, next: string, look: TerminalLook): string {
  const { pass, fail } = createPaint(look.colour).look;
  if (problems === 0) return `\n${pass('No problems found.')} Next: ${printable(next)}\n`;
  return `\n${fail(`${several(problems, 'problem')} found: see each ${SIGNS.bad}.`)}\n`;
}
