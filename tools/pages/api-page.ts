import { proseOfField } from '../../schemas/types.js';
import { COLLECTION_OF, ENDPOINTS, type Endpoint } from '../../specification/endpoints.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { COMMON_PARAMETERS } from '../../specification/lists.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import { anchorOf, SECTIONS, type Section } from '../../specification/sections.js';
import { ALL_TABLES, type Table, type TableField, tableNamed } from '../../specification/tables.js';
import { latest, VERSIONS, type Version } from '../../specification/versions.js';
import { writableFields } from '../../specification/writable.js';
import { code, table } from './markdown.js';

const [FIRST] = VERSIONS;
const NEWEST: Version = VERSIONS[VERSIONS.length - 1] ?? FIRST;

/** Renders docs/api.md, the API reference that reports link to, from specification/. */
export function apiPage(): string {
  const contents = SECTIONS.map(
    ({ title, within }) => `${within ? '  ' : ''}- [${title}](#${anchorOf(title)})`,
  );
  return `# The API

This page restates the specification that the suite tests against: a document of the Patchwork REST API, versions
${FIRST} to ${NEWEST}. It is not one of the OpenAPI schemas that the Patchwork project publishes; where the two differ,
[How verdicts are reached](verdicts.md#the-specification) says what is decided.

Each failure links to the section that it is based on. \`schemas/\` contains the same as JSON Schema and OpenAPI.

This page is generated from \`specification/\` by \`npm run docs\`.

${contents.join('\n')}

${SECTIONS.map(sectionText).join('\n\n')}
`;
}

