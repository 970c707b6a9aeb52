import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { at, elements, type Seen, seenOf, valueAt } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { idOf } from '../support/first-rows.js';
import { textOf } from './contract.js';
import { listed } from './patch-fields.js';

/** Longer diffs may not be stored whole, see LONGEST_TEXT. */
const LONGEST_DIFF = 8000;

/** How many patches of a series are expected at most, so that a download stays short. */
const MOST_BEFORE = 4;

/** The downloads of patches: mailboxes, with the patches before them, and diffs. */
export const clientMboxes: Group = {
  name: 'client-mboxes',
  requirements: [
    requirement({
      id: 'client.mbox.patch',
      says: '`mbox` of a patch returns its mail with its message id and its diff, also if the message id has a slash',
      spec: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; LTP ci/tools/patchwork.sh',
      compares: true,
      consequence: '`git am` cannot apply the patch.',
      async check(context) {
        const patch = await patchWithDiff(context);
        const mbox = textOf('patch', patch, 'mbox');
        const isAbsolute = URL.canParse(mbox);
        context.expect.that(isAbsolute, at(patch, 'mbox'), '`mbox` of a patch', 'an absolute URL');
        expectMail(context, await download(context, mbox), patch);
        const rows = await listed(context);
        const slashed = rows.find((row) => String(valueAt(row, 'msgid')).includes('/'));
        if (slashed !== undefined) {
          expectMail(context, await download(context, mboxOf(slashed)), slashed);
        }
      },
    }),
    requirement({
      id: 'client.mbox.file-name',
      says: '`Content-Disposition` names the mailbox of a patch with `filename=NAME.patch`, without quotes',
      spec: 'pwclient pwclient/api.py; git-pw git_pw/api.py',
      consequence: 'A downloaded patch has a wrong file name, or the download ends with an error.',
      async check(context) {
        const answer = await download(context, mboxOf(await patchWithDiff(context)));
        context.expect.status(answer, 200);
        const disposition = header(answer, 'content-disposition') ?? 'none';
        const isNamed = /filename=[^"';]+\.patch$/.test(disposition);
        const found = seenOf(answer, disposition);
        context.expect.that(isNamed, found, 'Content-Disposition', 'filename=NAME.patch');
      },
    }),
    requirement({
      id: 'client.mbox.series-all',
      says: '`mbox?series=*` of a patch returns it after the patches before it in its series',
      spec: 'git-pw git_pw/patch.py (apply --deps)',
      compares: true,
      consequence: '`git-pw patch apply` does not apply, since the patches before it are missing.',
      check: (context) => expectWithPatchesBefore(context, () => '*'),
    }),
    requirement({
      id: 'client.mbox.series-id',
      says: '`mbox?series=ID` of a patch returns it after the patches before it in that series',
      spec: 'git-pw git_pw/patch.py (apply --series)',
      compares: true,
      consequence: '`git-pw patch apply` does not apply, since the patches before it are missing.',
      check: (context) => expectWithPatchesBefore(context, seriesOf),
    }),
    requirement({
      id: 'client.mbox.series-all.none',
      says: '`mbox?series=*` of a patch without a series returns the patch',
      spec: 'git-pw git_pw/patch.py (apply --deps)',
      breaks: ['git-pw'],
      compares: true,
      consequence: '`git-pw patch apply` ends with an error.',
      async check(context) {
        const patch = (await listed(context)).find((row) => seriesOf(row) === undefined);
        if (patch === undefined) return inconclusive('every listed patch has a series');
        expectMail(context, await download(context, `${mboxOf(patch)}?series=*`), patch);
      },
    }),
    requirement({
      id: 'client.mbox.raw',
      says: 'The URL of a patch with `raw` instead of `mbox` returns its diff',
      spec: 'git-pw git_pw/patch.py (download --diff)',
      compares: true,
      consequence: '`git-pw patch download --diff` ends with an error.',
      async check(context) {
        const patch = await patchWithDiff(context);
        const answer = await download(context, mboxOf(patch).replace(/mbox(\/?)$/, 'raw$1'));
        context.expect.status(answer, 200);
        const isDiff = answer.text.includes(textOf('patch', patch, 'diff').trim());
        context.expect.that(isDiff, seenOf(answer, answer.text), 'the text', 'the diff');
      },
    }),
    requirement({
      id: 'client.mbox.by-id',
      says: '`/patch/ID/mbox/`, beside the API, returns the mail of a patch, or redirects to it',
      spec: 'NIPA pw/patchwork.py; CKI sktm/patchwork.py',
      compares: true,
      consequence: 'NIPA takes an error page for a patch, and CKI ends with an exception.',
      async check(context) {
        const patch = await patchWithDiff(context);
        const url = `/patch/${idOf(patch)}/mbox/`;
        expectMail(context, await context.api.followWithRedirect(url), patch);
      },
    }),
  ],
};

/** A patch by id, the first listed one that has a short diff. */
async function patchWithDiff(context: CheckContext): Promise<Seen> {
  const rows = await listed(context);
  for (const row of rows.slice(0, 10)) {
    const patch = await context.api.object(`patches/${idOf(row)}/`);
    const diff = valueAt(patch, 'diff');
    if (typeof diff === 'string' && diff !== '' && diff.length < LONGEST_DIFF) return patch;
  }
  return inconclusive('none of the first ten patches has a diff of a few lines');
}

function mboxOf(patch: Seen): string {
  const url = textOf('patch', patch, 'mbox');
  return URL.canParse(url)
    ? url
    : inconclusive('`mbox` of a patch is not a URL (see client.mbox.patch)');
}

function download({ api }: CheckContext, url: string): Promise<Answer> {
  return api.follow(url, { headers: { accept: '*/*' } });
}

/** Expects a mailbox with the mail of a patch, and its diff if shown; any mail if the patch shows no `msgid`. */
function expectMail({ expect }: CheckContext, answer: Answer, patch: Seen): void {
  const msgid = valueAt(patch, 'msgid');
  expect.status(answer, 200);
  const isOwn = msgid === undefined || idsIn(answer).includes(bare(String(msgid)));
  const isMail = /^From /.test(answer.text) && isOwn;
  const expected = `a mailbox with the mail ${msgid ?? 'of the patch'}`;
  expect.that(isMail, seenOf(answer, answer.text), named(answer), expected);
  const [line = ''] = String(valueAt(patch, 'diff') ?? '').split('\n');
  const hasLine = answer.text.includes(line);
  expect.that(hasLine, seenOf(answer, answer.text), 'the mail', `the line ${line}`);
}

/** The message ids of the mails in a mailbox, in order, without angle brackets. */
function idsIn({ text }: Answer): string[] {
  return [...text.matchAll(/^message-id:\s*<([^>]*)>/gim)].map(([, id = '']) => id);
}

function bare(msgid: string): string {
  return msgid.replace(/^<(.*)>$/, '$1');
}

/** Expects the mail of a later patch of a series after those before it, for this value of `series`. */
async function expectWithPatchesBefore(
  context: CheckContext,
  valueFor: (patch: Seen) => unknown,
): Promise<void> {
  const { before, patch } = await laterPatch(context);
  const answer = await download(context, `${mboxOf(patch)}?series=${valueFor(patch)}`);
  context.expect.status(answer, 200);
  const due = [...before, patch].map((each) => bare(textOf('patch', each, 'msgid')));
  const mails = idsIn(answer).filter((id) => due.includes(id));
  const isDue = JSON.stringify(mails) === JSON.stringify(due);
  const expected = `the mails ${due.join(' ')}`;
  context.expect.that(isDue, seenOf(answer, answer.text), named(answer), expected);
}

/** A patch that is not the first of its series, and the patches before it. */
async function laterPatch(context: CheckContext): Promise<{ patch: Seen; before: Seen[] }> {
  const rows = [...(await listed(context))].sort((a, b) => Number(idOf(a)) - Number(idOf(b)));
  for (const [index, patch] of rows.entries()) {
    const series = seriesOf(patch);
    const before = rows.slice(0, index).filter((row) => seriesOf(row) === series);
    if (series === undefined || before.length === 0 || before.length > MOST_BEFORE) continue;
    // The page may begin within a series.
    const whole = await context.api.unnoted().object(`series/${series}/`);
    const ids = elements(at(whole, 'patches')).map(idOf);
    if (ids.indexOf(idOf(patch)) === before.length) return { patch, before };
  }
  return inconclusive('no listed patch is a later one of its series');
}

function seriesOf(patch: Seen): unknown {
  return elements(at(patch, 'series')).map(idOf).find(Number.isInteger);
}
