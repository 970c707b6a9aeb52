import type { ClientAnswer, ClientAnswers } from '../../analysis/client-profile/answer.js';
import { badgeLines, createPaint, type Paint, ruled, widthOf } from '../terminal/sheet.js';
import { cut, hang, pad } from '../terminal/text.js';
import { runTexts } from '../view/head.js';
import { INTERRUPTED, reasonsOf, SIGNS, statementsOf, unsettled } from './view.js';

/** Columns of one version: its number and a gap. */
const CELL = 6;

/** Columns of the names of clients, on a terminal that has the room. */
const NAMES = 48;

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
  answers: ClientAnswers;
  width: number;
  paint: Paint;
}

/**
 * Whether clients work with an instance, as text for a terminal: a line for each client, the reasons
 * for each that does not work or may not, and last the verdict. Text from files is made harmless.
 */
export function renderClients(answers: ClientAnswers, look: ClientLook): string {
  const width = widthOf(look.columns);
  const sheet: Sheet = { answers, width, paint: createPaint(look.colour) };
  const { tone } = SIGNS[answers.verdict];
  const lines = [
    ...headLines(sheet),
    ...tableLines(sheet),
    ...unsettled(answers).flatMap((client) => reasonLines(sheet, client)),
    '',
    ...badgeLines(sheet, tone, answers.verdict, statementsOf(answers)),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines({ answers: { report }, width, paint }: Sheet): string[] {
  const texts = runTexts(report);
  return [
    paint.strong('Do these clients work?'),
    ...hang('  instance  ', texts.instance, width),
    ...hang('  report    ', texts.report, width),
    ...(report.interrupted ? ['', ...hang('! ', INTERRUPTED, width).map(paint.verdict.warn)] : []),
  ];
}

function tableLines({ answers, width, paint }: Sheet): string[] {
  const { clients, versions } = answers;
  const left = Math.min(width - versions.length * CELL, NAMES);
  const head = versions.map((version) => version.padStart(CELL)).join('');
  return [
    '',
    paint.strong(`${' '.repeat(left)}${head}`),
    ...clients.map(({ profile: { name, about }, versions: own }) => {
      const label = about === undefined ? name : `${name} (${about})`;
      const cells = own.map(({ answer }) => {
        const { word, tone } = SIGNS[answer];
        return (answer === 'unused' ? paint.faint : paint.tone[tone])(word.padStart(CELL));
      });
      return pad(cut(label, left - 1), left) + cells.join('');
    }),
    '',
    ...Object.values(SIGNS).map(({ word, meaning }) => paint.faint(`${word.padEnd(4)} ${meaning}`)),
  ];
}

function reasonLines(sheet: Sheet, client: ClientAnswer): string[] {
  const { width, paint } = sheet;
  const { name, file } = client.profile;
  return [
    ...ruled(sheet, `${name}: ${client.verdict}`),
    '',
    paint.faint(cut(`  ${file}`, width)),
    ...reasonsOf(client).flatMap(({ answer, why, needs }) => {
      const { sign, tone } = SIGNS[answer];
      return [
        ...hang(`  ${sign} `, why, width, REASON_LINES).map(paint.tone[tone]),
        ...(needs === '' ? [] : hang('      ', needs, width, NEED_LINES)),
      ];
    }),
  ];
}
