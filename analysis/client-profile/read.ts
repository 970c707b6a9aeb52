import { VERSIONS } from '../../specification/versions.js';
import { BadYaml, type Path, type Problem, readYaml, unknownName } from '../yaml-file.js';
import { INTERRUPTIONS, NEED_KINDS, type Need, type NeedKind, type Profile } from './profile.js';
import { namesOf, placesOf } from './vocabulary.js';

/** A name, or a name with what is said of it: `web_url: { since: 1.1 }`. */
type Item = string | Record<string, Pick<Need, 'since' | 'degrades' | 'of'>>;

type ProfileFile = Pick<Profile, 'name' | 'versions'> & {
  about?: string | null;
  retries?: string[];
  shown?: Record<string, Item[]>;
} & {
  [K in NeedKind]?: Item[] | Record<string, Item[]>;
};

const SAID = {
  since: { enum: VERSIONS, title: 'version' },
  degrades: { type: 'string', description: 'a text: what the client then does wrong' },
};

const SAID_OF_REQUIREMENT = {
  ...SAID,
  of: { type: 'string', description: 'a field: of a requirement it needs only what concerns it' },
};

function said(properties: object): object {
  const description = 'since and a version ({ since: 1.1 }), or degrades and a text';
  return { type: 'object', description, minProperties: 1, additionalProperties: false, properties };
}

/** A list of names of a kind, any where none is known. */
function names(kind: NeedKind, of?: string): object {
  const known = namesOf(kind, of);
  const title = of === undefined ? kind : `${kind} of ${of}`;
  const name = known === undefined ? {} : { names: known, title };
  return {
    type: 'array',
    description: 'a list of names',
    items: {
      type: ['string', 'object'],
      description:
        'a name, or a name with since (web_url: { since: 1.1 }) or degrades; one per item',
      ...name,
      minProperties: 1,
      maxProperties: 1,
      propertyNames: name,
      additionalProperties: said(kind === 'requirements' ? SAID_OF_REQUIREMENT : SAID),
    },
  };
}

/** Lists of names by a form of a resource, or by a list. */
function parted(kind: NeedKind): object {
  const places = placesOf(kind);
  const description = `lists of names, by one of ${places.slice(0, 3).join(', ')}, …`;
  const title = `place of ${kind}`;
  if (kind === 'fields') {
    const propertyNames = { names: places, title };
    return { type: 'object', description, propertyNames, additionalProperties: names(kind) };
  }
  const properties = Object.fromEntries(places.map((place) => [place, names(kind, place)]));
  return { type: 'object', description, title, properties, additionalProperties: false };
}

/** What a profile may hold. Anything unknown is a problem, so that no need is ignored silently. */
const SCHEMA = {
  type: 'object',
  description: 'a profile: a name and the needs of the client',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', description: 'a text for name: the name of the client' },
    about: { type: ['string', 'null'], description: 'a text for about' },
    versions: {
      type: ['array', 'string'],
      description: `latest, or a list of versions among ${VERSIONS.join(', ')}`,
      pattern: '^latest$',
      minItems: 1,
      items: { enum: VERSIONS, title: 'version' },
    },
    retries: {
      type: 'array',
      description: `a list among ${INTERRUPTIONS.join(', ')}`,
      items: { enum: INTERRUPTIONS, title: 'value of retries' },
    },
    shown: parted('fields'),
    ...Object.fromEntries(
      NEED_KINDS.map((kind) => [kind, placesOf(kind).length > 0 ? parted(kind) : names(kind)]),
    ),
  },
};

/**
 * Parses a profile. `requirements` are the known ids. Throws a BadYaml that lists every problem with its line.
 */
export function readProfile(text: string, requirements: readonly string[]): Profile {
  const { value, lineAt } = readYaml<ProfileFile>(text, SCHEMA);
  const shown = needsOf('fields', value.shown, lineAt, 'shown').map(
    (need): Need => ({ ...need, degrades: need.degrades ?? 'it shows a blank' }),
  );
  const needs = [
    ...NEED_KINDS.flatMap((kind) => needsOf(kind, value[kind], lineAt)),
    ...shown,
  ].sort((a, b) => a.line - b.line);
  const problems = needs.flatMap(({ kind, name, line }): Problem[] =>
    kind === 'requirements' && !requirements.includes(name)
      ? [{ line, message: unknownName(kind, name, requirements) }]
      : [],
  );
  if (needs.length === 0) {
    problems.push({
      line: 1,
      message: `expected at least one need: ${NEED_KINDS.join(', ')}`,
    });
  }
  if (problems.length > 0) throw new BadYaml(problems);
  const { name, about, versions, retries } = value;
  return { name, about: about ?? undefined, versions, retries, needs };
}

function needsOf(
  kind: NeedKind,
  value: ProfileFile[NeedKind],
  lineAt: (path: Path, key?: string) => number,
  key: string = kind,
): Need[] {
  if (value === undefined) return [];
  const inList = (items: readonly Item[], path: Path, of?: string) =>
    items.flatMap((item, index): Need[] => {
      const own = [...path, index];
      if (typeof item === 'string') return [{ kind, of, name: item, line: lineAt(own) }];
      return Object.entries(item).map(([name, { since, degrades, of: field }]) => {
        return { kind, of: of ?? field, name, since, degrades, line: lineAt(own, name) };
      });
    });
  if (Array.isArray(value)) return inList(value, [key]);
  return Object.entries(value).flatMap(([place, items]) => inList(items, [key, place], place));
}
