import { readFileSync } from 'node:fs';
import { isObject } from './place.js';

/** The name and version of this tool, as reports have them. */
export interface Tool {
  name: string;
  version: string;
}

let found: Tool | undefined;

/** The name and version of this package. */
export function tool(): Tool {
  const { name, version } = found ?? packageFile('package.json', isTool);
  found ??= { name, version };
  return found;
}

/** The User-Agent, so that operators can identify the requests in logs. */
export function userAgent(): string {
  const { name, version } = tool();
  return `${name}/${version}`;
}

/** Reads a JSON file of this package. Sources are one folder below its root, built files two. */
export function packageFile<T>(path: string, isIt: (value: unknown) => value is T): T {
  for (const root of ['..', '../..']) {
    try {
      const file = new URL(`${root}/${path}`, import.meta.url);
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (isIt(content)) return content;
    } catch {
      // Not in this folder; the next one is tried.
    }
  }
  throw new Error(`${path} of patchwork-conformance is missing: reinstall patchwork-conformance`);
}

function isTool(value: unknown): value is Tool {
  return (
    isObject(value) && value.name === 'patchwork-conformance' && typeof value.version === 'string'
  );
}
