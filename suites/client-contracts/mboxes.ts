import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { type Contract, contract } from './contract.js';
import { listed } from './patch-fields.js';

/** Longer diffs may not be stored whole, see LONGEST_TEXT. */
const LONGEST_DIFF = 8000;

/** How many patches of a series are expected at most, so that a download stays short. */
const MOST_BEFORE = 4;

/** A download of mails, which does not depend on the version, compared with the patch. */
function download(
  facts: Omit<Contract, 'compares' | 'check'>,
  check: Contract['check'],
): Requirement {
  return contract({ ...facts, compares: true, check });
}

/** The downloads of patches: mailboxes, with the patches before them, and diffs. */
export const clientMboxes: Group = {
  name: 'client-mboxes',
  requirements: [
    download(
      {
        id: 'client.mbox.patch',
        says: '`mbox` of a patch returns its mail with its message id and its diff',
        source: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; LTP ci/tools/patchwork.sh',
        breaks: ['git-pw', 'pwclient', 'NIPA', 'pwcli', 'BlueZ CI', 'CKI'],
        consequence: '`git am` cannot apply the patch.',
      },
      async (context) => {
        const patch = await patchWithDiff(context);
        const answer = await mails(context, String(at(patch, 'mbox').value));
        expectMail(context, answer, patch);
        const [line = ''] = String(at(patch, 'diff').value).split('\n');
        context.expect.that(
          answer.text.includes(line),
          body(answer),
          'the mail',
          `the line ${line}`,
        );
      },
    ),
    // One response proves it.
    contract({
      id: 'client.mbox.file-name',
      says: '`Content-Disposition` names the mailbox of a patch with `filename=NAME.patch`, without quotes',
      source: 'pwclient pwclient/api.py; git-pw git_pw/api.py',
      breaks: ['git-pw', 'pwclient'],
      consequence: 'A downloaded patch has a wrong file name, or the download ends with an error.',
      async check(context) {
        const patch = await patchWithDiff(context);
        const answer = await mails(context, String(at(patch, 'mbox').value));
        context.expect.status(answer, 200);
        const disposition = header(answer, 'content-disposition');
        const isNamed = /filename=[^"';]+\.patch$/.test(disposition ?? '');
        const found = seen(answer, disposition);
        context.expect.that(isNamed, found, 'Content-Disposition', 'filename=NAME.patch');
      },
    }),
    download(
      {
        id: 'client.mbox.series-all',
        says: '`mbox?series=*` of a patch returns it after the patches before it in its series',
        source: 'git-pw git_pw/patch.py (apply --deps)',
        breaks: ['git-pw'],
        consequence:
          '`git-pw patch apply` does not apply, since the patches before it are missing.',
      },
      (context) => expectWithPatchesBefore(context, () => '*'),
    ),
    download(
      {
        id: 'client.mbox.series-id',
        says: '`mbox?series=ID` of a patch returns it after the patches before it in that series',
        source: 'git-pw git_pw/patch.py (apply --series)',
        breaks: ['git-pw'],
        consequence:
          '`git-pw patch apply` does not apply, since the patches before it are missing.',
      },
      (context) => expectWithPatchesBefore(context, (series) => String(series)),
    ),
    download(
      {
        id: 'client.mbox.series-all.none',
        says: '`mbox?series=*` of a patch without a series returns the patch',
        source: 'git-pw git_pw/patch.py (apply --deps)',
        breaks: ['git-pw'],
        consequence: '`git-pw patch apply` ends with an error.',
      },
      async (context) => {
        const alone = (await listed(context)).find((row) => seriesOf(row) === undefined);
        if (alone === undefined) return inconclusive('every listed patch has a series');
        const answer = await mails(context, `${at(alone, 'mbox').value}?series=*`);
        expectMail(context, answer, alone);
      },
    ),
    download(
      {
        id: 'client.mbox.raw',
        says: 'The URL of a patch with `raw` instead of `mbox` returns its diff',
        source: 'git-pw git_pw/patch.py (download --diff)',
        breaks: ['git-pw'],
        consequence: '`git-pw patch download --diff` ends with an error.',
      },
      async (context) => {
        const patch = await patchWithDiff(context);
        const url = String(at(patch, 'mbox').value).replace(/mbox(\/?)$/, 'raw$1');
        const answer = await mails(context, url);
        context.expect.status(answer, 200);
        const diff = String(at(patch, 'diff').value).trim();
        context.expect.that(answer.text.includes(diff), body(answer), 'the text', 'the diff');
      },
    ),
    download(
      {
        id: 'client.mbox.by-id',
        says: '`/patch/ID/mbox/`, beside the API, returns the mail of a patch, or redirects to it',
        source: 'NIPA pw/patchwork.py; CKI sktm/patchwork.py',
        breaks: ['NIPA', 'CKI'],
        consequence: 'NIPA takes an error page for a patch, and CKI ends with an exception.',
      },
      async (context) => {
        const patch = await patchWithDiff(context);
        const url = `/patch/${idOf(patch)}/mbox/`;
        expectMail(context, await context.api.followWithRedirect(url), patch);
      },
    ),
    download(
      {
        id: 'client.mbox.slash',
        says: '`mbox` of a patch whose message id contains a slash returns its mail',
        source: 'git-pw git_pw/patch.py; pwclient pwclient/api.py',
        breaks: ['git-pw', 'pwclient', 'NIPA', 'LTP'],
        consequence: 'Patches with such a message id cannot be downloaded.',
      },
      async (context) => {
        const rows = await listed(context);
        const patch = rows.find((row) => String(at(row, 'msgid').value).includes('/'));
        if (patch === undefined) return inconclusive('no listed patch has a slash in its `msgid`');
        expectMail(context, await mails(context, String(at(patch, 'mbox').value)), patch);
      },
    ),
  ],
};

/** A patch by id, the first listed one that has a short diff. */
async function patchWithDiff(context: CheckContext): Promise<Seen> {
  const { api, instance } = context;
  return instance.once('a patch with a diff', async () => {
    const rows = await listed(context);
    for (const row of rows.slice(0, 10)) {
      const patch = await api.object(`patches/${at(row, 'id').value}/`);
      const { value } = at(patch, 'diff');
      if (typeof value === 'string' && value !== '' && value.length < LONGEST_DIFF) return patch;
    }
    return inconclusive('none of the first ten patches has a diff of a few lines');
  });
}

function mails({ api }: CheckContext, url: string): Promise<Answer> {
  if (!URL.canParse(url)) inconclusive('the `mbox` of a patch is not a URL (see conv.url)');
  return api.follow(url, { headers: { accept: '*/*' } });
}

function body(answer: Answer): Seen {
  return seen(answer, answer.text);
}

/** A mailbox that contains the mail of a patch. */
function expectMail({ expect }: CheckContext, answer: Answer, patch: Seen): void {
  expect.status(answer, 200);
  const { value: msgid } = at(patch, 'msgid');
  const isMail = /^From /.test(answer.text) && idsIn(answer).includes(String(msgid));
  expect.that(isMail, body(answer), named(answer), `a mailbox with the mail ${msgid}`);
}

/** The message ids of the mails in a mailbox, in order. */
function idsIn({ text }: Answer): string[] {
  return [...text.matchAll(/^message-id:\s*(<[^>]*>)/gim)].map(([, id = '']) => id);
}

async function expectWithPatchesBefore(
  context: CheckContext,
  nameOf: (series: number) => string,
): Promise<void> {
  const { before, patch, series } = await laterPatch(context);
  const answer = await mails(context, `${at(patch, 'mbox').value}?series=${nameOf(series)}`);
  context.expect.status(answer, 200);
  const due = [...before, patch].map((each) => String(at(each, 'msgid').value));
  const found = idsIn(answer).filter((id) => due.includes(id));
  const isDue = JSON.stringify(found) === JSON.stringify(due);
  context.expect.that(isDue, body(answer), named(answer), `the mails ${due.join(' ')}`);
}

/** A patch that is not the first of its series, and the patches before it. */
async function laterPatch(
  context: CheckContext,
): Promise<{ patch: Seen; before: Seen[]; series: number }> {
  const rows = [...(await listed(context))].sort((a, b) => idOf(a) - idOf(b));
  for (const patch of rows) {
    const series = seriesOf(patch);
    if (series === undefined) continue;
    const api = context.api.unnoted();
    const before = rows.filter((row) => seriesOf(row) === series && idOf(row) < idOf(patch));
    if (before.length === 0 || before.length > MOST_BEFORE) continue;
    // The page may begin within a series.
    const first = await api.object(`series/${series}/`);
    const { value } = at(first, 'patches');
    const ids = Array.isArray(value)
      ? value.map((each: unknown) => at({ value: each, at: first.at }, 'id').value)
      : [];
    if (ids.indexOf(idOf(patch)) === before.length) return { patch, before, series };
  }
  return inconclusive('no listed patch is a later one of its series');
}

function idOf(row: Seen): number {
  return Number(at(row, 'id').value);
}

function seriesOf(row: Seen): number | undefined {
  const { value } = at(row, 'series');
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  const id = at({ value: first, at: row.at }, 'id').value;
  return Number.isInteger(id) ? (id as number) : undefined;
}
