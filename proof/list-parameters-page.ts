import { FILTER_FORMS, FILTERED_LISTS } from '../specification/filter-forms.js';
import { COMMON_PARAMETERS, LISTS, type List, versionsTaking } from '../specification/lists.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { code, table } from './markdown.js';

/** Renders docs/list-parameters.md, the parameters of lists and their requirements, from specification/. */
export function listParametersPage(): string {
  const filters = [...new Set(FILTER_FORMS.map(({ filter }) => filter.parameter))];
  const parameters = [...COMMON_PARAMETERS.map(({ name }) => name), ...filters];
  const rows = parameters.map((parameter) => [
    code(parameter),
    ...LISTS.map((list) => takenFrom(list, parameter)),
  ]);
  return `# Parameters of lists

The parameters of each list: \`all\` versions, or the first version with the parameter. Each parameter is tested alone in
a request, and the response is compared with the items of the list that the run has read.

${table(['parameter', ...LISTS.map(({ name }) => name)], rows)}

The requirements that test them:

| parameter | requirement | frequency |
| --- | --- | --- |
| a filter, with each form of its value | \`filter.LIST.NAME\` | in each version |
| \`project\`, \`owner\`, \`submitter\` repeated | \`filter.repeated\` | once per run |
| any other filter, repeated | \`filter.repeated\`, \`filter.left-open\` | once per run |
| a value without matches, such as a prefix | \`filter.unknown\` | each filter once per run |
| a value in another case | \`filter.covers.msgid.case\`, \`filter.left-open\` | \`msgid\` in each version; the others once per run |
| a time with another UTC offset | \`filter.dates.zone\` | one list in each version |
| \`q\` | \`search.LIST\` | in each version |
| \`q\` with a space, \`q\` with non-ASCII characters | \`search.finds\` | one list in each version |
| \`order\`, by each field of the list | \`order.accepted\`, \`order.complete\`, \`order.id\`, \`order.name\`, \`order.date\`, \`order.others\` | each once per run; id, name and date in each version |
| \`page\`, \`per_page\` | \`page.*\` | each list in each version |
| combinations | \`combined.LIST\` | random queries; \`--thorough N\` sends more |

A test that is run once is run in one of the tested versions, always the same one, and least often in the newest, which
gets most of the other requests. ${FILTERED_LISTS.length} lists have filters, ${FILTER_FORMS.length} in total, counting the forms of their values.

This page is generated from \`specification/\` by \`npm run docs\`.
`;
}

/** The first version in which a list has a parameter; empty if it has none. */
function takenFrom(list: List, parameter: string): string {
  const isCommon = COMMON_PARAMETERS.some(({ name }) => name === parameter);
  const own = FILTER_FORMS.filter(
    (form) => form.list === list.name && form.filter.parameter === parameter,
  );
  const versions = isCommon
    ? versionsTaking(parameter, list.name)
    : VERSIONS.filter((version) => own.some((form) => form.versions.includes(version)));
  return inWords(versions);
}

function inWords([first]: readonly Version[]): string {
  if (first === undefined) return '';
  return first === VERSIONS[0] ? 'all' : first;
}
