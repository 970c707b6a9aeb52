import type { ReportedRequirement } from '../../harness/report.js';
import { printable } from '../printable.js';
import {
  type Evidence,
  type FINDING_SIGNS,
  type Finding,
  findingsOf,
  IN_FULL,
  outcomeOf,
  type ShownViolation,
} from '../view/findings.js';
import { several } from '../view/quantities.js';
import { sharedCause } from '../view/shared-cause.js';
import { type Sign, SYMBOLS } from '../view/signs.js';
import { sectionOf } from '../view/source.js';
import { ruled, type Sheet } from './sheet.js';
import { cut, hang, pad, wrap } from './text.js';

/** Violations shown of one result, unless verbose. */
const SHOWN = 3;

/** Lines that one value from the instance may take, unless verbose. */
const VALUE_LINES = 4;

type Found = (typeof FINDING_SIGNS)[number];

/**
 * The requirements that fail, warn or ended in an error, each with what was expected, what was
 * received, and how to ask again. Beyond a number of them a line each, unless verbose.
 */
export function findingsLines(sheet: Sheet, sign: Found): string[] {
  const findings = findingsOf(sheet.report, sign, sheet.verbose ? undefined : SHOWN);
  if (findings.length === 0) return [];
  const unexpectedly = sign === 'fail' && sheet.report.baseline ? ' unexpectedly' : '';
  const title = `${several(findings.length, 'requirement')} ${outcomeOf(sign, findings.length)}${unexpectedly}`;
  const full = sheet.verbose ? findings : findings.slice(0, IN_FULL);
  return [
    ...ruled(sheet, title),
    ...full.flatMap((finding) => ['', ...findingLines(sheet, sign, finding)]),
    ...briefLines(sheet, sign, findings.slice(full.length)),
  ];
}

/** What most of many failing requirements share. */
export function sharedCauseLines({ report, width, paint }: Sheet): string[] {
  const said = sharedCause(report);
  return said === undefined ? [] : ['', ...wrap(said, width).map(paint.strong)];
}

function findingLines(sheet: Sheet, sign: Found, finding: Finding): string[] {
  const { paint, width } = sheet;
  const { requirement } = finding.row;
  const where = `${requirement.level.toUpperCase()}, ${outcomeOf(sign)} in ${finding.versions.join(' ')}`;
  const { shared, evidence, consequence } = finding;
  return [
    ...(shared === undefined ? [] : wrap(shared, width).map(paint.strong)),
    ...titleLines(sheet, sign, requirement.id, where),
    ...quoteLines(requirement, width),
    ...evidence.flatMap((each) => [
      ...(evidence.length > 1 ? [paint.faint(`  in ${each.versions.join(' ')}`)] : []),
      ...evidenceLines(sheet, sign, each),
    ]),
    ...(consequence === undefined
      ? []
      : hang('  For a client: ', consequence, width).map(paint.faint)),
  ];
}

function evidenceLines(sheet: Sheet, sign: Found, evidence: Evidence): string[] {
  const { reason, violations, more, commands, notes } = evidence;
  const most = sheet.verbose ? undefined : VALUE_LINES;
  return [
    ...(reason === undefined ? [] : hang('    ', reason, sheet.width, most)),
    ...violations.flatMap((violation) => violationLines(sheet, sign, violation)),
    ...(more > 0 ? [sheet.paint.faint(`    and ${more} more`)] : []),
    // A command is never wrapped: it is there to be pasted.
    ...commands.map((curl) => `    ${printable(curl)}`),
    ...notes.flatMap((note) => hang('    ', `(${note})`, sheet.width)).map(sheet.paint.faint),
  ];
}

function violationLines(sheet: Sheet, sign: Found, { message, facts }: ShownViolation): string[] {
  const { width, verbose, paint } = sheet;
  const most = verbose ? undefined : VALUE_LINES;
  return [
    ...hang('    ', message, width, most).map(paint.verdict[sign]),
    ...facts.flatMap(([name, text]) => hang(`      ${name.padEnd(8)}  `, text, width, most)),
  ];
}

/** The id of a requirement behind its sign, and what is to be said of it: on one line, or on two. */
export function titleLines(sheet: Sheet, sign: Sign, id: string, says: string): string[] {
  const { paint, width } = sheet;
  const mark = paint.verdict[sign](SYMBOLS[sign]);
  if (id.length + says.length + 4 <= width) {
    return [`${mark} ${paint.strong(cut(id, width))}  ${paint.faint(cut(says, width))}`];
  }
  return [
    `${mark} ${paint.strong(cut(id, width - 2))}`,
    ...hang('    ', says, width).map(paint.faint),
  ];
}

/** The sentence of a requirement and its section. */
export function quoteLines(requirement: ReportedRequirement, width: number): string[] {
  return hang('  ', `“${requirement.title}” (${sectionOf(requirement)})`, width);
}

function briefLines(sheet: Sheet, sign: Found, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const longest = Math.max(...findings.map(({ row }) => row.requirement.id.length));
  const column = Math.min(longest, Math.floor(sheet.width / 2));
  const hint = `And ${findings.length} more in short; --verbose or --report FILE.json has everything.`;
  return [
    '',
    ...wrap(hint, sheet.width).map(sheet.paint.faint),
    ...findings.map(({ row, brief }) => {
      const id = sheet.paint.strong(pad(row.requirement.id, column));
      const text = cut(brief, sheet.width - column - 4);
      return `${sheet.paint.verdict[sign](SYMBOLS[sign])} ${id}  ${text}`;
    }),
  ];
}
