import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** One import of a source file. */
export interface Import {
  /** A file of the project from its root (`harness/version.ts`), or the name of a package. */
  of: string;
  /** Whether it is gone once the types are. */
  typeOnly: boolean;
  /** What is imported, as it is written. */
  names: string;
}

/** A source file of the project, from its root. */
export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
}

/** Every TypeScript file below a folder of the project. */
export function sourcesBelow(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    });
}

const FROM =
  /^(?:import|export)\s+(type\s+)?((?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|[\w$]+))\s+from\s+'([^']+)'/gm;
const BARE = /^import\s+'([^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(path: string, text: string): Import[] {
  const named = [...text.matchAll(FROM)].map(([, type, names = '', of = '']) => ({
    of: resolved(path, of),
    typeOnly: type !== undefined || isTypesOnly(names),
    names,
  }));
  const whole = [...text.matchAll(BARE), ...text.matchAll(DYNAMIC)].map(([, of = '']) => ({
    of: resolved(path, of),
    typeOnly: false,
    names: '',
  }));
  return [...named, ...whole];
}

/** `{ type A, type B }`, which leaves nothing behind but a line without names. */
function isTypesOnly(names: string): boolean {
  const list = /^\{(.*)\}$/s
    .exec(names)?.[1]
    ?.split(',')
    .map((each) => each.trim());
  return list?.filter((each) => each !== '').every((each) => each.startsWith('type ')) ?? false;
}

function resolved(path: string, of: string): string {
  if (!of.startsWith('.')) return of;
  return normalize(join(dirname(path), of)).replace(/\.js$/, '.ts');
}
