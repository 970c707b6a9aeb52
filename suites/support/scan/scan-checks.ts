import type { SeenField } from '../../../harness/report.js';
import type { Group, Requirement } from '../../../harness/requirement.js';
import type { WalkJudging } from '../../../harness/walk/judging.js';
import type { ListState } from '../../../harness/walk/list-state.js';
import { ENDPOINTS } from '../../../specification/endpoints.js';
import {
  ALL_TABLES,
  type Table,
  type TableField,
  tableNamed,
} from '../../../specification/tables.js';
import { tablesWithin } from '../../../specification/tables-within.js';
import { VERSIONS, type Version } from '../../../specification/versions.js';
import { ownType } from '../form.js';
import type { ObjectRequirement } from '../object-requirement.js';
import { cellFindings, isForm, seenOf } from './findings.js';
import { writeKind } from './kind.js';
import { countOf, judgeRow, type Rule, ruleOf } from './row.js';
import { filtersOf, isOfFilter } from './walked-filters.js';
import { WALKED, type WalkedCollection, walkedAt } from './walked-lists.js';

/** Requirements that apply to every object but are not declared as object requirements. */
const OF_EVERYTHING = ['version.form', 'conv.blank.not-omitted'];

/** The checks of the exhaustive scan: the requirements that apply to single objects. */
export function walkJudging(groups: readonly Group[]): WalkJudging {
  const requirements = groups.flatMap((group) => group.requirements);
  const rules = requirements.filter(isOfObject);
  const rulesByVersion = new Map(VERSIONS.map((version) => [version, rulesIn(version, rules)]));
  return {
    lists: (version, wanted) => {
      const own = requirements.filter(
        ({ id, versions }) => wanted.has(id) && versions.includes(version),
      );
      return WALKED.flatMap((collection) => {
        const filters = filtersOf(collection, version, wanted);
        const isSpokenOf = own.some((each) => appliesTo(each, collection));
        if (filters.length === 0 && !isSpokenOf) return [];
        const { path, signedIn } = collection;
        return [{ path, version, signedIn, hasDetails: hasDetails(path), filters }];
      });
    },
    judge: ({ path, version }, row, shown) =>
      judgeRow(
        version,
        walkedAt(path),
        row,
        shown,
        (table) => rulesByVersion.get(version)?.get(table.name) ?? [],
      ),
    unanswered: ({ path }) => writeKind({ of: 'requirement', id: walkedAt(path).answers ?? path }),
    findings: (version, lists) => cellFindings(version, lists, requirements),
    hasMet: (id, _version, lists) => {
      const requirement = requirements.find((each) => each.id === id);
      return requirement !== undefined && hasMet(requirement, lists);
    },
    fields: (fields, lists) => fields.map((field) => withSeen(field, lists)),
  };
}

/** The object requirements of a version, by table. */
function rulesIn(
  version: Version,
  requirements: readonly ObjectRequirement[],
): ReadonlyMap<string, readonly Rule[]> {
  const own = requirements.filter(({ versions }) => versions.includes(version));
  const speaking = (table: Table) => own.filter(({ ofObject }) => ofObject.appliesTo(table));
  return new Map(ALL_TABLES.map((table) => [table.name, speaking(table).map(ruleOf)]));
}

function isOfObject(requirement: Requirement): requirement is ObjectRequirement {
  return 'ofObject' in requirement;
}

/** Whether the endpoint table has a detail for the objects of a list. */
function hasDetails(path: string): boolean {
  return ENDPOINTS.some((each) => each.path === `${path}{id}/`);
}

/** Whether a requirement applies to the items of a list or to objects embedded in them. */
function appliesTo(requirement: Requirement, collection: WalkedCollection): boolean {
  const { id } = requirement;
  if (id === collection.answers || OF_EVERYTHING.includes(id)) return true;
  const tables = tablesWithin(`${collection.resource}.${collection.form}`);
  if (isOfObject(requirement)) return tables.some(requirement.ofObject.appliesTo);
  const isListed = collection.form === 'list';
  if (!isListed && id.startsWith('version.patches.before-')) return true;
  if (!isForm(requirement)) return false;
  const { claims } = requirement;
  if (!isListed && !claims.aspects.includes('type')) return false;
  const isSpokenOf = (field: TableField) => claims.field(field) && (isListed || !ownType(field));
  return tables.some(({ name, fields }) => claims.tables.includes(name) && fields.some(isSpokenOf));
}

/**
 * "No verdict without a control": a requirement passes only if data was seen that could violate it.
 */
function hasMet(requirement: Requirement, lists: readonly ListState[]): boolean {
  const { id } = requirement;
  if (isOfFilter(id)) return lists.some(({ filters }) => filters?.[id]?.held === true);
  if (isOfObject(requirement)) {
    return lists.some(({ shown }) => shown[countOf(id)] !== undefined);
  }
  if (!isForm(requirement)) return false;
  const { tables, field } = requirement.claims;
  return tables
    .filter((table) => tableNamed(table).fields.some(field))
    .some((table) => lists.some(({ shown }) => shown[table] !== undefined));
}

function withSeen(field: SeenField, lists: readonly ListState[]): SeenField {
  const own = lists.filter(({ version }) => version === field.version);
  if (!field.declared) return field;
  const { objects, times } = seenOf(own, `${field.resource}.${field.form}`, field.field);
  if (objects === 0) return field;
  const walked = times === 0 ? 'never' : times === objects ? 'always' : 'sometimes';
  if (field.seen === 'unknown' || field.seen === walked) return { ...field, seen: walked };
  return { ...field, seen: 'sometimes' };
}
