import { type AnySchemaObject, type ErrorObject, Ajv2020 as JsonSchema } from 'ajv/dist/2020.js';
import { at, type Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';

// The specification gives the embedded form of patches only, so the published schemas have no other.

const text = { type: 'string' };
const blankable = { type: ['string', 'null'] };
const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const url = { type: 'string', minLength: 1 };
const urlOrNull = { type: ['string', 'null'], minLength: 1 };

const PERSON = {
  type: 'object',
  properties: { id: integer, url, name: blankable, email: text },
};
const USER = {
  type: ['object', 'null'],
  properties: { id: integer, url, username: text, email: text },
};
const PROJECT = {
  type: 'object',
  properties: { id: integer, url, name: text, link_name: text, list_id: text, list_email: text },
};
const SERIES = {
  type: 'object',
  properties: { id: integer, url, name: blankable, date: text, version: integer, mbox: url },
};

/** What a strictly typed client decodes; an absent field has a contract of its own. */
const LIST: AnySchemaObject = {
  type: 'object',
  properties: {
    id: integer,
    url,
    web_url: url,
    project: PROJECT,
    msgid: text,
    list_archive_url: urlOrNull,
    date: text,
    name: text,
    commit_ref: blankable,
    pull_url: urlOrNull,
    state: text,
    archived: flag,
    hash: blankable,
    submitter: PERSON,
    delegate: USER,
    mbox: url,
    series: { type: 'array', items: SERIES },
    comments: url,
    check: { enum: ['pending', 'success', 'warning', 'fail'] },
    checks: url,
    tags: { type: 'object', additionalProperties: integer },
    related: { type: 'array', items: { type: 'object', properties: { id: integer, url } } },
  },
};

const HEADER = { type: ['string', 'array'], items: text };

const DETAIL: AnySchemaObject = {
  ...LIST,
  properties: {
    ...LIST.properties,
    headers: { type: 'object', additionalProperties: HEADER },
    content: blankable,
    diff: blankable,
    prefixes: { type: 'array', items: text },
  },
};

const ajv = new JsonSchema({ allErrors: true, allowUnionTypes: true, strictTypes: false });
const VALIDATORS = { list: ajv.compile(LIST), detail: ajv.compile(DETAIL) };

/** The mismatches of a patch with the types that typed clients expect. */
export function schemaMismatches(patch: Seen, form: keyof typeof VALIDATORS): Mismatch[] {
  const validate = VALIDATORS[form];
  if (validate(patch.value)) return [];
  return (validate.errors ?? []).map((error) => mismatch(patch, error));
}

function mismatch(
  patch: Seen,
  { instancePath, message = 'invalid', params }: ErrorObject,
): Mismatch {
  const place = instancePath.split('/').slice(1);
  const seen = at(patch, ...place.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')));
  const words = 'allowedValues' in params ? `one of ${params.allowedValues.join(', ')}` : message;
  return {
    message: `\`${place.join('.')}\` of a patch ${message}`,
    pointer: patch.at.pointer + instancePath,
    expected: words,
    received: seen.value,
    exchange: patch.at.exchange,
  };
}
