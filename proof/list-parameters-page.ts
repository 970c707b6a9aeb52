import { FILTER_FORMS, FILTERED_LISTS } from '../specification/filter-forms.js';
import { COMMON_PARAMETERS, LISTS, type List, versionsTaking } from '../specification/lists.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { code, table } from './markdown.js';

/** docs/list-parameters.md: every parameter of every list, and what asks for it. Made of specification/. */
export function listParametersPage(): string {
  const filters = [...new Set(FILTER_FORMS.map(({ filter }) => filter.parameter))];
  const parameters = [...COMMON_PARAMETERS.map(({ name }) => name), ...filters];
  const rows = parameters.map((parameter) => [
    code(parameter),
    ...LISTS.map((list) => takenFrom(list, parameter)),
  ]);
  return `# The parameters of lists

Which list takes which parameter: \`all\`, or the version from which on it does. Every one of them is asked for, with
one request that has nothing else in it, and what is answered is held against what the run knows of the list.

${table(['parameter', ...LISTS.map(({ name }) => name)], rows)}

What each is asked for:

| | requirement | how often |
| --- | --- | --- |
| a filter, in each form of its value | \`filter.LIST.NAME\` | in each version |
| \`project\`, \`owner\`, \`submitter\` given twice | \`filter.repeated\` | once in a run |
| any other filter given twice | \`filter.repeated\`, \`filter.left-open\` | once in a run |
| a value that nothing has, such as the beginning of one | \`filter.unknown\` | each filter once in a run |
| capital letters for small ones | \`filter.covers.msgid.case\`, \`filter.left-open\` | \`msgid\` in each version; the others once in a run |
| a time of another zone | \`filter.dates.zone\` | one list in each version |
| \`q\` | \`search.LIST\` | in each version |
| \`q\` with a blank, \`q\` beyond ASCII | \`search.finds\` | one list in each version |
| \`order\`, by each field that the list shows | \`order.accepted\`, \`order.complete\`, \`order.id\`, \`order.name\`, \`order.date\`, \`order.others\` | each once in a run; id, name and date in each version |
| \`page\`, \`per_page\` | \`page.*\` | each list in each version |
| several of them together | \`combined.LIST\` | queries made at random: \`--thorough N\` asks for more |

What is asked once in a run is asked in one of the versions examined, always the same, and least in the newest, which is asked
most of all else. ${FILTERED_LISTS.length} lists have filters, ${FILTER_FORMS.length} in all, counting the forms of their values.

This page is made of \`specification/\`, by \`npm run docs\`.
`;
}

/** From which version on a list takes a parameter; nothing where it does not. */
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
