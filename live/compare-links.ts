import { type Answer, header } from '../harness/client/answer.js';
import { type Link, linksTo, parseLinkHeader } from '../harness/link-header.js';
import type { Sides } from './compare-values.js';
import type { Finding } from './finding.js';
import { ownUrl } from './url-form.js';

const RELATIONS = ['next', 'prev', 'first', 'last'] as const;

/** What a client needs of links, by the way in which they differ (names in client profiles). */
const NEEDS: Readonly<Record<string, string>> = {
  order: 'client.link.next-first',
  spelling: 'client.link.spelling',
  absolute: 'client.link.absolute',
  host: 'client.link.absolute',
  lacks: 'client.link.keeps-parameters',
};

/** Compares the `Link` headers of two answers: relations, targets without hosts, order and spelling. */
export function compareLinks(
  old: Answer,
  received: Answer,
  list: string | undefined,
  sides: Sides,
): Finding[] {
  const texts = [old, received].map((answer) => header(answer, 'link'));
  const [before, after] = texts;
  const make = (how: string, place: string, one: string, other: string): Finding => ({
    kind: 'link',
    key: `link ${how}`,
    place,
    subject: { of: 'link', need: NEEDS[how.split(' ')[0] ?? ''] ?? how, list },
    where: 'Link',
    old: one,
    new: other,
  });
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined) {
    const missing = 'no such header';
    return [make('next', 'Link header', before ?? missing, after ?? missing)];
  }
  const parsed = [old, received].map((answer) => ({
    header: parseLinkHeader(answer.headers.link, answer.url),
    raw: header(answer, 'link') ?? '',
  }));
  const [one, other] = parsed;
  if (one === undefined || other === undefined) return [];
  const findings = RELATIONS.flatMap((relation) => {
    const [a] = linksTo(one.header, relation);
    const [b] = linksTo(other.header, relation);
    if (a === undefined && b === undefined) return [];
    const place = `Link ${relation}`;
    if (a === undefined || b === undefined) {
      return [make(relation, place, a?.target ?? 'no such link', b?.target ?? 'no such link')];
    }
    const how = targetDifference(
      { link: a, url: old.url },
      { link: b, url: received.url },
      relation,
      sides,
    );
    return how === undefined ? [] : [make(how, place, a.target, b.target)];
  });
  if (findings.length > 0) return findings;
  const relations = parsed.map(({ header: { links } }) =>
    links.flatMap((link) => link.relations).join(', '),
  );
  if (relations[0] !== relations[1]) {
    return [make('order', 'Link: order of its entries', relations[0] ?? '', relations[1] ?? '')];
  }
  const forms = parsed.map(({ raw }) => (/<https?:/i.test(raw) ? 'absolute' : 'a path'));
  if (forms[0] !== forms[1]) return [make('absolute', 'Link: URLs', one.raw, other.raw)];
  const names = [old, received].map(({ headerNames }) =>
    headerNames.find((name) => name.toLowerCase() === 'link'),
  );
  if (names[0] !== names[1]) {
    return [make('spelling', 'Link: name of the header', names[0] ?? '', names[1] ?? '')];
  }
  const faults = parsed.map(({ header: { malformed } }) => malformed[0]?.why);
  if (faults[0] === faults[1]) return [];
  return [make('syntax', 'Link: syntax', one.raw, other.raw)];
}

/** A link, and the URL of the page that has it. */
interface Placed {
  link: Link;
  url: string;
}

function targetDifference(
  one: Placed,
  other: Placed,
  relation: string,
  { old, new: received, identities }: Sides,
): string | undefined {
  const [a, b] = [ownUrl(one.link.target, old), ownUrl(other.link.target, received)];
  if (a === undefined || b === undefined) return a === b ? undefined : 'host';
  const [before, after] = [partsOf(a.path, one.url), partsOf(b.path, other.url)];
  if (!identities.isSamePath(before.path, after.path)) return 'path';
  const names = [...new Set([...before.query.keys(), ...after.query.keys()])];
  const name = names.find((each) => before.valuesOf(each) !== after.valuesOf(each));
  if (name === undefined) return undefined;
  if (name === 'page') return `${relation} page`;
  const [sent, kept] = [before, after].map(({ query }) => query.getAll(name).length);
  if ((kept ?? 0) < (sent ?? 0)) return 'lacks parameters';
  return (kept ?? 0) > (sent ?? 0) ? 'adds parameters' : 'parameters';
}

/** The parts of a target; values that are those of the page are the same, whatever ids they name. */
function partsOf(path: string, url: string) {
  const { pathname, searchParams: query } = new URL(path, 'http://instance.invalid');
  const own = new URL(url).searchParams;
  const valuesOf = (name: string) => {
    const values = query.getAll(name).join();
    return name !== 'page' && values === own.getAll(name).join() ? 'as requested' : values;
  };
  return { path: pathname, query, valuesOf };
}
