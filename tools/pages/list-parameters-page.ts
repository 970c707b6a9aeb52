import { FILTER_FORMS, FILTERED_LISTS } from '../../specification/filter-forms.js';
import { COMMON_PARAMETERS, LISTS, type List, versionsTaking } from '../../specification/lists.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
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

| parameter | requirement | lists |
| --- | --- | --- |
| a filter, with each form of its value | \`filter.LIST.NAME\` | all |
| \`project\`, \`owner\`, \`submitter\` repeated | \`filter.repeated\` | all |
| a filter with \`page\`: a middle and the last page | \`filter.pages\` | all, the filter that tells most |
| a filter that selects an object which its id reads | \`filter.listed\` | all |
| a value without matches, such as a prefix | \`filter.unknown\` | all, one form of each value |
| a value in another case | \`filter.covers.msgid.case\` | covers |
| a time with another UTC offset | \`filter.dates.zone\` | one |
| \`q\` | \`search.LIST\` | all |
| \`q\`, a word that no item has | \`search.heeded\`, \`search.selects\` | all with names |
| \`q\` with a space, or with non-ASCII characters | \`search.LIST\`, \`search.finds\` | all with names |
| \`order\`, by up to three fields of the list | \`order.accepted\`, \`order.complete\`, \`order.id\`, \`order.name\`, \`order.date\`, \`order.others\` | all |
| \`page\`, \`per_page\` | \`page.*\` | all |
| combinations | \`combined.LIST\` | all, by random queries; \`--thorough N\` sends more |

All of them run in each version. ${FILTERED_LISTS.length} lists have filters, ${FILTER_FORMS.length} in total, counting the forms of their values.

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
