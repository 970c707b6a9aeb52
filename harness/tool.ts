import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorOf } from '../specification/sections.js';

/** The name and version of this tool, as reports have them. */
export interface Tool {
  name: string;
  version: string;
}

/** What of package.json is used. */
interface Manifest extends Tool {
  homepage: string;
}

let found: Manifest | undefined;

/** The name and version of the package that this file belongs to. */
export function tool(): Tool {
  const { name, version } = manifest();
  return { name, version };
}

/** The address of a section of docs/api.md, as this version of the tool has it. */
export function sectionAddress(title: string): string {
  const { homepage, version } = manifest();
  return `${homepage.replace(/#.*/, '')}/blob/v${version}/docs/api.md#${anchorOf(title)}`;
}

function manifest(): Manifest {
  found ??= read(dirname(fileURLToPath(import.meta.url)));
  return found;
}

/** What the tool calls itself to an instance, so that an operator sees in the logs what came by. */
export function userAgent(): string {
  const { name, version } = tool();
  return `${name}/${version}`;
}

/** The sources lie one folder below package.json, what is built from them two. */
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
  throw new Error('package.json of patchwork-conformance is missing: is the installation whole?');
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
