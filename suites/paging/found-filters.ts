import type { Api, Query } from '../../harness/api.js';
import { at, type Seen } from '../../harness/place.js';
import { REPEATABLE_SINCE } from '../../specification/filters.js';
import { since } from '../../specification/versions.js';
import { timeOf } from '../conventions/timestamp.js';
import { elsewhere } from '../filters/asking.js';

/** Filters that go with a search. */
export interface Filtered {
  query: Query;
  isKept(row: Seen): boolean;
  /** What would be kept instead by an instance that heeds a part of it only. */
  instead: ((row: Seen) => boolean)[];
  /** How many rows they let the search find, whatever the word is; absent where that differs. */
  found?: number;
}

/** Finds such filters for what a word finds; undefined where the rows have no such values. */
export type Filtering = (
  rows: readonly Seen[],
  hits: readonly Seen[],
  api: Api,
) => Filtered | undefined;

/** None. */
export const UNFILTERED: Filtering = () => ({ query: {}, isKept: () => true, instead: [] });

/**
 * Two rows of two projects and two people, so that the second page is the last one: "since 1.1
 * filters may be repeated".
 */
export const twoOfTwo: Filtering = (_rows, hits, { version }) => {
  const alone = hits.filter(
    (row) => hits.filter((each) => submitterOf(each) === submitterOf(row)).length === 1,
  );
  const [one] = alone;
  const differ = (row: Seen) =>
    one !== undefined && projectOf(row) !== projectOf(one) && submitterOf(row) !== submitterOf(one);
  const other = alone.find(differ);
  if (!since(REPEATABLE_SINCE).includes(version) || one === undefined || other === undefined)
    return undefined;
  const projects = [one, other].flatMap((row) => projectOf(row) ?? []);
  const submitters = [one, other].flatMap((row) => submitterOf(row) ?? []);
  if (projects.length < 2 || submitters.length < 2) return undefined;
  const isOf = (ofProjects: readonly string[], bySubmitters: readonly string[]) => (row: Seen) =>
    ofProjects.includes(projectOf(row) ?? '') && bySubmitters.includes(submitterOf(row) ?? '');
  return {
    query: { project: projects, submitter: submitters },
    isKept: isOf(projects, submitters),
    instead: [
      ...projects.map((project) => isOf([project], submitters)),
      ...submitters.map((submitter) => isOf(projects, [submitter])),
    ],
    found: 2,
  };
};

/** Those of a project since a time in another zone, the `+` of which must be escaped in a link. */
export const sinceInProject: Filtering = (rows) => {
  const times = rows.flatMap((row) => timeOf(at(row, 'date').value) ?? []).sort((a, b) => a - b);
  const bound = times
    .map((time) => time - 1000)
    .slice(Math.ceil(times.length / 4))
    .find((each) => !times.includes(each));
  const [project] = rows.flatMap((row) => projectOf(row) ?? []);
  if (bound === undefined || project === undefined || times.length < rows.length) return undefined;
  const isLater = (row: Seen) => Number(timeOf(at(row, 'date').value)) > bound;
  const isInProject = (row: Seen) => projectOf(row) === project;
  return {
    query: { since: elsewhere(new Date(bound).toISOString()), project },
    isKept: (row) => isLater(row) && isInProject(row),
    instead: [isLater, isInProject],
  };
};

function projectOf(row: Seen): string | undefined {
  const { value } = at(row, 'project', 'link_name');
  return typeof value === 'string' ? value : undefined;
}

function submitterOf(row: Seen): string | undefined {
  const { value } = at(row, 'submitter', 'id');
  return typeof value === 'number' ? String(value) : undefined;
}
