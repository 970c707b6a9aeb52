import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The name and version of this tool, from its package.json. */
export interface Tool {
  name: string;
  version: string;
}

let found: Tool | undefined;

/** Reads package.json of the package that this file belongs to, once. */
export function tool(): Tool {
  found ??= read(dirname(fileURLToPath(import.meta.url)));
  return found;
}

/** What the tool calls itself to an instance, so that an operator sees in the logs what came by. */
export function userAgent(): string {
  const { name, version } = tool();
  return `${name}/${version}`;
}

/** The sources lie one folder below package.json, what is built from them two. */
function read(folder: string): Tool {
  for (const file of [
    join(folder, '..', 'package.json'),
    join(folder, '..', '..', 'package.json'),
  ]) {
    try {
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (isTool(content)) return { name: content.name, version: content.version };
    } catch {
      // Not in this folder; the next one is tried.
    }
  }
  throw new Error('package.json of patchwork-conformance is missing: is the installation whole?');
}

function isTool(value: unknown): value is Tool {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    value.name === 'patchwork-conformance' &&
    'version' in value &&
    typeof value.version === 'string'
  );
}
