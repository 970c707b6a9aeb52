import { type Evidence, type Finding, outcomeOf } from '../view/findings.js';
import type { Sign } from '../view/signs.js';
import { sectionOf } from '../view/source.js';
import { versionRange } from '../view/version-range.js';
import { code, fenced, prose, text } from './escape.js';
import { MARKS } from './marks.js';

/** Characters of one value from the instance, and of a command. */
const VALUE = 300;
const COMMAND = 3000;

/** A finding in full: the sentence, what was expected and received, and how to ask again. */
export function finding(sign: Sign, each: Finding): string {
  const { shared, row, versions, evidence, consequence } = each;
  const { id, level, title } = row.requirement;
  return [
    ...(shared === undefined ? [] : [prose(shared, 1000)]),
    `#### ${MARKS[sign]} ${code(id)} ${level.toUpperCase()}, ${outcomeOf(sign)} in ${versionRange(versions)}`,
    `> “${prose(title)}” (${text(sectionOf(row.requirement))})`,
    ...evidence.flatMap((each) => [
      ...(evidence.length > 1 ? [`In ${versionRange(each.versions)}:`] : []),
      ...evidenceParts(each),
    ]),
    ...(consequence === undefined ? [] : [`For a client: ${prose(consequence)}`]),
  ].join('\n\n');
}

/** A finding in one line of a list. */
export function briefly({ row, versions, brief }: Finding): string {
  return `- ${code(row.requirement.id)} in ${versionRange(versions)}: ${prose(brief, 150)}`;
}

function evidenceParts({ reason, violations, more, commands, notes }: Evidence): string[] {
  return [
    ...(reason === undefined ? [] : [prose(reason)]),
    ...(violations.length > 0 ? [violationList(violations)] : []),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(commands.length === 0 ? [] : [command(commands.join('\n'))]),
    ...notes.map((note) => `(${prose(note)})`),
  ];
}

function violationList(violations: Evidence['violations']): string {
  return violations
    .map(({ message, facts }) => {
      const list = facts.map(([name, value]) => `- ${name}: ${code(value, VALUE)}`);
      return [prose(message), ...(list.length > 0 ? ['', ...list] : [])].join('\n');
    })
    .join('\n\n');
}

/** What is between the tags is Markdown because blank lines are around it. */
function command(curl: string): string {
  const isShort = curl.length <= COMMAND;
  const block = isShort ? fenced(curl, 'sh') : 'Too long to show here: see the other reports.';
  return `<details><summary>curl</summary>\n\n${block}\n\n</details>`;
}
