import {
  type ClientAnswer,
  NEED_STATES,
  type NeedState,
} from '../../analysis/client-profile/answer.js';
import {
  type Brush,
  badgeLines,
  createPaint,
  type Paint,
  ruled,
  widthOf,
} from '../terminal/sheet.js';
import { cut, hang, pad } from '../terminal/text.js';
import { several } from '../view/quantities.js';
import {
  byKind,
  INTERRUPTED,
  MEETINGS,
  type NeedGroup,
  reasonSections,
  STATES,
  statementsOf,
  VERDICTS,
} from './words.js';

/** Columns of one version: its number and a gap. */
const CELL = 5;

/** Columns of the names of needs, on a terminal that has the room. */
const NAMES = 64;

/** Lines that a reason, and the needs that it is of, may take. */
const REASON_LINES = 4;
const NEED_LINES = 6;

/** How the answer is to look. */
export interface ClientLook {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal, of which 60 to 110 columns are used; infinite where it is none. */
  columns: number;
}

interface Sheet {
  answer: ClientAnswer;
  width: number;
  left: number;
  paint: Paint;
}

/**
 * What a report says of the needs of a client, as text for a terminal: a line for each need that does
 * not hold everywhere, the reasons, and last whether and where all hold. Text from files is made harmless.
 */
export function renderClient(answer: ClientAnswer, look: ClientLook): string {
  const width = widthOf(look.columns);
  const labels = byKind(answer).flatMap(({ lacking }) => lacking.map(({ label }) => label.length));
  const wanted = Number.isFinite(width)
    ? NAMES
    : Math.max(NAMES, ...labels.map((each) => each + 3));
  const left = Math.min(width - answer.versions.length * CELL, wanted);
  const sheet: Sheet = { answer, width, left, paint: createPaint(look.colour) };
  const { word, tone } = VERDICTS[answer.verdict];
  const lines = [
    ...headLines(sheet),
    ...tableLines(sheet),
    ...reasonLines(sheet),
    '',
    ...badgeLines(sheet, tone, word, statementsOf(answer)),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines({ answer: { profile, report }, width, paint }: Sheet): string[] {
  const when = report.startedAt.slice(0, '2026-01-02T03:04'.length).replace('T', ' ');
  return [
    paint.strong(cut(profile.name, width)),
    ...(profile.about === undefined ? [] : hang('  about     ', profile.about, width)),
    ...hang('  profile   ', profile.file, width),
    ...hang('  instance  ', report.baseUrl, width),
    ...hang('  report    ', `${report.file}, ${when}, ${report.tool}`, width),
    ...(report.interrupted ? ['', ...hang('! ', INTERRUPTED, width).map(paint.verdict.warn)] : []),
  ];
}

function tableLines(sheet: Sheet): string[] {
  const { answer, left, paint } = sheet;
  const { versions } = answer;
  const head = versions.map(({ version }) => version.padStart(CELL)).join('');
  const totals = NEED_STATES.filter((state) => versions.some(({ counts }) => counts[state] > 0));
  return [
    '',
    paint.strong(`${' '.repeat(left)}${head}`),
    ...byKind(answer).flatMap((group) => groupLines(sheet, group)),
    '',
    ...totals.map((state) => {
      const { sign, word, meaning } = STATES[state];
      const name = `${sign} ${pad(word, 'undetermined'.length)}  ${meaning}`;
      const cells = versions.map(({ counts }) => String(counts[state]));
      return pad(name, left) + cells.map((text) => cell(sheet, text, state)).join('');
    }),
    paint.strong(pad('meets all', left)) +
      versions.map(({ meeting }) => cell(sheet, MEETINGS[meeting], meeting)).join(''),
  ];
}

function groupLines(sheet: Sheet, { kind, size, lacking }: NeedGroup): string[] {
  const { left, paint } = sheet;
  const count = several(size, 'need');
  const holding = size - lacking.reduce((sum, { names }) => sum + names.length, 0);
  const name = `${paint.strong(pad(kind, left - count.length))}${paint.faint(count)}`;
  if (lacking.length === 0) return [`${name}  ${paint.verdict.pass('all hold')}`];
  return [
    name,
    ...lacking.map(
      ({ label, answers }) =>
        pad(`  ${label}`, left) +
        answers.map(({ state }) => cell(sheet, STATES[state].sign, state)).join(''),
    ),
    ...(holding > 0
      ? [paint.faint(`  and ${holding} that ${holding === 1 ? 'holds' : 'hold'}`)]
      : []),
  ];
}

const BRUSHES: Record<NeedState | 'met' | 'not-met', (paint: Paint) => Brush> = {
  holds: ({ verdict }) => verdict.pass,
  broken: ({ verdict }) => verdict.fail,
  absent: ({ verdict }) => verdict.fail,
  undetermined: ({ verdict }) => verdict.inconclusive,
  uncovered: ({ verdict }) => verdict.warn,
  unneeded: ({ faint }) => faint,
  met: ({ verdict }) => verdict.pass,
  'not-met': ({ verdict }) => verdict.fail,
};

/** The sign stands below the end of the version's number. */
function cell({ paint }: Sheet, text: string, state: NeedState | 'met' | 'not-met'): string {
  return BRUSHES[state](paint)(text.padStart(CELL));
}

function reasonLines({ answer, width, paint }: Sheet): string[] {
  return reasonSections(answer).flatMap(({ state, title, reasons }) => [
    ...ruled({ width, paint }, title.toLowerCase()),
    '',
    ...reasons.flatMap(({ why, needs }) => [
      ...(why === ''
        ? []
        : hang(`${STATES[state].sign} `, why, width, REASON_LINES).map(BRUSHES[state](paint))),
      ...hang('    ', needs, width, NEED_LINES),
    ]),
  ]);
}
