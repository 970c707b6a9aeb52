import { readFileSync } from 'node:fs';
import type { RequirementSet } from '../harness/requirement-set.js';
import { shippedFiles } from './shipped-files.js';

/** The frozen sets that come with the package: the path of each by its name, oldest first. */
function shippedSets(): Map<string, string> {
  const files = shippedFiles('requirements');
  return new Map([...files].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

/** Parses the name of a frozen set. Throws a RangeError that lists the sets if there is no such set. */
export function parseSetName(text: string): string {
  const names = [...shippedSets().keys()];
  const name = names.find((each) => each === text.trim());
  if (name !== undefined) return name;
  throw new RangeError(`expected ${names.join(', ')}, received "${text}"`);
}

/** Reads a frozen set by its name. Throws an Error if there is no such set. */
export function readRequirementSet(name: string): RequirementSet {
  const path = shippedSets().get(name);
  if (path === undefined) throw new Error(`requirements/${name}.json is missing`);
  const { requirements }: Pick<RequirementSet, 'requirements'> = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  return { name, requirements };
}
