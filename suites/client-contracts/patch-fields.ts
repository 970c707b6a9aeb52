import type { CheckContext, Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, isObject, type Seen, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { firstPage, firstRows } from '../support/lists/first-rows.js';
import { samplesOf } from '../support/objects/samples.js';
import { contract, named } from './contract.js';
import { schemaMismatches } from './patch-schema.js';
import { readOnce } from './seen-fields.js';

const FIELDS = [
  'id',
  'url',
  'project',
  'msgid',
  'date',
  'name',
  'commit_ref',
  'pull_url',
  'state',
  'archived',
  'hash',
  'submitter',
  'delegate',
  'mbox',
  'series',
  'check',
  'checks',
  'tags',
];
const OF_DETAIL = ['headers', 'content', 'diff', 'prefixes'];

const EVERYONE = ['git-pw', 'pwclient', 'b4', 'NIPA', 'snowpatch', 'pwcli'];
const SOURCE = 'git-pw git_pw/patch.py; pwclient pwclient/api.py; snowpatch src/patchwork.rs';

/** Patches in the list and by id: that they are returned, their fields and types. */
export const patchFields: readonly Requirement[] = [
  contract({
    id: 'client.patch.list',
    says: 'The list of patches returns 200 with an array',
    source: SOURCE,
    breaks: [
      'git-pw',
      'pwclient',
      'b4',
      'NIPA',
      'kernel-patches-daemon',
      'pwcli',
      'LTP',
      'BlueZ CI',
      'CKI',
    ],
    consequence: 'No client can find a patch.',
    async check({ api, expect }) {
      const answer = await firstPage(api, 'patches/');
      expect.status(answer, 200);
      expect.array(answer);
    },
  }),
  contract({
    id: 'client.patch.detail',
    says: 'A patch is returned by its id',
    source: `${SOURCE}; patman tools/patman/patchwork.py`,
    breaks: [
      'git-pw',
      'pwclient',
      'NIPA',
      'kernel-patches-daemon',
      'snowpatch',
      'pwcli',
      'patman',
      'pw-ci',
      'BlueZ CI',
      'CKI',
    ],
    compares: true,
    consequence: 'No client can show a patch.',
    async check(context) {
      const { answer, id } = await detailAnswer(context);
      context.expect.status(answer, 200);
      context.expect.object(answer);
      const own = at(seen(answer), 'id');
      context.expect.that(own.value === id, own, '`id`', String(id));
    },
  }),
  contract({
    id: 'client.patch.list.fields',
    says: `A listed patch has ${named(FIELDS)}`,
    source: SOURCE,
    breaks: EVERYONE,
    consequence: 'A client that lists patches ends with an error, or shows blanks.',
    check: (context) => expectFields(context, FIELDS, listed),
  }),
  contract({
    id: 'client.patch.list.fields.since-1.1',
    says: 'From 1.1 on a listed patch has `web_url` and `comments`',
    source: 'git-pw git_pw/patch.py; pwcli pwcli; snowpatch src/patchwork.rs',
    breaks: ['git-pw', 'pwcli', 'snowpatch'],
    versions: since('1.1'),
    consequence: 'A client cannot link to the page of the patch, or find its comments.',
    check: (context) => expectFields(context, ['web_url', 'comments'], listed),
  }),
  contract({
    id: 'client.patch.list.fields.since-1.2',
    says: 'From 1.2 on a listed patch has `list_archive_url` and `related`',
    source: 'snowpatch src/patchwork.rs',
    breaks: ['snowpatch'],
    versions: since('1.2'),
    consequence: 'A strictly typed client cannot read patches.',
    check: (context) => expectFields(context, ['list_archive_url', 'related'], listed),
  }),
  contract({
    id: 'client.patch.detail.fields',
    says: `A patch by id has every field of the list, and ${named(OF_DETAIL)}`,
    source: `${SOURCE}; patman tools/patman/patchwork.py; CKI sktm/patchwork.py`,
    breaks: [...EVERYONE, 'patman', 'BlueZ CI', 'CKI'],
    consequence: 'A client that reads a patch ends with an error, or has no diff.',
    check: (context) => expectFields(context, [...FIELDS, ...OF_DETAIL], detailed),
  }),
  contract({
    id: 'client.patch.types',
    says: 'The fields of patches have the types that typed clients expect: `check` is one of four words, `tags` maps names to integers, URLs are not blank',
    source: 'snowpatch src/patchwork.rs; CKI sktm/patchwork.py',
    breaks: ['snowpatch'],
    consequence: 'A strictly typed client cannot read any patch.',
    async check(context) {
      const rows = await listed(context);
      const details = await detailed(context);
      if (rows.length === 0) inconclusive('the list of patches is empty');
      context.expect.none([
        ...rows.flatMap((row) => schemaMismatches(row, 'list')),
        ...details.flatMap((row) => schemaMismatches(row, 'detail')),
      ]);
    },
  }),
];

/** The patches of the first page. */
export function listed({ api, instance }: Where): Promise<Seen[]> {
  const form = { resource: 'patch', form: 'list' } as const;
  return readOnce(form, api.version, instance, () => firstRows(api, 'patches/'));
}

/** One patch by its id; inconclusive if it cannot be read. */
async function detailed(context: Where): Promise<Seen[]> {
  const { api, instance } = context;
  const form = { resource: 'patch', form: 'detail' } as const;
  return readOnce(form, api.version, instance, async () => {
    const { id } = await detailAnswer(context);
    return [await api.object(`patches/${id}/`)];
  });
}

/** The response to a patch by id: the one that other requirements read as well. */
async function detailAnswer(context: Where): Promise<{ answer: Answer; id: unknown }> {
  const { objects } = await samplesOf(context);
  const embedded = objects.find(({ table }) => table.name === 'patch.embedded');
  const [patch] = [embedded, ...(await listed(context))].filter(
    (each) => each !== undefined && Number.isInteger(at(each, 'id').value),
  );
  if (patch === undefined) return inconclusive('no patch with an integer `id` was seen');
  const id = at(patch, 'id').value;
  return { answer: await context.api.get(`patches/${id}/`), id };
}

async function expectFields(
  context: CheckContext,
  names: readonly string[],
  read: (context: CheckContext) => Promise<Seen[]>,
): Promise<void> {
  const rows = await read(context);
  context.expect.each(rows, 'the list of patches is empty', (row) => {
    context.expect.all(names, (name) => {
      const has = isObject(row.value) && Object.hasOwn(row.value, name);
      context.expect.that(has, at(row, name), `\`${name}\` of a patch`, 'the field');
    });
  });
}
