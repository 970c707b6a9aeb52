import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { garblings } from '../conventions/garbled.js';
import { firstRows } from '../conventions/sources.js';

/** The text of a cover letter is held against the mail itself, which its `mbox` leads to. */
export const contentAsSent: Requirement = requirement({
  id: 'cover.content.as-sent',
  says: '`content` has every letter of the mail that `mbox` leads to',
  spec: 'Cover letter',
  level: 'should',
  versions: since('1.1'),
  once: true,
  consequence: 'A client shows question marks where somebody wrote in another script.',
  async check({ api, expect }) {
    const rows = await firstRows(api, 'covers/');
    const row =
      rows.find((cover) => isForeign(at(cover, 'name').value)) ??
      rows.find((cover) => isForeign(at(cover, 'submitter', 'name').value));
    if (row === undefined) return inconclusive('no cover letter has a name beyond ASCII');
    const cover = await api.object(`covers/${at(row, 'id').value}/`);
    const [content, mbox] = [at(cover, 'content'), at(cover, 'mbox')];
    if (typeof content.value !== 'string' || !URL.canParse(String(mbox.value))) {
      return inconclusive('the cover letter shows no text, or no mbox to hold it against');
    }
    const mail = await api.follow(String(mbox.value), { headers: { accept: '*/*' } });
    const [sent, shown] = [lines(mail.text), lines(content.value)];
    if (sent.includes(shown) && isForeign(shown)) return;
    const garbled = garblings(sent).some((each) => each.includes(shown));
    const foreign = isPlain(mail.text, cover) && !sharesLines(sent, shown);
    // It may be encoded for transport, or not be there.
    if (!garbled && !foreign)
      return inconclusive('the mail does not show that text, or that has no letters beyond ASCII');
    expect.that(false, content, 'content', 'the letters of the mail');
  },
});

function isForeign(text: unknown): boolean {
  return typeof text === 'string' && /\P{ASCII}/u.test(text);
}

/** Whether a text is the mail of a cover letter, and one that can be read as it stands. */
function isPlain(text: string, cover: Seen): boolean {
  const [headers = ''] = text.split(/\r?\n\r?\n/, 1);
  const msgid = at(cover, 'msgid').value;
  const isOwn = typeof msgid === 'string' && msgid !== '' && headers.includes(msgid);
  const encoded = /^content-transfer-encoding:[ \t]*(?![ \t]|7bit|8bit|binary)/im.test(headers);
  return isOwn && !encoded && !/^content-type:[ \t]*multipart/im.test(headers);
}

/** Whether most lines of one text are in another one; where blanks are set otherwise, it is the same line. */
function sharesLines(sent: string, shown: string): boolean {
  const own = new Set(words(sent));
  const said = words(shown);
  return said.filter((line) => own.has(line)).length * 2 >= said.length;
}

function words(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/[>\s]+/g, ''))
    .filter((line) => line !== '');
}

function lines(text: string): string {
  return text.replace(/[ \t]*\r?\n/g, '\n').trim();
}
