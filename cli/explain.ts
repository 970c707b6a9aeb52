import { FAULTS } from '../fixtures/faults/catalogue.js';
import { declaredBy, inWords } from '../harness/declared-by.js';
import type { Extension } from '../harness/extension.js';
import { EXIT } from '../harness/outcome.js';
import type { Group, Need, Requirement } from '../harness/requirement.js';
import type { Level } from '../harness/verdict.js';
import { hang, wrap } from '../reporters/terminal/text.js';
import { sectionOf } from '../reporters/view/evidence.js';
import { versionRange } from '../reporters/view/words.js';
import { SECTIONS } from '../specification/sections.js';
import { catalogueOf, everyGroup } from './catalogue.js';
import { Refusal } from './refusal.js';
import { columnsOf, type Terminal } from './terminal.js';

const LEVELS: Record<Level, string> = {
  must: 'must: a violation is a failure',
  should: 'should: a violation is a warning',
  observe: 'observe: not specified; the behaviour is recorded',
};

/** Instead of a level, for what clients rely on beyond the specification. */
const CONTRACT =
  'client contract: not in the verdict; the command client says what follows from it';

const NEEDS: Record<Need, string> = {
  user: 'credentials for the role user',
  other: 'credentials for the role other',
  maintainer: 'credentials for the role maintainer',
  ci: 'credentials for the role ci',
  'signed-in': 'credentials for any role',
  'user-or-maintainer': 'credentials for the role user or the role maintainer',
  writes: '--allow-writes',
  'other-project': '--other-project',
  'hazardous-inputs': '--hazardous-inputs',
};

/** Maximum line length. */
const WIDEST = 90;

/** Maximum number of ids that an error suggests. */
const MOST_SUGGESTIONS = 12;

/**
 * `conformance explain ID`: explains one requirement. Returns the exit status. Rejects with a Refusal that
 * suggests similar ids if there is no such id.
 */
export async function explainCommand(id: string, terminal: Terminal): Promise<number> {
  const catalogue = catalogueOf(undefined);
  const own = catalogue.extensions.find(({ groups }) => requirementIn(groups, id) !== undefined);
  const groups = everyGroup(catalogue);
  const found = requirementIn(groups, id);
  if (found === undefined) throw new Refusal(unknown(id, groups, terminal.program));
  const width = columnsOf(terminal.output, WIDEST);
  await terminal.print(explained(found, own, terminal.program, width));
  return EXIT.conformant;
}

function requirementIn(groups: readonly Group[], id: string): Requirement | undefined {
  return groups.flatMap(({ requirements }) => requirements).find((each) => each.id === id);
}

/** `extension` has the requirement; undefined for one of the specification. */
function explained(
  requirement: Requirement,
  extension: Extension | undefined,
  program: string,
  width: number,
): string {
  const { id, says, spec, level, versions, needs, consequence, breaks } = requirement;
  const facts: [string, string][] = [
    extension === undefined ? ['section', sectionOf({ spec })] : ['source', spec],
    ...(breaks === undefined ? [] : [['breaks', breaks.join(', ')] as [string, string]]),
    ['level', breaks === undefined ? LEVELS[level] : CONTRACT],
    ['versions', versionRange(versions)],
    ['needs', needs.map((need) => NEEDS[need]).join(', ') || 'nothing'],
    ['violated', consequence],
    ['check it', `${program} --base-url URL --only ${id}`],
    ['faults', provedBy(requirement, program)],
    ...declaredBy(requirement).map((file, index): [string, string] => [
      index === 0 ? 'declared' : '',
      inWords(file),
    ]),
  ];
  const lines = [
    id,
    '',
    ...wrap(says, width - 2).map((line) => `  ${line}`),
    '',
    ...facts.flatMap(([name, value]) => {
      const label = `  ${name.padEnd(9)}  `;
      // A command is there to be pasted: not wrapped.
      return name === 'check it' ? [`${label}${value}`] : hang(label, value, width);
    }),
    ...(extension === undefined ? rulesOf(spec, width) : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The rules of a section of docs/api.md, as it has them; nothing of a section that only has tables. */
function rulesOf(spec: string, width: number): string[] {
  const { rules = [] } = SECTIONS.find(({ title }) => title === spec) ?? {};
  if (rules.length === 0) return [];
  return [
    '',
    `  docs/api.md, section ${spec}:`,
    ...rules.flatMap((rule) => {
      const text = rule.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
      const [, mark = '', says = text] = /^(- )(.*)$/.exec(text) ?? [];
      return hang(`    ${mark}`, says, width);
    }),
  ];
}

/** The faults of the reference instance that the requirement detects. */
function provedBy({ id, level, breaks }: Requirement, program: string): string {
  if (level === 'observe') return 'none, since it cannot fail';
  const faults = FAULTS.filter(({ detectedBy }) => detectedBy.includes(id));
  if (faults.length === 0) return 'none';
  const command = breaks === undefined ? 'demo' : 'serve --like kernel.org';
  return `${faults.map((fault) => fault.id).join(', ')} (${program} ${command} --fault ID)`;
}

/** Suggests the ids with the longest common beginning. */
function unknown(id: string, groups: readonly Group[], program: string): string {
  const ids = groups.flatMap(({ requirements }) => requirements.map((each) => each.id));
  const beginnings = Array.from(id, (_, index) => id.slice(0, id.length - index));
  const common = beginnings.find((each) => ids.some((one) => one.startsWith(each)));
  const near = ids.filter((each) => common !== undefined && each.startsWith(common));
  const hint = near.length === 0 ? '' : `; similar: ${near.slice(0, MOST_SUGGESTIONS).join(', ')}`;
  return `unknown requirement "${id}"; expected an id from ${program} list${hint}`;
}
