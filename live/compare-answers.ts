import { contrasted, cut, excerpt } from '../analysis/trial/contrast.js';
import { type Answer, header } from '../harness/client/answer.js';
import { isObject, type JsonObject } from '../harness/place.js';
import { align } from './align.js';
import { type Ask, listOf } from './ask.js';
import { compareLinks } from './compare-links.js';
import { compareTexts } from './compare-texts.js';
import { compareObjects, type Sides, shownValue } from './compare-values.js';
import type { Finding, Subject } from './finding.js';
import type { Kind } from './result.js';
import { ownUrl } from './url-form.js';

/** An answer, or why there is none. */
export type Reply = Answer | { failure: string };

/** The headers that are compared besides `Link`. */
const HEADERS = {
  'content-type': 'Content-Type',
  'content-disposition': 'Content-Disposition',
  location: 'Location',
} as const;

/**
 * All differences between the answers of two instances to the same request. What follows from another
 * difference is left out: the links of a page that shows other rows, the body of another status.
 */
export function compareAnswers(
  ask: Ask,
  endpoint: string,
  old: Reply,
  received: Reply,
  sides: Sides,
): Finding[] {
  const compared = new AnswerComparison(ask, endpoint, sides);
  if ('failure' in old) return [];
  if ('failure' in received) {
    return [compared.finding('status', 'status', String(old.status), received.failure)];
  }
  if (old.status !== received.status) return [compared.statuses(old, received)];
  if (old.status >= 400) return ask.shows === undefined ? [] : compared.refusals(old, received);
  const ofHeaders = compared.headers(old, received);
  if (ask.shows === undefined) {
    return [...ofHeaders, ...compareTexts(old, received, endpoint, sides)];
  }
  if (old.status >= 300) return ofHeaders;
  return [...ofHeaders, ...compared.bodies(old, received)];
}

class AnswerComparison {
  readonly #about: string;

  constructor(
    private readonly ask: Ask,
    private readonly endpoint: string,
    private readonly sides: Sides,
  ) {
    const { parameters, situation } = ask;
    const names = parameters.map((name) => `?${name}`).join(' ');
    const parts = [names, situation ?? ''].filter((part) => part !== '');
    this.#about = parts.join(', ') || endpoint;
  }

  finding(kind: Kind, where: string, old: string, received: string): Finding {
    const isOdd = this.ask.situation === 'odd value';
    return {
      kind,
      // A list that takes odd values in another way does so for all of its filters.
      key: `${kind} ${kind === 'order' ? '' : where} ${isOdd ? `odd value ${this.endpoint}` : this.#about}`,
      place: this.#about === this.endpoint ? where : this.#about,
      subject: this.#subject(),
      where,
      old,
      new: received,
    };
  }

  statuses(old: Answer, received: Answer): Finding {
    const found = this.finding('status', 'status', saidBy(old), saidBy(received));
    return { ...found, key: `status ${old.status} ${received.status} ${this.#about}` };
  }

