import type { ClientTrial } from '../../trials/result.js';
import { badgeLines, createPaint, type Paint, ruled, widthOf } from '../terminal/sheet.js';
import { cut, hang } from '../terminal/text.js';
import {
  countsOf,
  type Effect,
  effectsOf,
  evidenceOf,
  expectedName,
  KIND_NAMES,
  nameOf,
  placeOf,
  REACTIONS,
  runText,
  summaryOf,
  TOLD,
  trialCaveats,
  unspecifiedText,
  usageText,
} from './view.js';

/** Causes of one effect, and effects of one kind of reaction, that are listed without `--verbose`. */
const MOST_CAUSES = 8;
const MOST_EFFECTS = 12;

/** Lines that one text may take. */
const LINES = 3;

/** Characters of a value. */
const LONGEST = 200;

const COLUMN = 15;

/** How the trial is to look. */
export interface TrialLook {
  colour: boolean;
  /** The width of the terminal; infinite where it is none. */
  columns: number;
  /** The verdict only. */
  quiet: boolean;
  /** Every effect and every cause. */
  verbose: boolean;
}

interface Sheet {
  trial: ClientTrial;
  width: number;
  paint: Paint;
  verbose: boolean;
}

/**
 * The trial of a client as text for a terminal: what it requests, how often it reacted how, each effect with
 * its causes and the answer that caused it, worst first, and last the verdict.
 */
export function renderTrial(trial: ClientTrial, look: TrialLook): string {
  const width = widthOf(look.columns);
  const sheet = { trial, width, paint: createPaint(look.colour), verbose: look.verbose };
  const { tone, statements } = summaryOf(trial);
  const verdict = badgeLines(sheet, tone, trial.verdict, statements);
  if (look.quiet) return `${verdict.join('\n')}\n`;
  const lines = [
    ...headLines(sheet),
    ...countLines(sheet),
    ...TOLD.flatMap((reaction) => reactionLines(sheet, reaction)),
    ...(sheet.verbose ? unaffectedLines(sheet) : []),
    ...problemLines(sheet),
    '',
    ...verdict,
  ];
  return `${lines.join('\n')}\n`;
}

function headLines({ trial, width, paint }: Sheet): string[] {
  const { command, runs, usage } = trial;
  const unspecified = unspecifiedText(trial);
  const uses = usage.map((each, index) =>
    hang(index === 0 ? '  requests  ' : '            ', usageText(each), width, LINES),
  );
  return [
    paint.strong('Test of a client'),
    ...hang('  command   ', command, width),
    ...hang('  expected  ', `as on ${expectedName(trial)}`, width),
    ...runs.flatMap((run) => hang('            ', runText(run), width)),
    ...uses.flat(),
    ...(unspecified === undefined ? [] : hang('            ', unspecified, width)),
    ...trialCaveats(trial).flatMap((each) => [
      '',
      ...hang('! ', each, width).map(paint.verdict.warn),
    ]),
  ];
}

function countLines({ trial, paint }: Sheet): string[] {
  const rows = countsOf(trial);
  if (rows.length === 0) return [];
  const kinds = Object.entries(KIND_NAMES) as [keyof typeof KIND_NAMES, string][];
  const head = kinds.map(([, name]) => name.padStart(COLUMN)).join('');
  return [
    '',
    paint.strong(`${' '.repeat(20)}${head}`),
    ...rows.map(({ reaction, counts }) => {
      const { sign, tone } = REACTIONS[reaction];
      const cells = kinds.map(([kind]) => String(counts[kind] || '·').padStart(COLUMN)).join('');
      return `${paint.tone[tone](`${sign} ${reaction}`.padEnd(20))}${cells}`;
    }),
    '',
    ...rows.map(({ reaction }) =>
      paint.faint(`${reaction.padEnd(18)}  ${REACTIONS[reaction].meaning}`),
    ),
  ];
}

function reactionLines(sheet: Sheet, reaction: Effect['reaction']): string[] {
  const effects = effectsOf(sheet.trial, reaction);
  if (effects.length === 0) return [];
  const shown = sheet.verbose ? effects : effects.slice(0, MOST_EFFECTS);
  const left = effects.length - shown.length;
  return [
    ...ruled(sheet, reaction),
    ...shown.flatMap((effect) => effectLines(sheet, effect)),
    ...(left > 0 ? ['', sheet.paint.faint(`  and ${left} more: --verbose`)] : []),
  ];
}

function effectLines(sheet: Sheet, effect: Effect): string[] {
  const { width, paint, verbose, trial } = sheet;
  const { sign, tone } = REACTIONS[effect.reaction];
  const causes = verbose ? effect.causes : effect.causes.slice(0, MOST_CAUSES);
  const left = effect.causes.length - causes.length;
  // A client that reports an error has done what it can.
  const isWell = effect.reaction === 'tells' && !verbose;
  return [
    '',
    ...hang(`  ${sign} `, effect.why, width, LINES).map(paint.tone[tone]),
    ...causes.flatMap((cause) => {
      const place = placeOf(cause, trial);
      const text = `${cause.kind} ${nameOf(cause)}: ${cause.says}${place === '' ? '' : ` (${place})`}`;
      return hang('      ', text, width, LINES);
    }),
    ...(left > 0 ? [`      and ${left} more`] : []),
    ...(isWell
      ? []
      : evidenceOf(effect.example).flatMap(([label, text]) =>
          hang(`      ${cut(label, 18).padEnd(18)} `, cut(text, LONGEST), width, LINES).map(
            paint.faint,
          ),
        )),
    ...(isWell ? [] : [`      ${paint.faint('again'.padEnd(18))} ${effect.example.rerun}`]),
  ];
}

function unaffectedLines(sheet: Sheet): string[] {
  const own = sheet.trial.trials.filter(({ reaction }) => reaction === 'same');
  if (own.length === 0) return [];
  const names = [...new Set(own.map(({ id, alike = [] }) => nameOf({ id, alike })))];
  return [...ruled(sheet, 'same'), '', ...hang('  ✓ ', names.join(', '), sheet.width)];
}

function problemLines(sheet: Sheet): string[] {
  const { trial, width } = sheet;
  if (trial.problems.length === 0) return [];
  return [
    ...ruled(sheet, 'requests that the specification does not allow'),
    '',
    ...trial.problems.flatMap(({ method, target, version, problem }) =>
      hang('  ! ', `${problem} (${version}): ${method} ${target}`, width, LINES),
    ),
  ];
}
