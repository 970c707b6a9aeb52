import type { CheckContext } from '../../harness/check-context.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { firstRows } from '../conventions/sources.js';
import { contract } from './contract.js';
import { schemaMismatches } from './patch-schema.js';

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

/** The fields of patches in the list and by id. */
export const patchFields: readonly Requirement[] = [
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
    source: `${SOURCE}; patman tools/patman/patchwork.py; CKI skt/patchwork.py`,
    breaks: [...EVERYONE, 'patman', 'BlueZ CI', 'CKI'],
    consequence: 'A client that reads a patch ends with an error, or has no diff.',
    check: (context) => expectFields(context, [...FIELDS, ...OF_DETAIL], detailed),
  }),
  contract({
    id: 'client.patch.types',
    says: 'The fields of patches have the types that typed clients expect: `check` is one of four words, `tags` maps names to integers, URLs are not blank',
    source: 'snowpatch src/patchwork.rs; CKI skt/patchwork.py',
    breaks: ['snowpatch', 'CKI'],
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
export function listed({ api }: Pick<CheckContext, 'api'>): Promise<Seen[]> {
  return firstRows(api, 'patches/');
}

/** One patch by id: the newest listed one with a diff in its series. */
async function detailed(context: CheckContext): Promise<Seen[]> {
  const [first] = (await listed(context)).filter((row) => Number.isInteger(at(row, 'id').value));
  if (first === undefined) return inconclusive('no patch with an integer `id` is listed');
  return [await context.api.object(`patches/${at(first, 'id').value}/`)];
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

function named(fields: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(fields.map((field) => `\`${field}\``));
}
