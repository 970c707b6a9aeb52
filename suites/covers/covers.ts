import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { answersCollection } from '../support/endpoints.js';
import { firstPage, firstRows, idOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { readable } from '../support/readable.js';
import { followedInside, isUrl } from '../support/url.js';

/**
 * Compares the text of a cover letter with the mail at its `mbox`: of one whose name or submitter has non-ASCII
 * characters, because these are what is lost. Warns if the text is garbled or that of another mail.
 */
const contentAsSent: Requirement = requirement({
  id: 'cover.content.as-sent',
  says: '`content` has every character of the mail at `mbox`',
  spec: 'Cover letter',
  level: 'should',
  versions: since('1.1'),
  compares: true,
  consequence: 'A client displays question marks instead of non-ASCII characters.',
  async check({ api, expect }) {
    const row = withNonAscii(await withMails(api));
    if (row === undefined)
      return inconclusive(
        'no cover letter with an `mbox` has non-ASCII characters in its name or submitter',
      );
    const { cover, mail } = await asSent(api, row);
    const content = at(cover, 'content');
    if (typeof content.value !== 'string') return inconclusive('the cover letter has no `content`');
    const [sent, shown] = [lines(mail.text), lines(content.value)];
    const isSent = sent.includes(shown);
    if (isSent && !isNonAscii(shown)) inconclusive('`content` has no non-ASCII characters');
    // The mail may be encoded for transport.
    const isGarbled = isPlain(mail.text, cover) && lacksCharacters(mail.text, shown);
    if (!isSent && !isGarbled)
      return inconclusive('the mail at `mbox` does not contain the text of `content`');
    expect.that(isSent, content, 'content', 'the characters of the mail');
  },
});

/** Compares the headers of a cover letter with the same mail. */
const headersAsSent: Requirement = requirement({
  id: 'cover.headers.as-sent',
  says: '`headers` have every value of a header that is repeated in the mail at `mbox`',
  spec: 'Cover letter',
  // docs/api.md does not say how a repeated header is returned, only that headers map to their values.
  level: 'should',
  versions: since('1.1'),
  compares: true,
  consequence: 'A client cannot trace the path of a mail.',
  async check({ api, expect }) {
    const rows = await withMails(api);
    const row = withNonAscii(rows) ?? rows[0];
    if (row === undefined) return inconclusive('no cover letter with an `mbox` is listed');
    const { cover, mail } = await asSent(api, row);
    const headers = at(cover, 'headers');
    const repeated = repeatedIn(mail.text).filter(
      ({ name }) => at(headers, name).value !== undefined,
    );
    const missing = 'the mail has no repeated header that is also in `headers`';
    expect.each(repeated, missing, ({ name, times }) => {
      const shown = [at(headers, name).value].flat().length;
      const expected = `${times} values, as in the mail`;
      expect.that(shown >= times, at(headers, name), `\`${name}\` in \`headers\``, expected);
    });
  },
});

/** The listed cover letters whose mail has a URL: `mbox` may be blank (docs/verdicts.md B-13). */
async function withMails(api: Api): Promise<Seen[]> {
  return (await firstRows(api, 'covers/')).filter((row) => isUrl(at(row, 'mbox').value));
}

/** A cover letter with non-ASCII characters. */
function withNonAscii(rows: readonly Seen[]): Seen | undefined {
  return (
    rows.find((cover) => isNonAscii(at(cover, 'name').value)) ??
    rows.find((cover) => isNonAscii(at(cover, 'submitter', 'name').value))
  );
}

/** The detail of a cover letter and the mail at its `mbox`; inconclusive if `mbox` is not a URL. */
async function asSent(api: Api, row: Seen): Promise<{ cover: Seen; mail: Answer }> {
  const cover = await api.object(`covers/${idOf(row)}/`);
  const { value } = at(cover, 'mbox');
  if (!isUrl(value)) return inconclusive('the `mbox` of the cover letter is not a URL');
  return { cover, mail: await api.followWithRedirect(value, { headers: { accept: '*/*' } }) };
}

/**
 * Headers that a mail has once (RFC 5322, 3.6; RFC 2045); an instance may add its own when it
 * exports a mail.
 */
const ONCE =
  /^(date|from|sender|reply-to|to|cc|bcc|message-id|in-reply-to|references|subject|mime-version|content-.*|x-patchwork-.*)$/i;

/** The headers that a mail has more than once. */
function repeatedIn(text: string): { name: string; times: number }[] {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const names = [...head.matchAll(/^([A-Za-z][\w-]*):/gm)].map(([, name = '']) => name);
  return [...new Set(names)]
    .filter((name) => !ONCE.test(name))
    .map((name) => ({ name, times: names.filter((each) => each === name).length }))
    .filter(({ times }) => times > 1);
}

function isNonAscii(text: unknown): boolean {
  return typeof text === 'string' && /\P{ASCII}/u.test(text);
}

/** Whether a text is the mail of a cover letter, without transfer encoding or multipart. */
function isPlain(text: string, cover: Seen): boolean {
  const [headers = ''] = text.split(/\r?\n\r?\n/, 1);
  const msgid = at(cover, 'msgid').value;
  const isOwn =
    typeof msgid === 'string' && msgid !== '' && headers.includes(msgid.replace(/[<>]/g, ''));
  const encoded = /^content-transfer-encoding:[ \t]*(?![ \t]|7bit|8bit|binary)/im.test(headers);
  return isOwn && !encoded && !/^content-type:[ \t]*multipart/im.test(headers);
}

/** Whether a text lacks a non-ASCII character of the body of a mail. */
function lacksCharacters(mail: string, shown: string): boolean {
  const body = mail.slice(mail.search(/\r?\n\r?\n/));
  // Not in UTF-8: the characters are unknown.
  if (body.includes('\uFFFD')) return false;
  const known = new Set(shown);
  return [...new Set(body)].some((each) => isNonAscii(each) && !known.has(each));
}

function lines(text: string): string {
  return text.replace(/(?<![ \t])[ \t]*\r?\n/g, '\n').trim();
}

/** The `comments` URL of a cover letter. */
interface CommentsLink {
  id: unknown;
  link: Seen<string>;
}

/** The `comments` of the cover letters on the first page, that with most comments first. */
async function commentsLinks({ api, instance }: Where): Promise<CommentsLink[]> {
  const rows = await firstRows(api, 'covers/');
  const commented = await readable(() => instance.coversWithComments());
  const unlisted = commented.filter((id) => !rows.some((row) => idOf(row) === id));
  const details = await Promise.all(unlisted.map((id) => api.object(`covers/${id}/`)));
  const isFirst = (row: Seen) => commented.some((id) => id === idOf(row));
  const covers = [...details, ...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
  return covers.flatMap((row) => {
    const { value, at: place } = at(row, 'comments');
    return isUrl(value) ? [{ id: idOf(row), link: { value, at: place } }] : [];
  });
}

/** How many shapes of a URL are followed. */
const MOST_SHAPES = 6;

/** The first and the last link, and the first of each shape: the URL with a placeholder for the id of the object. */
function oneOfEachShape(links: readonly CommentsLink[]): CommentsLink[] {
  const shapes = new Map<string, CommentsLink>();
  for (const each of links) {
    const shape = each.link.value.replaceAll(`/${each.id}/`, '/{id}/');
    if (!shapes.has(shape)) shapes.set(shape, each);
  }
  return [...new Set([...shapes.values()].slice(0, MOST_SHAPES).concat(links.slice(-1)))];
}

const SPEC = 'Cover letter';

/** Cover letters, and the form embedded in series and events. */
export const covers: Group = {
  name: 'covers',
  requirements: [
    ...answersCollection('cover'),
    ...formsOfResource({
      id: 'cover',
      one: 'a cover letter',
      spec: SPEC,
      embeddedSpec: 'Series',
    }),
    contentAsSent,
    headersAsSent,
    requirement({
      id: 'cover.comments.leads-to-comments',
      says: '`comments` is the URL of the comments of this cover letter',
      spec: SPEC,
      versions: since('1.1'),
      compares: true,
      consequence: 'A client that follows the link displays another discussion, or none.',
      async check({ api, instance, expect }) {
        const links = await commentsLinks({ api, instance });
        const followed = await Promise.all(
          oneOfEachShape(links).map(async (each) => ({
            ...each,
            answer: await followedInside(api, each.link.value),
            page: await firstPage(api, `covers/${each.id}/comments/`),
          })),
        );
        // Where the list cannot be read at all, that is a matter of `comment.cover.list`.
        const judged = followed.filter(
          ({ answer, page }) => answer === undefined || page.status === 200,
        );
        const missing = 'no cover letter whose comments are listed has a `comments` URL';
        expect.each(judged, missing, ({ id, link, answer, page }) => {
          const own = rowsOf(page).map(idOf);
          const found = answer && rowsOf(answer).map(idOf);
          // The page may hold fewer comments than were requested.
          const areOwn = found?.every((each) => own.includes(each)) && found.length > 0;
          const isEmpty = own.length === 0 && found?.length === 0 && Array.isArray(answer?.json);
          const where =
            answer === undefined
              ? '`comments`, which leads to another host'
              : `${named(answer)} returned ${answer.status} with ${found?.length} comments`;
          const expected = `200 with comments of cover letter ${id}`;
          expect.that(areOwn || isEmpty, link, where, expected);
        });
      },
    }),
  ],
};
