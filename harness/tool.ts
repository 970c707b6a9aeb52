import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The name and version of this tool, as reports have them. */
export interface Tool {
  name: string;
  version: string;
}

let found: Tool | undefined;

/** The name and version of this package. */
export function tool(): Tool {
  found ??= read(dirname(fileURLToPath(import.meta.url)));
  return found;
}

/** The User-Agent, so that operators can identify the requests in logs. */
export function userAgent(): string {
  const { name, version } = tool();
  return `${name}/${version}`;
}

/** Sources are one folder below package.json, built files two. */
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
  throw new Error(
    'package.json of patchwork-conformance is missing: reinstall patchwork-conformance',
  );
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
