import { didYouMean } from '../harness/nearest.js';
import type { Catalogue } from '../harness/plan.js';
import type { Group, Requirement } from '../harness/requirement.js';
import { isNamed, isSelected } from '../harness/selection.js';
import { VERSIONS } from '../specification/versions.js';
import { catalogueOf, everyGroup } from './catalogue.js';
import type { Values } from './options.js';
import { Refusal } from './refusal.js';

/** The options that select requirements. */
type Choice = Partial<Pick<Values<'list'>, 'only' | 'skip' | 'versions'>>;

/**
 * Selects among the requirements of the specification, or of the frozen set, and those beside them. Throws
 * a Refusal as `choose` does.
 */
export function selectedCatalogue(
  values: Choice & { requirements?: string },
): Catalogue & { selected: Group[] } {
  const catalogue = catalogueOf(values.requirements);
  const selected = choose(everyGroup(catalogue), values);
  const ids = new Set(selected.flatMap(idsOf));
  const isSelected = (group: Group) => idsOf(group).some((id) => ids.has(id));
  return {
    groups: catalogue.groups,
    // A report without client contracts says nothing of them. What was added after the set stays: a baseline may name it.
    extensions: catalogue.extensions.filter(
      ({ addedAfter, groups }) => addedAfter !== undefined || groups.some(isSelected),
    ),
    selected,
  };
}

function idsOf({ requirements }: Group): string[] {
  return requirements.map(({ id }) => id);
}

/**
 * Returns the groups with their selected requirements. Throws a Refusal if a pattern matches nothing, or
 * if nothing is selected: a run that checks nothing must not look like a success.
 */
function choose(groups: readonly Group[], choice: Choice): Group[] {
  const { only = [], skip = [], versions = VERSIONS } = choice;
  refuseUnknownNames(groups, choice);
  const chosen = groups.flatMap((group) => {
    const requirements = group.requirements.filter(
      (requirement) =>
        isSelected(requirement, group, only, skip) &&
        requirement.versions.some((version) => versions.includes(version)),
    );
    return requirements.length === 0 ? [] : [{ ...group, requirements }];
  });
  if (chosen.length === 0) {
    throw new Refusal('--only, --skip and --versions select no requirement; expected at least one');
  }
  return chosen;
}

/** A group, as far as names select it. */
type Named = Pick<Group, 'name'> & { requirements: readonly Pick<Requirement, 'id'>[] };

/** Throws a Refusal with suggestions if a pattern of `--only` or `--skip` matches nothing. */
export function refuseUnknownNames(
  groups: readonly Named[],
  { only = [], skip = [] }: Pick<Choice, 'only' | 'skip'>,
): void {
  for (const [flag, patterns] of Object.entries({ '--only': only, '--skip': skip })) {
    const unknown = patterns.find(
      (pattern) =>
        !groups.some((group) => group.requirements.some((each) => isNamed(each, group, pattern))),
    );
    if (unknown === undefined) continue;
    throw new Refusal(`${flag}: "${unknown}" matches nothing: ${hint(groups, unknown)}`);
  }
}

/** Similar names, or the kinds of patterns if there are none. */
function hint(groups: readonly Named[], pattern: string): string {
  const ids = groups.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const names = groups.map(({ name }) => name);
  const expected = `expected an id, a pattern (* stands for any part of an id), or a group (${names.join(', ')})`;
  return didYouMean(pattern, [...names, ...ids], expected);
}
