import { createPaint, type Paint } from './terminal/sheet.js';
import { hang } from './terminal/text.js';
import { several } from './view/quantities.js';

/** Green: as it should be. Red: to be mended. A remark: worth knowing. None: there is nothing to look at. */
export type Mark = 'good' | 'bad' | 'remark' | 'none';

/** One line of the doctor's, and what to do about it. */
export interface Finding {
  mark: Mark;
  says: string;
  /** What it is about, one by one. */
  detail?: string;
  advice?: string;
}

/** How the lines are to look. */
export interface DoctorLook {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal; between 40 and 100 columns are used. */
  columns: number;
}

const NARROWEST = 40;
const WIDEST = 100;

/** What is skipped is skipped by choice: some of it will do. */
const FEW = 2;

const SIGNS: Record<Mark, string> = { good: '✓', bad: '✗', remark: '!', none: '–' };

/** The line above a part of the findings. */
export function renderHeading(name: string, look: DoctorLook): string {
  return `\n${createPaint(look.colour).strong(name)}\n`;
}

/**
 * The findings, a line each, with what to do below it. `clean` takes secrets out of a text; what
 * came from the instance is made harmless.
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

/** The last line: how much is red, and that nothing was judged. */
export function renderConclusion(red: number, look: DoctorLook): string {
  const paint = createPaint(look.colour);
  const says = red === 0 ? 'Nothing is red.' : `${several(red, 'line')} red: see the arrows.`;
  const brush = red === 0 ? paint.verdict.pass : paint.verdict.fail;
  const lines = hang('', `${says} The doctor does not judge: conformance run does.`, widthOf(look));
  return `\n${lines.join('\n').replace(says, brush)}\n`;
}

function widthOf({ columns }: DoctorLook): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns));
}

function cleaned(finding: Finding, clean: (text: string) => string): Finding {
  const { mark, says, detail, advice } = finding;
  return {
    mark,
    says: clean(says),
    ...(detail === undefined ? {} : { detail }),
    ...(advice === undefined ? {} : { advice: clean(advice) }),
  };
}

function findingLines(
  { mark, says, detail, advice }: Finding,
  paint: Paint,
  width: number,
): string[] {
  const brush = {
    good: paint.verdict.pass,
    bad: paint.verdict.fail,
    remark: paint.verdict.warn,
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
