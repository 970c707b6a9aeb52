import { at } from '../harness/place.js';
import { type Requirement, requirement } from '../harness/requirement.js';
import { since } from '../harness/version.js';
import { inconclusive } from '../harness/violation.js';
import { garblings } from './garbled.js';
import { firstRows } from './sources.js';

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
    // It may be encoded for transport, or not be there.
    if (!garbled)
      return inconclusive('the mail does not show that text, or that has no letters beyond ASCII');
    expect.that(false, content, 'content', 'the letters of the mail');
  },
});

function isForeign(text: unknown): boolean {
  return typeof text === 'string' && /\P{ASCII}/u.test(text);
}

function lines(text: string): string {
  return text.replace(/[ \t]*\r?\n/g, '\n').trim();
}
