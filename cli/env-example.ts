import { GROUPS, type Option } from './option.js';
import { OPTIONS } from './options.js';

/** The text of .env.example: every option that the environment can give, by group, at its default. */
export function envExample(): string {
  const options: Option<unknown>[] = Object.values(OPTIONS);
  const groups = GROUPS.map((group) => {
    const lines = options.filter((option) => option.group === group).map(entry);
    return `# ${group}\n\n${lines.join('\n')}`;
  });
  return `${INTRODUCTION}\n${groups.join('\n')}`;
}

const INTRODUCTION = `# What conformance reads from .env in the current directory; copy this file there.
# A flag wins over the environment, the environment over this file. An empty value counts as
# not given. This file is made of the table in cli/options.ts; a test compares the two.
`;

function entry(option: Option<unknown>): string {
  const standing = option.default ?? option.otherwise;
  const tail = standing === undefined ? '' : ` (default: ${standing})`;
  const comment = `# ${option.flag}, for ${option.commands.join(', ')}: ${option.says}${tail}`;
  return `${comment}\n${option.environment}=${option.default ?? ''}\n`;
}
