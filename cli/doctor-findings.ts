import { printable } from '../reporters/printable.js';
import { createPaint, type Paint } from '../reporters/terminal/sheet.js';
import { hang } from '../reporters/terminal/text.js';
import { several } from '../reporters/view/quantities.js';

/** `good`: correct. `bad`: a problem. `remark`: a warning. `none`: not available or not used. */
export type Mark = 'good' | 'bad' | 'remark' | 'none';

/** One finding of the doctor. */
export interface Finding {
  mark: Mark;
  says: string;
  /** The requirements concerned. */
  detail?: string;
  /** How to fix it. */
  advice?: string;
}

/** How to render the findings. */
export interface DoctorLook {
  /** Whether to use colours; without them the text has no escape codes. */
  colour: boolean;
  /** The width of the terminal, of which 40 to 100 columns are used; infinite where it is none. */
  columns: number;
}

const NARROWEST = 40;
const WIDEST = 100;

/** Maximum lines of skipped requirements: the user chose to skip them. */
const FEW = 2;

const SIGNS: Record<Mark, string> = { good: '✓', bad: '✗', remark: '!', none: '–' };

/** Renders the heading of a section. */
export function renderHeading(name: string, look: DoctorLook): string {
  return `\n${createPaint(look.colour).strong(name)}\n`;
}

/**
 * Renders findings, each with its advice below. `clean` removes secrets; control characters from the
 * instance are escaped.
 */
export function renderFindings(
  findings: readonly Finding[],
  clean: (text: string) => string,
  look: DoctorLook,
): string {
  const paint = createPaint(look.colour);
  const width = widthOf(look);
  const lines = findings.flatMap((finding) => findingLines(cleaned(finding, clean), paint, width));
  return lines.map((line) => `${line}\n`).join('');
}

/** Renders the last line: the number of problems, or the next command, which is never wrapped. */
export function renderConclusion(problems: number, next: string, look: DoctorLook): string {
  const paint = createPaint(look.colour);
  if (problems === 0) {
    return `\n${paint.look.pass('No problems found.')} Next: ${printable(next)}\n`;
  }
  const says = `${several(problems, 'problem')} found: see the arrows.`;
  return `\n${hang('', says, widthOf(look)).map(paint.look.fail).join('\n')}\n`;
}

function widthOf({ columns }: DoctorLook): number {
  return Number.isFinite(columns) ? Math.min(WIDEST, Math.max(NARROWEST, columns)) : columns;
}

function cleaned(finding: Finding, clean: (text: string) => string): Finding {
  const { mark, says, detail, advice } = finding;
  return {
    mark,
    says: clean(says),
    detail,
    advice: advice === undefined ? undefined : clean(advice),
  };
}

function findingLines(
  { mark, says, detail, advice }: Finding,
  paint: Paint,
  width: number,
): string[] {
  const brush = {
    good: paint.look.pass,
    bad: paint.look.fail,
    remark: paint.look.warn,
    none: paint.faint,
  }[mark];
  const [first = '', ...rest] = hang('  ', says, width);
  const sign = brush(SIGNS[mark]);
  const body = mark === 'good' ? (text: string) => text : brush;
  return [
    `${sign} ${body(first.slice(2))}`,
    ...rest.map(body),
    ...(detail === undefined
      ? []
      : hang('    ', detail, width, mark === 'none' ? FEW : undefined).map(paint.faint)),
    ...(advice === undefined ? [] : hang('    → ', advice, width)),
  ];
}
