import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { ForeignOrigin } from '../../harness/client/transport-error.js';
import { unlike } from '../../harness/expect.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { ALL, since } from '../../specification/versions.js';
import { samplesOf } from './collect-samples.js';
import { objectRequirement } from './object-requirement.js';
import type { Sampled } from './samples.js';

const SPEC = 'Conventions';

/** Whose addresses are followed. */
const KINDS = ['patch', 'cover', 'series', 'bundle'];

/** An address that was followed, and what it answered; nothing where it leads to another host. */
interface Followed {
  address: Seen;
  msgid: unknown;
  answer: Answer | undefined;
}

/** What the addresses of an object lead to, beside its `url`. */
export const addresses: readonly Requirement[] = [
  requirement({
    id: 'conv.web-url.answers',
    says: '`web_url` is a URL that leads to a page: it answers a browser, and not with the JSON of the API',
    spec: SPEC,
    level: 'should',
    versions: since('1.1'),
    once: true,
    consequence: 'A person who is sent the link finds nothing to read.',
    async check(context) {
      // Message ids are part of many a page's address, and a + there is easily taken for a blank.
      const pages = await followed(context, 'web_url', ['+', '/'], 'text/html');
      context.expect.each(pages, 'no object shows a web_url', ({ address, answer }) => {
        if (answer === undefined || isBarred(answer)) return;
        const page = answer.status < 300 && !isJson(answer);
        context.expect.that(page, address, told('web_url', answer), 'a page');
      });
    },
  }),
  requirement({
    id: 'conv.mbox.answers',
    says: '`mbox` is a URL that leads to the mail: it answers, and with the mail of that message id',
    spec: SPEC,
    level: 'should',
    versions: ALL,
    once: true,
    consequence: 'A client that downloads the mail to apply it gets nothing, or another one.',
    async check(context) {
      // A % that is not escaped once more is read as an escape, and a / divides the path.
      const mails = await followed(context, 'mbox', ['%', '/'], '*/*');
      context.expect.each(mails, 'no object shows an mbox', ({ address, msgid, answer }) => {
        if (answer === undefined || isBarred(answer)) return;
        const mail = answer.status < 300 && !isJson(answer) && !isHtml(answer);
        context.expect.that(mail, address, told('mbox', answer), 'a mailbox');
        const found = messageIds(answer.text);
        const same = found.length === 0 || typeof msgid !== 'string' || found.includes(msgid);
        const expected = `a mailbox with ${msgid} in it`;
        context.expect.that(same, address, `mbox, which holds ${found.join(', ')}`, expected);
      });
    },
  }),
  objectRequirement({
    id: 'conv.list-archive-url.address',
    says: '`list_archive_url` of a mail is a URL, where it is not blank',
    spec: SPEC,
    level: 'should',
    versions: since('1.2'),
    consequence: 'A client that shows it as a link shows one that leads nowhere.',
    missing: 'no mail is in the archive of a list',
    ofObject: {
      speaksOf: ({ resource }) => resource !== 'project',
      judge(mail) {
        const address = at(mail, 'list_archive_url');
        if (typeof address.value !== 'string' || address.value === '') return undefined;
        // RFC 3986, appendix C: the angle brackets of a message id are no part of a URL.
        if (/^[a-z][a-z0-9+.-]*:[^\s<>]+$/i.test(address.value)) return [];
        return [unlike(address, 'list_archive_url', 'a URL, without <, > or blanks')];
      },
    },
  }),
];

/** Follows an address of each kind of object: of one for each odd character that a message id has. */
async function followed(
  context: CheckContext,
  name: 'web_url' | 'mbox',
  odd: readonly string[],
  accept: string,
): Promise<Followed[]> {
  const { met } = await samplesOf(context);
  const chosen = KINDS.flatMap((kind) => {
    const having = met.filter(({ table, value }) => table.resource === kind && isUrl(value[name]));
    const found = odd.flatMap(
      (each) => having.find(({ value }) => String(value.msgid).includes(each)) ?? [],
    );
    return found.length > 0 ? [...new Set(found)] : having.slice(0, 1);
  });
  return Promise.all(
    chosen.map(async (object: Sampled) => {
      const address = at(object, name);
      const answer = await answerOf(context.api, String(address.value), accept);
      return { address, msgid: object.value.msgid, answer };
    }),
  );
}

/** The answer at the end of one redirect at most; nothing where it leads away from the instance. */
async function answerOf(api: Api, url: string, accept: string): Promise<Answer | undefined> {
  try {
    const first = await api.follow(url, { headers: { accept } });
    const location = header(first, 'location');
    if (first.status < 300 || first.status > 399 || location === undefined) return first;
    return await api.follow(new URL(location, first.url).href, { headers: { accept } });
  } catch (error) {
    if (error instanceof ForeignOrigin) return undefined;
    throw error;
  }
}

/** Pages may be for people who sign in there, by means that are none of the API's. */
function isBarred({ status }: Answer): boolean {
  return status === 401 || status === 403 || (status >= 300 && status <= 399);
}

function isJson(answer: Answer): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(header(answer, 'content-type') ?? '');
}

function isHtml(answer: Answer): boolean {
  return /^text\/html\b/i.test(header(answer, 'content-type') ?? '');
}

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value);
}

/** Of the first mail, by its headers: what the text of a mail quotes is no matter. */
function messageIds(text: string): string[] {
  const [headers = ''] = text.split(/\r?\n\r?\n/, 1);
  return [...headers.matchAll(/^message-id:\s*(\S+)/gim)].map(([, id]) => id ?? '');
}

function told(name: string, answer: Answer): string {
  const type = header(answer, 'content-type') ?? 'no Content-Type';
  return `${name}: ${named(answer)} answers ${answer.status} with ${type}`;
}
