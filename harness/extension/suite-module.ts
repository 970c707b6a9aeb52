import { VERSIONS } from '../../specification/versions.js';
import { shown } from '../expect.js';
import { isObject } from '../place.js';
import type { Group, Need, Requirement } from '../requirement.js';
import { SIGNED_IN_ROLES } from '../role.js';

/**
 * The module does not declare requirements. The message is half a sentence: `cannot be loaded: …`.
 */
export class NotASuite extends Error {
  override readonly name = 'NotASuite';
}

/**
 * Imports a module of requirements: its default export is an array of groups. `needs` is optional.
 * Rejects with a NotASuite, one line, if it cannot be loaded or is invalid.
 */
export async function importSuite(href: string): Promise<Group[]> {
  const groups = await defaultExportOf(href);
  const sound = Array.isArray(groups) && groups.length > 0 && groups.every(isObject);
  if (!sound) {
    throw new NotASuite(
      `exports ${shown(groups)} by default; expected an array of groups: [{ name, requirements }]`,
    );
  }
  return groups.map(groupOf);
}

async function defaultExportOf(href: string): Promise<unknown> {
  let module: unknown;
  try {
    module = await import(href);
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new NotASuite(`cannot be loaded: ${first}`);
  }
  if (!isObject(module) || !Object.hasOwn(module, 'default')) {
    throw new NotASuite('has no default export; expected export default [{ name, requirements }]');
  }
  return module.default;
}

/** The condition for a field, and its description for error messages. */
interface Rule {
  holds(value: unknown): boolean;
  expected: string;
}

const text: Rule = {
  holds: (value) => typeof value === 'string' && value.trim() !== '',
  expected: 'a non-empty string',
};

const flag: Rule = { holds: (value) => value === undefined || value === true, expected: 'true' };

const NEEDS: readonly Need[] = [
  ...SIGNED_IN_ROLES,
  'signed-in',
  'user-or-maintainer',
  'writes',
  'hazardous-inputs',
];

const OF_REQUIREMENT: Readonly<Record<keyof Requirement, Rule>> = {
  id: {
    holds: (value) => typeof value === 'string' && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value),
    expected:
      'an id such as label.list: words of lower-case letters, digits and hyphens, joined by dots',
  },
  says: text,
  spec: text,
  consequence: text,
  level: oneOf(['must', 'should', 'observe']),
  versions: {
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isIn(VERSIONS)),
    expected: `an array of versions among ${VERSIONS.join(', ')}`,
  },
  needs: {
    holds: (value) => value === undefined || (Array.isArray(value) && value.every(isIn(NEEDS))),
    expected: `an array of ${NEEDS.join(', ')}`,
  },
  breaks: {
    holds: (value) =>
      value === undefined || (Array.isArray(value) && value.every((each) => text.holds(each))),
    expected: 'an array of names of clients',
  },
  once: {
    holds: (value) => value === undefined || value === true || isIn(VERSIONS)(value),
    expected: `true, or a version among ${VERSIONS.join(', ')}`,
  },
  judgesAbsence: flag,
  compares: flag,
  runsLast: flag,
  check: { holds: (value) => typeof value === 'function', expected: 'a function' },
};

function groupOf(group: unknown): Group {
  const { name, requirements } = isObject(group) ? group : {};
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name)) {
    const expected = 'lower-case letters, digits and hyphens';
    throw new NotASuite(`has a group with the name ${shown(name)}; expected ${expected}`);
  }
  if (!Array.isArray(requirements) || requirements.length === 0) {
    throw new NotASuite(`has a group "${name}" without requirements; expected an array of them`);
  }
  return { name, requirements: requirements.map((each) => requirementOf(each, name)) };
}

function requirementOf(given: unknown, group: string): Requirement {
  assertRequirement(given, group);
  // Called as a method, because `check` may use `this`.
  return { ...given, needs: given.needs ?? [], check: (context) => given.check(context) };
}

/** A requirement as declared in a module. */
type Declared = Omit<Requirement, 'needs'> & Partial<Pick<Requirement, 'needs'>>;

/** Throws a NotASuite that names the first invalid field. */
function assertRequirement(given: unknown, group: string): asserts given is Declared {
  const requirement = isObject(given) ? given : {};
  for (const [name, { holds, expected }] of Object.entries(OF_REQUIREMENT)) {
    const value = requirement[name];
    if (holds(value)) continue;
    const id = typeof requirement.id === 'string' ? ` "${requirement.id}"` : '';
    throw new NotASuite(
      `has a requirement${id} in the group "${group}" whose ${name} is ${shown(value)}; expected ${expected}`,
    );
  }
}

function oneOf(words: readonly string[]): Rule {
  return { holds: isIn(words), expected: words.join(', ') };
}

function isIn(words: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && words.includes(value);
}
