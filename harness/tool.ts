import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorOf } from '../specification/sections.js';

/** The name and version of this tool, as reports have them. */
export interface Tool {
  name: string;
  version: string;
}

/** The part of package.json that is used. */
interface Manifest extends Tool {
  homepage: string;
}

let found: Manifest | undefined;

/** The name and version of this package. */
export function tool(): Tool {
  const { name, version } = manifest();
  return { name, version };
}

/** The URL of a section of docs/api.md in this version of the tool. */
export function sectionAddress(title: string): string {
  const { homepage, version } = manifest();
  return `${homepage.replace(/#.*/, '')}/blob/v${version}/docs/api.md#${anchorOf(title)}`;
}

function manifest(): Manifest {
  found ??= read(dirname(fileURLToPath(import.meta.url)));
  return found;
}

/** The User-Agent, so that operators can identify the requests in logs. */
export function userAgent(): string {
  const { name, version } = tool();
  return `${name}/${version}`;
}

/** Sources are one folder below package.json, built files two. */
function read(folder: string): Manifest {
  for (const file of [
    join(folder, '..', 'package.json'),
    join(folder, '..', '..', 'package.json'),
  ]) {
    try {
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (isManifest(content)) return content;
    } catch {
      // Not in this folder; the next one is tried.
    }
  }
  throw new Error(
    'package.json of patchwork-conformance is missing: reinstall patchwork-conformance',
  );
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    value.name === 'patchwork-conformance' &&
    'version' in value &&
    typeof value.version === 'string' &&
    'homepage' in value &&
    typeof value.homepage === 'string'
  );
}
