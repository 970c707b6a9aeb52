import type { Comparison, Subject } from '../../analysis/comparison/comparison.js';
import { INSTALLED_PROGRAM } from '../../harness/shell.js';
import { code, prose, text } from '../markdown/escape.js';
import { MARKS, TONES } from '../markdown/marks.js';
import { fitted, type Section } from '../markdown/room.js';
import type { Rendering } from '../rendering.js';
import { capitalised } from '../view/quantities.js';
import { sectionOf } from '../view/source.js';
import { stepViews } from './news.js';
import type { Entry, Part } from './part.js';
import { clientLines, statementsOf, subjectText, VERDICT_WORDS } from './words.js';

/** Requirements named of a group, and rows of the matrix. */
const NAMED = 10;
const ROWS = 60;

/** What is left out here is in these. */
const ELSEWHERE =
  'The other formats of the comparison have everything: `--report FILE.html` writes a page, ' +
  '`--report FILE.json` all of it for programs.';

/**
 * The comparison as GitHub's Markdown, for a comment on a pull request or the summary of a step:
 * short enough for both, and it says what it leaves out. Whatever came from a file is read as text.
 */
export function renderComparisonMarkdown(
  comparison: Comparison,
  { program = INSTALLED_PROGRAM }: Rendering = {},
): string {
  const steps = stepViews(comparison, program);
  const sections = steps.flatMap(({ from, to, parts }) =>
    parts.map((part): Section => {
      const heading = steps.length > 1 ? `${text(from)} → ${text(to)}: ` : '';
      return {
        heading: heading + text(part.title),
        pieces: piecesOf(part),
        called: `lines of “${text(part.title)}”`,
      };
    }),
  );
  return fitted(headOf(comparison), [matrixSection(comparison), ...sections], ELSEWHERE);
}

function headOf(comparison: Comparison): string {
  const { verdict, subjects, caveats } = comparison;
  const { word, tone } = VERDICT_WORDS[verdict];
  const [first = '', ...more] = statementsOf(comparison);
  return [
    `## ${TONES[tone]} ${capitalised(word)}: ${first}`,
    ...(more.length > 0 ? [more.join(' · ')] : []),
    ...clientLines(comparison).map(
      (line) => `${MARKS[line.tone === 'bad' ? 'fail' : 'pass']} ${prose(line.text)}`,
    ),
    ...caveats.map((caveat) => `> ⚠️ ${text(caveat, 1000)}`),
    subjects.map(subjectLine).join('\n'),
  ].join('\n\n');
}

function subjectLine(subject: Subject): string {
  const { heading, run, offered } = subjectText(subject);
  return `- **${text(subject.name)}** ${code(heading)}, ${text(run, 1000)}, ${offered}`;
}

/** Instances beside versions: a column a version, in it a sign for each subject. */
function matrixSection({ of, matrix, subjects }: Comparison): Section {
  const heads = [...new Set(matrix.columns.map(({ version }) => version))];
  const names = of === 'versions' ? '' : ` (${subjects.map(({ name }) => text(name)).join(' ')})`;
  const rows = matrix.rows.slice(0, ROWS).map(({ requirement, verdicts }) => {
    const cells = heads.map((head) =>
      matrix.columns
        .flatMap(({ version }, index) => {
          const verdict = verdicts[index];
          if (version !== head) return [];
          return verdict === null || verdict === undefined ? ' ' : MARKS[verdict];
        })
        .join(' '),
    );
    return [text(requirement), ...cells];
  });
  const more = matrix.rows.length - rows.length;
  const last = more > 0 ? [[`and ${more} more`, ...heads.map(() => '')]] : [];
  const table = [
    [`requirement${names}`, ...heads],
    ['---', ...heads.map(() => ':-:')],
    ...rows,
    ...last,
  ].map((cells) => `| ${cells.join(' | ')} |`);
  return {
    heading: 'The verdicts beside each other',
    pieces: rows.length === 0 ? [] : [table.join('\n')],
    called: 'tables',
  };
}

function piecesOf({ meaning, entries, notes }: Part): string[] {
  return [
    ...(meaning === undefined ? [] : [text(meaning)]),
    ...entries.map(entryText),
    ...notes.map((note) => prose(note)),
  ];
}

function entryText({ verdict, before, head, aside, sentence, says, ids, client }: Entry): string {
  const signs = `${before === undefined ? '' : `${MARKS[before]} → `}${MARKS[verdict]}`;
  const lines = [
    `${signs} **${prose(head)}**${aside === undefined ? '' : `, ${text(aside)}`}`,
    ...(sentence === undefined
      ? []
      : [`“${prose(sentence.title)}” (${text(sectionOf(sentence))})`]),
    ...says.map((said) => prose(said)),
    ...(ids === undefined ? [] : [named(ids)]),
    ...(client === undefined ? [] : [`_${client.label}: ${prose(client.text)}_`]),
  ];
  return lines.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`)).join('  \n');
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, NAMED).map((id) => code(id));
  const more = ids.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