function sectionText({ title, within, rules, shows = [], generated }: Section): string {
  const list = rules.map((rule) => (rule.startsWith('- ') ? `${rule}\n` : `${rule}\n\n`)).join('');
  const parts = [
    `${within ? '###' : '##'} ${title}`,
    list.trimEnd(),
    ...shows.map(([resource, ...forms]) => fieldsText(resource, forms, shows.length > 1)),
    generated === undefined ? '' : GENERATED[generated](),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const GENERATED: Readonly<Record<NonNullable<Section['generated']>, () => string>> = {
  versions: versionsText,
  'common parameters': () =>
    parametersText(COMMON_PARAMETERS.map((each) => ({ ...each, since: FIRST }))),
  endpoints: endpointsText,
  payloads: payloadsText,
};

/** The fields of a resource with one column per form, followed by its nested objects. */
function fieldsText(resource: ResourceName, forms: readonly Form[], named: boolean): string {
  const tables = forms.map((form) => tableNamed(`${resource}.${form}`));
  const names = [...new Set(tables.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const rows = names.map((name) => {
    const fields = tables.map((each) => each.fields.find((field) => field.name === name));
    const [field] = fields.filter((each) => each !== undefined);
    return [code(name), field === undefined ? '' : typeOf(field), ...fields.map(presenceOf)];
  });
  const parts = tables.flatMap((each) =>
    each.fields.flatMap(({ type }) =>
      typeof type === 'object' && 'part' in type ? [tableNamed(`${resource}.${type.part}`)] : [],
    ),
  );
  return [
    ...(named ? [`${code(resource)}:`] : []),
    table(['field', 'type', ...forms.map((form) => (forms.length > 1 ? form : 'versions'))], rows),
    ...parts.map((part) => `${code(part.name)}:\n\n${partText(part)}`),
  ].join('\n\n');
}

function partText({ fields }: Table): string {
  return table(
    ['field', 'type', 'versions'],
    fields.map((field) => [code(field.name), typeOf(field), presenceOf(field)]),
  );
}

function typeOf(field: TableField): string {
  const { also } = field;
  const until =
    also === undefined
      ? ''
      : `; until ${also.until} also ${also.type === 'string' ? 'a string' : 'an array of strings'}`;
  return `${proseOfField(field, NEWEST)}${until}`;
}

function presenceOf(field: TableField | undefined): string {
  if (field === undefined) return '–';
  const { since, required } = field;
  if (required === 'never') return `${from(since)}, optional`;
  return required === since ? from(since) : `${from(required)}; optional before`;
}

function from(version: Version): string {
  return version === FIRST ? 'all' : `${version} and later`;
}

function versionsText(): string {
  const added = VERSIONS.map((version) => {
    const fields = ALL_TABLES.flatMap(({ resource, fields: own }) =>
      own.filter(({ since }) => since === version).map(({ name }) => code(`${resource}.${name}`)),
    );
    const endpoints = ENDPOINTS.filter(({ since }) => since === version)
      .map(titleOf)
      .map(code);
    if (version === FIRST) return [version, '–', '–'];
    return [version, endpoints.join(', ') || 'none', [...new Set(fields)].join(', ') || 'none'];
  });
  return table(['version', 'new endpoints', 'new fields'], added);
}

function payloadsText(): string {
  const prefix = 'event.payload.';
  const rows = ALL_TABLES.filter(({ name }) => name.startsWith(prefix)).map(({ name, fields }) => [
    code(name.slice(prefix.length)),
    fields.map((field) => `${code(field.name)} (${typeOf(field)})`).join(', '),
  ]);
  return table(['category', 'payload'], rows);
}

/** A query parameter, and the version that adds it. */
interface Parameter {
  name: string;
  says: string;
  since: Version;
}

function parametersText(parameters: readonly Parameter[]): string {
  return table(
    ['parameter', 'value', 'versions'],
    parameters.map(({ name, says, since }) => [code(name), says, from(since)]),
  );
}

/** A table of all endpoints, and a section per endpoint. */
function endpointsText(): string {
  const rows = ENDPOINTS.map((operation) => [
    `[${code(titleOf(operation))}](#${operation.id})`,
    operation.summary,
    from(operation.since),
  ]);
  return [
    table(['endpoint', 'description', 'versions'], rows),
    ...ENDPOINTS.map(endpointText),
  ].join('\n\n');
}

function endpointText(operation: Endpoint): string {
  const { id, method, resource, isList, since, summary, body, refusals, signedIn } = operation;
  const response = `${method === 'post' ? 201 : 200}, ${isList ? 'an array of ' : ''}${resourceLink(resource)}`;
  const filters = isList ? filtersOf(operation) : [];
  const facts = [
    `- versions: ${from(since)}`,
    ...(signedIn ? ['- needs authentication'] : []),
    ...(body === undefined ? [] : [`- body: ${writtenFields(body, method).map(code).join(', ')}`]),
    `- responses: ${[response, ...refusals].join('; ')}`,
  ];
  return [
    `<a id="${id}"></a>`,
    `#### ${code(titleOf(operation))}`,
    `${summary}.`,
    facts.join('\n'),
    ...(filters.length === 0 ? [] : [parametersText(filters)]),
  ].join('\n\n');
}

/** A resource with a link to the section of its fields. */
function resourceLink(resource: ResourceName): string {
  const section = SECTIONS.find(({ shows = [] }) => shows.some(([shown]) => shown === resource));
  return section === undefined
    ? code(resource)
    : `[${code(resource)}](#${anchorOf(section.title)})`;
}

function titleOf({ method, path }: Endpoint): string {
  return `${method.toUpperCase()} /${path}`;
}

function filtersOf({ resource, since: listed }: Endpoint): Parameter[] {
  const forms = FILTER_FORMS.filter(({ list }) => list === COLLECTION_OF[resource]);
  return [...new Set(forms.map(({ filter }) => filter))].map(({ parameter, says, since }) => ({
    name: parameter,
    says,
    since: latest(since ?? FIRST, listed),
  }));
}

/** The top-level fields of the body. */
function writtenFields(
  resource: NonNullable<Endpoint['body']>,
  method: Endpoint['method'],
): string[] {
  const fields = writableFields(resource, method === 'post' ? 'create' : 'update');
  return [...new Set(fields.map(({ name }) => name.split('.')[0] ?? name))];
}
