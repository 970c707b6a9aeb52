import { GROUPS, type Option } from './option.js';
import { OPTIONS } from './options.js';

/** Returns the text of .env.example: every option by group, set to its default. */
export function envExample(): string {
  const options: Option<unknown>[] = Object.values(OPTIONS);
  const groups = GROUPS.map((group) => {
    const lines = options.filter((option) => option.group === group).flatMap(entry);
    return `# ${group}\n\n${lines.join('\n')}`;
  });
  return `${INTRODUCTION}\n${groups.join('\n')}`;
}

const INTRODUCTION = `# Options of conformance. Copy this file to .env in the directory where you run it.
# Precedence: flag, environment, .env, default. An empty value counts as not set.
# Generated from cli/options.ts; a test compares the two.
`;

function entry(option: Option<unknown>): string[] {
  if (option.environment === undefined) return [];
  const standing = option.default ?? option.otherwise;
  const tail = standing === undefined ? '' : ` (default: ${standing})`;
  const comment = `# ${option.flag}, for ${option.commands.join(', ')}: ${option.says}${tail}`;
  return [`${comment}\n${option.environment}=${option.default ?? ''}\n`];
}