  headers(old: Answer, received: Answer): Finding[] {
    return Object.entries(HEADERS).flatMap(([key, name]) => {
      const [one, other] = [old, received].map((answer) => header(answer, key));
      if (one === other || (name === 'Location' && this.#leadsToSame(one, other))) return [];
      const [a, b] = contrasted(one ?? 'no such header', other ?? 'no such header');
      const found = this.finding('header', name, a, b);
      return [
        {
          ...found,
          key: `header ${name} ${name === 'Location' ? '' : `${kindOf(one)} ${kindOf(other)}`}`,
          place: name,
        },
      ];
    });
  }

  refusals(old: Answer, received: Answer): Finding[] {
    const [one, other] = [old.json, received.json].map((json) =>
      isObject(json) ? JSON.stringify(formOf(json)) : json === undefined ? 'no JSON' : 'JSON',
    );
    if (one === other) return [];
    const [a, b] = [excerpt(old.text), excerpt(received.text)];
    const found = this.finding('body', 'body of the error', a, b);
    return [{ ...found, key: `error ${one} ${other}`, place: 'body of the error' }];
  }

  bodies(old: Answer, received: Answer): Finding[] {
    const { shows } = this.ask;
    if (shows === undefined) return [];
    const isRead = [old, received].map(({ json }) => json !== undefined);
    if (isRead[0] !== isRead[1]) {
      const [one, other] = [old, received].map(
        (answer) => `${answer.json === undefined ? 'no JSON' : 'JSON'}: ${excerpt(answer.text)}`,
      );
      return [this.finding('body', 'body', one ?? '', other ?? '')];
    }
    if (shows.form === 'list' && Array.isArray(old.json) && Array.isArray(received.json)) {
      return this.#lists(old, received, old.json, received.json);
    }
    if (Array.isArray(old.json) !== Array.isArray(received.json)) {
      const [one, other] = [old.json, received.json].map((json) =>
        Array.isArray(json) ? `an array of ${json.length} items` : shownValue(json),
      );
      return [this.finding('type', 'body', one ?? '', other ?? '')];
    }
    return compareObjects(shows, old.json, received.json, '', this.sides);
  }

  #lists(
    old: Answer,
    received: Answer,
    before: readonly unknown[],
    after: readonly unknown[],
  ): Finding[] {
    const { shows } = this.ask;
    if (shows === undefined || shows.resource === 'root') return [];
    const { pairs, missing, added, isInOrder } = align(
      shows.resource,
      before,
      after,
      this.sides.identities,
    );
    const ofRows = pairs.flatMap(([one, other]) =>
      compareObjects(shows, before[one], after[other], `/${one}`, this.sides),
    );
    if (missing.length + added.length > 0) {
      // The first page of a long list shows other rows if its order is another.
      const isOrder = this.ask.parameters.includes('order') && before.length === after.length;
      const [one, other] = [rowsText(before, missing), rowsText(after, added)];
      return [this.finding(isOrder ? 'order' : 'rows', 'rows', one, other), ...ofRows];
    }
    const links = compareLinks(old, received, listOf(this.ask), this.sides);
    if (isInOrder) return [...ofRows, ...links];
    const [one, other] = [before, after].map((rows) => cut(rows.map(labelOf).join(', ')));
    return [this.finding('order', 'order', one ?? '', other ?? ''), ...ofRows, ...links];
  }

  #leadsToSame(one: string | undefined, other: string | undefined): boolean {
    const [a, b] = [ownUrl(one ?? '', this.sides.old), ownUrl(other ?? '', this.sides.new)];
    return a !== undefined && b !== undefined && this.sides.identities.isSamePath(a.path, b.path);
  }

  #subject(): Subject {
    const { shows, parameters, situation } = this.ask;
    return shows === undefined
      ? { of: 'download' }
      : { of: 'answer', shows, parameters, situation };
  }
}

/** The fields of an error and their types. */
function formOf(json: JsonObject): string[] {
  return Object.entries(json).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? 'array' : typeof value}`,
  );
}

/** A header without the part that differs from answer to answer. */
function kindOf(value: string | undefined): string {
  if (value === undefined) return 'missing';
  return value.replace(/filename\*?=.*/, (name) => (name.includes('"') ? 'quoted' : 'plain'));
}

function saidBy(answer: Answer): string {
  const { location } = answer.headers;
  const tail = typeof location === 'string' ? location : excerpt(answer.text);
  return answer.status < 300 || tail === '' ? String(answer.status) : `${answer.status} ${tail}`;
}

function rowsText(rows: readonly unknown[], own: readonly number[]): string {
  const [first] = own;
  const count = `${rows.length} rows`;
  if (first === undefined) return count;
  return `${count}, ${own.length} of them only here: ${labelOf(rows[first])}`;
}

/** What a reader recognizes an object by. */
function labelOf(row: unknown): string {
  if (!isObject(row)) return shownValue(row);
  const { id, name, username, category, context, email } = row;
  const word = [name, username, category, context, email].find((each) => typeof each === 'string');
  return word === undefined ? String(id ?? '?') : `${String(id ?? '?')} ${JSON.stringify(word)}`;
}
