import type { ClientAnswer, NeedState } from '../../analysis/client-profile/answer.js';
import { NEED_STATES } from '../../analysis/client-profile/answer.js';
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
  type Alike,
  byKind,
  lacking,
  MEANINGS,
  MEETINGS,
  type NeedGroup,
  needsText,
  type Reason,
  reasonsFor,
  SIGNS,
  statementsOf,
  VERDICT_WORDS,
} from './words.js';

/** Columns of one version: its number and a gap. */
const CELL = 5;

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
 * What a report says of the needs of a client, as a text for people at a terminal: a line for each
 * need that does not hold everywhere, the reasons, and in the last line from which version to which
 * all hold. Whatever came from a file is made harmless.
 */
export function renderClient(answer: ClientAnswer, look: ClientLook): string {
  const width = widthOf(look.columns);
  const left = leftOf(answer, width);
  const sheet: Sheet = { answer, width, left, paint: createPaint(look.colour) };
  const lines = [
    ...headLines(sheet),
    ...tableLines(sheet),
    ...reasonLines(sheet, 'broken', 'do not hold'),
    ...reasonLines(sheet, 'absent', 'not in this version of the specification'),
    ...reasonLines(sheet, 'untold', 'could not be told from that run'),
    ...reasonLines(sheet, 'unexamined', 'not examined: the suite has no requirement for it'),
    ...reasonLines(
      sheet,
      'holds',
      'hold as far as was seen, and the specification does not say so',
    ),
    ...conclusionLines(sheet),
  ];
  return `${lines.join('\n')}\n`;
}

/** The columns for names: of a terminal what the versions leave; where output is none, what the longest takes. */
function leftOf(answer: ClientAnswer, width: number): number {
  const names = lacking(answer.needs).map((need) => labelOf(need).length + 1);
  const wanted = Math.max(64, ...(Number.isFinite(width) ? [] : names));
  return Math.min(width - answer.versions.length * CELL, wanted);
}

function labelOf({ of, names }: Alike): string {
  return `  ${of === undefined ? '' : `${of}: `}${names.join(', ')}`;
}

function headLines({ answer: { profile, report }, width, paint }: Sheet): string[] {
  const when = report.startedAt.slice(0, '2026-01-02T03:04'.length).replace('T', ' ');
  return [
    paint.strong(cut(profile.name, width)),
    ...(profile.about === undefined ? [] : hang('  about     ', profile.about, width)),
    ...hang('  profile   ', profile.file, width),
    ...hang('  instance  ', report.baseUrl, width),
    ...hang('  report    ', `${report.file}, ${when}, ${report.tool}`, width),
    ...(report.interrupted
      ? [
          '',
          ...hang(
            '! ',
            'The run was interrupted: what it had not judged by then cannot be told.',
            width,
          ).map(paint.verdict.warn),
        ]
      : []),
  ];
}

function tableLines(sheet: Sheet): string[] {
  const { answer, left, paint } = sheet;
  const head = answer.versions.map(({ version }) => version.padStart(CELL)).join('');
  return [
    '',
    paint.strong(`${' '.repeat(left)}${head}`),
    ...byKind(answer).flatMap((group) => groupLines(sheet, group)),
    '',
    ...NEED_STATES.flatMap((state) => totalLine(sheet, state)),
    row(
      sheet,
      paint.strong(pad('meets all', left)),
      answer.versions.map(({ meeting }) => [MEETINGS[meeting], BRUSHES[meeting]]),
    ),
  ];
}

function groupLines(sheet: Sheet, { kind, needs }: NeedGroup): string[] {
  const { left, paint } = sheet;
  const size = several(needs.length, 'need');
  const shown = lacking(needs);
  const well = needs.length - shown.reduce((sum, { names }) => sum + names.length, 0);
  const name = `${paint.strong(pad(kind, left - size.length))}${paint.faint(size)}`;
  return [
    shown.length === 0 ? `${name}  ${paint.verdict.pass('all hold')}` : name,
    ...shown.map((need) =>
      row(
        sheet,
        pad(labelOf(need), left),
        need.answers.map(({ state }) => [SIGNS[state], BRUSHES[state]]),
      ),
    ),
    ...(well > 0 && shown.length > 0
      ? [paint.faint(`  and ${well} that ${well === 1 ? 'holds' : 'hold'}`)]
      : []),
  ];
}

function totalLine(sheet: Sheet, state: NeedState): string[] {
  const { versions } = sheet.answer;
  if (versions.every(({ counts }) => counts[state] === 0)) return [];
  const name = `${SIGNS[state]} ${pad(state, 'unexamined'.length)}  ${MEANINGS[state]}`;
  return [
    row(
      sheet,
      pad(name, sheet.left),
      versions.map(({ counts }) => [String(counts[state]), BRUSHES[state]]),
    ),
  ];
}

const BRUSHES: Record<NeedState | 'met' | 'not-met', (paint: Paint) => Brush> = {
  holds: ({ verdict }) => verdict.pass,
  broken: ({ verdict }) => verdict.fail,
  absent: ({ verdict }) => verdict.fail,
  untold: ({ verdict }) => verdict.inconclusive,
  unexamined: ({ verdict }) => verdict.warn,
  unneeded: ({ faint }) => faint,
  met: ({ verdict }) => verdict.pass,
  'not-met': ({ verdict }) => verdict.fail,
};

/** The sign stands below the end of the version's number. */
function row({ paint }: Sheet, left: string, cells: [string, (paint: Paint) => Brush][]): string {
  return left + cells.map(([text, brush]) => brush(paint)(text.padStart(CELL))).join('');
}

function reasonLines(sheet: Sheet, state: NeedState, title: string): string[] {
  const { answer, width, paint } = sheet;
  const versions = answer.versions.map(({ version }) => version);
  const reasons = reasonsFor(answer, state).filter(
    // What simply holds needs no reason.
    ({ why }) => state !== 'holds' || why !== '',
  );
  if (reasons.length === 0) return [];
  const lines = (reason: Reason) => [
    ...(reason.why === ''
      ? []
      : hang(`${SIGNS[state]} `, reason.why, width, REASON_LINES).map(BRUSHES[state](paint))),
    ...hang('    ', needsText(reason, versions), width, NEED_LINES),
  ];
  return [...ruled({ width, paint }, title), '', ...reasons.flatMap(lines)];
}

const BADGES = { met: 'good', 'not-met': 'bad', untold: 'open' } as const;

function conclusionLines(sheet: Sheet): string[] {
  const { answer } = sheet;
  const { verdict } = answer;
  return ['', ...badgeLines(sheet, BADGES[verdict], VERDICT_WORDS[verdict], statementsOf(answer))];
}
