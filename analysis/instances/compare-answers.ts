import { type Answer, header } from '../../harness/client/answer.js';
import { linksTo, parseLinkHeader, RELATIONS } from '../../harness/link-header.js';
import { isObject } from '../../harness/place.js';
import { around, excerpt } from '../trial/contrast.js';
import { type Asked, type Shown, usesOfAnswer } from './asked.js';
import { changeOf, type Sides, typeName, ValueComparison } from './compare-values.js';
import type { Finding, Kind } from './result.js';
import type { Reply } from './side.js';

/** The headers that are compared besides `Link`. */
const HEADERS = ['Content-Type', 'Content-Disposition', 'Location'];

/**
 * All differences between the answers of two instances to the same request. What follows from another
 * difference is left out: the links of a page that shows other rows, the body of another status.
 */
export function compareAnswers(
  asked: Asked,
  old: Answer,
  received: Reply,
  sides: Sides,
): Finding[] {
  const compared = new AnswerComparison(asked, sides);
  if ('failure' in received) {
    return [compared.finding('status', 'status', String(old.status), received.failure)];
  }
  if (old.status !== received.status) return [compared.statuses(old, received)];
  const ofHeaders = compared.headers(old, received);
  if (old.method === 'HEAD' || old.method === 'OPTIONS') return ofHeaders;
  const isRefused = old.status >= 400;
  if (asked.shows === undefined) {
    return isRefused ? [] : [...ofHeaders, ...compared.texts(old, received)];
  }
  if (isRefused) return compared.refusals(old, received);
  const ofBody = compared.bodies(asked.shows, old, received);
  const isOtherPage = ofBody.some(({ where }) => where === 'rows');
  return [...ofHeaders, ...ofBody, ...(isOtherPage ? [] : compared.links(old, received))];
}

class AnswerComparison {
  readonly #about: string;

  constructor(
    private readonly asked: Asked,
    private readonly sides: Sides,
  ) {
    // Nearly every list is asked for with a size of its pages.
    const { parameters, endpoint } = asked;
    const own = parameters.filter((name) => name !== 'page' && name !== 'per_page');
    const names = own.length > 0 ? own : parameters;
    this.#about = names.map((name) => `?${name}`).join(' ') || endpoint;
  }

  finding(kind: Kind, where: string, old: string, received: string, key = where): Finding {
    return {
      kind,
      key: `${kind} ${key} ${this.#about}`,
      place: this.#about === this.asked.endpoint ? where : this.#about,
      uses: usesOfAnswer(this.asked),
      where,
      old,
      new: received,
    };
  }

  statuses(old: Answer, received: Answer): Finding {
    const key = `${old.status} ${received.status}`;
    return this.finding('status', 'status', saidBy(old), saidBy(received), key);
  }

  headers(old: Answer, received: Answer): Finding[] {
    return HEADERS.flatMap((name) => {
      const none = 'no such header';
      const [one = none, other = none] = [header(old, name), header(received, name)];
      if (changeOf(one, other, this.sides) === undefined) return [];
      const [a, b] = around(one, other);
      const found = { ...this.finding('header', name, a, b), key: `header ${name}`, place: name };
      // No profile needs a redirect.
      return [name === 'Location' ? { ...found, uses: ['redirects'] } : found];
    });
  }

  refusals(old: Answer, received: Answer): Finding[] {
    const [one, other] = [formOf(old.json), formOf(received.json)];
    if (one === other) return [];
    const found = this.finding('body', 'body', excerpt(old.text), excerpt(received.text));
    return [{ ...found, key: `error ${one} ${other}`, place: 'body of the error' }];
  }

  bodies(shows: Shown, old: Answer, received: Answer): Finding[] {
    if (old.json === undefined && received.json === undefined) return [];
    const [before, after] = [old, received].map(({ json, text }) =>
      json === undefined ? `no JSON: ${excerpt(text)}` : json,
    );
    // The first page of a long list shows other rows if its order is another.
    const isOrdered = this.asked.parameters.includes('order');
    const found = new ValueComparison(this.sides).bodies(shows, before, after);
    return found.map((each) =>
      each.where === 'rows'
        ? this.finding(isOrdered ? 'order' : each.kind, 'rows', each.old, each.new)
        : each,
    );
  }

  /** Compares the `Link` headers: targets without hosts, then the way in which they are written. */
  links(old: Answer, received: Answer): Finding[] {
    const [before, after] = [linksOf(old), linksOf(received)];
    const ofTargets = RELATIONS.flatMap((relation) => {
      const [one, other] = [before.to(relation), after.to(relation)];
      if (changeOf(one, other, this.sides) === undefined) return [];
      return [linkFinding(relation, `pages ${relation}`, one, other)];
    });
    if (ofTargets.length > 0 || before.form === after.form) return ofTargets;
    return [linkFinding('form', 'requirements client.link.', before.form, after.form)];
  }

  /** Compares two downloads line by line: an mbox, a diff. */
  texts(old: Answer, received: Answer): Finding[] {
    const types = [old, received].map((answer) => header(answer, 'content-type'));
    // Pages for people change with every release.
    if (types.every((type) => type?.startsWith('text/html'))) return [];
    const onNew = (line: string) =>
      line.replace(/^(X-Patchwork-Id: )(\d+)$/, (_, name: string, id: string) => {
        return `${name}${this.sides.identities.idOnNew('patch', id)}`;
      });
    const [before, after] = [linesOf(old).map(onNew), linesOf(received)];
    const index = [...before, ...after].findIndex((_, at) => before[at] !== after[at]);
    if (index < 0) return [];
    const [one = '(the end)', other = '(the end)'] = [before[index], after[index]];
    const name = /^([\w-]+):/.exec(one)?.[1];
    const isHeader = name !== undefined && !before.slice(0, index).includes('');
    const place = `${isHeader ? name : 'text'} of the message`;
    const found = this.finding('body', `line ${index + 1}`, ...around(one, other));
    return [{ ...found, key: `body ${this.asked.endpoint} ${place}`, place }];
  }
}

/** The `Link` header of an answer: how it is written, whatever its URLs, and where it leads. */
function linksOf(answer: Answer): { form: string; to(relation: string): string } {
  const parsed = parseLinkHeader(answer.headers.link, answer.url);
  const name = answer.headerNames.find((each) => each.toLowerCase() === 'link') ?? '';
  const text = header(answer, 'link') ?? '';
  const form = text.replaceAll(/<(https?:)?[^<>]*>/gi, (_, scheme) =>
    scheme ? '<URL>' : '<path>',
  );
  const to = (relation: string) => linksTo(parsed, relation)[0]?.target ?? 'no such link';
  return { form: `${name}: ${form}`, to };
}

function linkFinding(what: string, use: string, old: string, received: string): Finding {
  const place = `Link ${what}`;
  return { kind: 'link', key: place, place, uses: [use], where: 'Link', old, new: received };
}

function linesOf({ text, url }: Answer): string[] {
  return text.replaceAll(new URL(url).origin, '').split(/\r?\n/);
}

/** The fields of an error and their types. */
function formOf(json: unknown): string {
  if (!isObject(json)) return typeName(json);
  const fields = Object.entries(json).map(([name, value]) => `${name} ${typeName(value)}`);
  return fields.join(', ');
}

/** The status, and what an answer without success says. */
function saidBy(answer: Answer): string {
  const tail = header(answer, 'location') ?? (answer.status < 300 ? '' : excerpt(answer.text));
  return `${answer.status} ${tail}`.trim();
}
