import { readFileSync } from 'node:fs';
import type { Requirement } from './requirement.js';

/** A source file that takes part in the declaration of a requirement. */
export interface DeclaringFile {
  /** Its path in the repository: `suites/covers/covers.ts`. */
  file: string;
  /** Its functions and constants that declare the requirement; a caller precedes what it calls. */
  names: readonly string[];
}

/** The requirements, in the sources or in dist/. */
const SUITES = new URL('../suites/', import.meta.url);

/** The end of a stack frame: module, extension and line. */
const FRAME = /^(.+)\.([jt]s):(\d+):\d+\)?$/;

/** The frame that evaluates the module; the frames below it belong to modules that import it. */
const LOADER = /^ +at (?:async |.*\(node:internal)/;

/** The first line of a function or constant of a module. */
const TOP_LEVEL = /^(?:export )?(?:async )?(?:const|function) (\w+)/;

/**
 * Returns the files that declare a requirement: first the file of its group, then those of the functions
 * that derive it. They are read from the stack of the declaration, so that they are never out of date;
 * names come from the modules that run, since the package has no sources.
 */
export function declaredBy({ declaration }: Requirement): DeclaringFile[] {
  const files = new Map<string, Set<string>>();
  for (const frame of evaluationOf(declaration?.stack ?? '')) {
    const [, place = ''] = decodeURI(frame).split(decodeURI(SUITES.pathname));
    const [, module, extension, line] = FRAME.exec(place) ?? [];
    if (module === undefined) continue;
    const name = nameAt(`${module}.${extension}`, Number(line));
    const file = `suites/${module}.ts`;
    files.set(file, (files.get(file) ?? new Set()).add(name));
  }
  return [...files].map(([file, names]) => ({ file, names: [...names] }));
}

/** A file as pages show it: `suites/covers/covers.ts (covers)`. */
export function inWords({ file, names }: DeclaringFile): string {
  return `${file} (${names.join(', ')})`;
}

/** The frames of the evaluation of one module, outermost first. */
function evaluationOf(stack: string): string[] {
  const lines = stack.split('\n');
  const end = lines.findIndex((line) => LOADER.test(line));
  return lines.slice(0, end).reverse();
}

/** The function or constant of a module that a line belongs to. */
function nameAt(path: string, line: number): string {
  const lines = readFileSync(new URL(path, SUITES), 'utf8').split('\n');
  const start = lines.slice(0, line).findLast((each) => TOP_LEVEL.test(each)) ?? '';
  const [, name] = TOP_LEVEL.exec(start) ?? [];
  if (name === undefined) throw new RangeError(`${path}:${line} is in no function or constant`);
  return name;
}
