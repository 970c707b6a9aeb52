import { Ajv2020 as JsonSchema } from 'ajv/dist/2020.js';
import type { Where } from '../../harness/check-context.js';
import { at, type Seen, seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { firstPage, firstRows, idOf } from '../support/first-rows.js';
import { expectFields, named, readOnce } from './contract.js';

// The specification gives the embedded form of patches only, so the published schemas have no other.

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const integer = { type: 'integer' };
const slug = { type: 'string', pattern: '^[a-z0-9_-]*$' };
const url = { type: 'string', minLength: 1 };
const urlOrNull = { type: ['string', 'null'], minLength: 1 };

/** The fields of a patch in every version that some client reads, and their types. */
const ALWAYS = {
  id: integer,
  url,
  project: object({
    id: integer,
    url,
    name: text,
    link_name: text,
    list_id: text,
    list_email: text,
  }),
  msgid: text,
  date: text,
  name: text,
  commit_ref: textOrNull,
  pull_url: urlOrNull,
  state: slug,
  archived: { type: 'boolean' },
  hash: textOrNull,
  submitter: object({ id: integer, url, name: textOrNull, email: text }),
  delegate: {
    ...object({ id: integer, url, username: text, email: text }),
    type: ['object', 'null'],
  },
  mbox: url,
  series: array(
    object({ id: integer, url, name: textOrNull, date: text, version: integer, mbox: url }),
  ),
  check: { enum: ['pending', 'success', 'warning', 'fail'] },
  checks: url,
  tags: { type: 'object', additionalProperties: integer },
};

const SINCE_1_1 = { web_url: url, comments: url };

/** The further fields of a patch by id. */
const DETAIL = {
  headers: { type: 'object', additionalProperties: { type: ['string', 'array'], items: text } },
  content: textOrNull,
  diff: textOrNull,
};

/** The fields that some client reads of a listed patch, and of a patch by id. */
const LISTED = Object.keys(ALWAYS).filter((name) => !['url', 'tags'].includes(name));
const SHOWN = [...Object.keys(ALWAYS), ...Object.keys(DETAIL)];

const ajv = new JsonSchema({
  allErrors: true,
  strict: false,
  verbose: true,
  // Without the schema of schemas, which every run would wait for.
  meta: false,
  validateSchema: false,
});
const validate = ajv.compile(object({ ...ALWAYS, ...SINCE_1_1, ...DETAIL }));

const SOURCE = 'git-pw git_pw/patch.py; pwclient pwclient/api.py; snowpatch src/patchwork.rs';

/** Patches in the list and by id: that they are returned, their fields and types. */
export const patchFields: readonly Requirement[] = [
  requirement({
    id: 'client.patch.list',
    says: 'The list of patches returns 200 with an array',
    spec: SOURCE,
    consequence: 'No client can find a patch.',
    async check({ api, expect }) {
      const answer = await firstPage(api, 'patches/');
      expect.status(answer, 200);
      expect.array(answer);
    },
  }),
  requirement({
    id: 'client.patch.detail',
    says: 'A patch is returned by its id',
    spec: `${SOURCE}; patman tools/patman/patchwork.py`,
    compares: true,
    consequence: 'No client can show a patch.',
    async check(context) {
      const { api, expect } = context;
      const id = await listedId(context);
      const answer = await api.get(`patches/${id}/`);
      expect.status(answer, 200);
      expect.object(answer);
      const own = at(seen(answer), 'id');
      expect.that(own.value === id, own, '`id`', String(id));
    },
  }),
  requirement({
    id: 'client.patch.list.fields',
    says: `A listed patch has ${named(LISTED)}`,
    spec: SOURCE,
    consequence: 'A client that lists patches ends with an error, or shows blanks.',
    check: async (context) => expectFields(context, 'patch', await listed(context), LISTED),
  }),
  requirement({
    id: 'client.patch.list.fields.since-1.1',
    says: 'From 1.1 on a listed patch has `web_url`',
    spec: 'pwcli pwcli',
    versions: since('1.1'),
    consequence: 'A client cannot link to the page of the patch.',
    check: async (context) => expectFields(context, 'patch', await listed(context), ['web_url']),
  }),
  requirement({
    id: 'client.patch.detail.fields',
    says: `A patch by id has ${named(SHOWN)}`,
    spec: `${SOURCE}; patman tools/patman/patchwork.py; CKI sktm/patchwork.py`,
    consequence: 'A client that reads a patch ends with an error, or has no diff.',
    check: async (context) => expectFields(context, 'patch', await detailed(context), SHOWN),
  }),
  requirement({
    id: 'client.patch.detail.fields.since-1.1',
    says: 'From 1.1 on a patch by id has `web_url` and `comments`',
    spec: 'git-pw git_pw/patch.py; pwcli pwcli; pw-ci pw_mon',
    versions: since('1.1'),
    consequence: 'A client cannot link to the page of the patch, or find its comments.',
    check: async (context) =>
      expectFields(context, 'patch', await detailed(context), Object.keys(SINCE_1_1)),
  }),
  requirement({
    id: 'client.patch.types',
    says: 'The fields of patches have the types that typed clients expect: `state` is a slug, `check` one of four words, `tags` maps names to integers, URLs are not blank',
    spec: 'snowpatch src/patchwork.rs; pwcli pwcli; b4 src/b4/__init__.py; pw-ci pw_mon; kernel-patches-daemon',
    consequence: 'A strictly typed client cannot read any patch, or does not recognise its state.',
    async check(context) {
      const patches = [...(await listed(context)), ...(await detailed(context))];
      // One of a kind is enough, so that no other is cut.
      const all = patches.flatMap(typeMismatches).map((each) => [each.message, each] as const);
      context.expect.none([...new Map(all.toReversed()).values()], patches.length);
    },
  }),
];

/** The patches of the first page. */
export function listed(where: Where): Promise<Seen[]> {
  const read = () => firstRows(where.api, 'patches/');
  return readOnce({ resource: 'patch', form: 'list' }, where, read);
}

/** One patch by its id; inconclusive if it cannot be read. */
export function detailed(where: Where): Promise<Seen[]> {
  return readOnce({ resource: 'patch', form: 'detail' }, where, async () => [
    await where.api.object(`patches/${await listedId(where)}/`),
  ]);
}

async function listedId(where: Where): Promise<unknown> {
  const ids = (await listed(where)).map(idOf);
  return ids.find(Number.isInteger) ?? inconclusive('no patch with an integer `id` was listed');
}

/** The mismatches of a patch with the types of its fields; an absent field is no mismatch. */
function typeMismatches({ value, at }: Seen): Mismatch[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message = 'invalid', params, data }) => ({
    message: `\`${instancePath.slice(1).replaceAll('/', '.')}\` of a patch ${message}`,
    pointer: at.pointer + instancePath,
    expected: 'allowedValues' in params ? `one of ${params.allowedValues.join(', ')}` : message,
    received: data,
    exchange: at.exchange,
  }));
}

function object(properties: object) {
  return { type: 'object', properties };
}

function array(items: object) {
  return { type: 'array', items };
}
