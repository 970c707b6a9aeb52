import type { Profile } from '../analysis/client-profile/profile.js';
import { endpointOf } from '../specification/endpoint-of-request.js';
import { VERSIONS } from '../specification/versions.js';
import type { Ask } from './ask.js';
import { type Finding, MISSING_NULL } from './finding.js';
import { type Difference, KINDS, NOTICES } from './result.js';
import { usersOf } from './users-of.js';

/** A request as it was sent to both instances. */
export interface Sent {
  ask: Ask;
  /** Targets below the base URLs. */
  old: string;
  new: string;
}

/** How often a difference is asked for again before it is taken for certain. */
const CERTAIN = 3;

/** Parameters of every list, which one piece of code is likely to read. */
const COMMON = ['page', 'per_page', 'order', 'q'];

interface Group {
  difference: Difference;
  clients: Set<string>;
  /** Requests that were asked twice. */
  confirmed: number;
}

/** Collects findings: what several requests show for one reason is one difference. */
export class Differences {
  readonly #groups = new Map<string, Group>();
  /** Differences of lists by their parameters, so that those of several parameters are led back to them. */
  readonly #ofLists = new Map<string, Finding>();

  constructor(
    private readonly profiles: readonly Profile[],
    private readonly clean: (text: string) => string,
  ) {}

  /** How many differences there are so far. */
  get size(): number {
    return this.#groups.size;
  }

  /** Whether enough requests, each asked twice, have shown this difference. */
  isCertain({ key }: Finding): boolean {
    return (this.#groups.get(key)?.confirmed ?? 0) >= CERTAIN;
  }

  /** The finding, or the one that it follows from: `?state ?page` differs where `?state` does. */
  settled(finding: Finding, sent: Sent): Finding {
    const { ask } = sent;
    if (finding.subject.of !== 'answer' || ask.shows?.form !== 'list') return finding;
    const path = endpointOf('GET', sent.old.split('?')[0] ?? '');
    const what = finding.kind === 'status' ? finding.key.split(' ').slice(0, 3).join(' ') : 'rows';
    const names = (parameters: readonly string[], about: string) => [
      JSON.stringify([ask.version, path, about, [...parameters].sort()]),
      ...(parameters.length > 0 && parameters.every((name) => COMMON.includes(name))
        ? [JSON.stringify([about, [...parameters].sort()])]
        : []),
    ];
    const parts = partsOf(ask.parameters);
    if (ask.situation !== undefined) parts.push([...ask.parameters]);
    // A page that is not found may be one that does not exist because others have more rows.
    const abouts = ask.parameters.includes('page') ? [what, 'rows'] : [what];
    for (const name of parts.flatMap((part) => abouts.flatMap((about) => names(part, about)))) {
      const reason = this.#ofLists.get(name);
      if (reason !== undefined) return { ...reason, old: finding.old, new: finding.new };
    }
    if (ask.situation === undefined) {
      for (const name of names(ask.parameters, what)) this.#ofLists.set(name, finding);
    }
    return finding;
  }

  /** Adds the findings of one request, each difference once. */
  add(findings: readonly Finding[], sent: Sent, isConfirmed: boolean): void {
    const own = new Map(findings.map((finding) => [finding.key, finding] as const));
    for (const [key, first] of own) {
      const same = findings.filter((finding) => finding.key === key);
      const group = this.#groups.get(key) ?? this.#started(key, first, sent);
      const { difference } = group;
      difference.requests += 1;
      if (isConfirmed) group.confirmed += 1;
      addOnce(difference.endpoints, endpointOf('GET', sent.old));
      addOnce(difference.versions, sent.ask.version ?? 'none');
      for (const finding of same) {
        addOnce(difference.places, finding.place);
        for (const name of usersOf(finding, sent.ask.version, this.profiles)) {
          group.clients.add(name);
        }
      }
    }
  }

  /** The differences, those that most clients use first, then the most serious kinds. */
  ranked(): Difference[] {
    const all = this.#merged().map(({ difference, clients }) => ({
      ...difference,
      versions: inOrder(difference.versions),
      clients: [...clients].sort(),
    }));
    const rank = ({ kind }: Difference) => KINDS.indexOf(kind);
    const isNotice = ({ kind }: Difference) => (NOTICES.includes(kind) ? 1 : 0);
    return all.sort(
      (a, b) =>
        isNotice(a) - isNotice(b) ||
        b.clients.length - a.clients.length ||
        rank(a) - rank(b) ||
        b.requests - a.requests,
    );
  }

  /** Without what another difference of the same places tells already. */
  #merged(): Group[] {
    const groups = [...this.#groups.values()];
    const placesOf = (kind: Difference['kind'], besides?: Group) =>
      groups
        .filter((group) => group !== besides && group.difference.kind === kind)
        .flatMap(({ difference }) => difference.places);
    const missing = this.#groups.get(MISSING_NULL);
    const told = {
      // A field that is missing where it is null, and also where it is not.
      'missing field': placesOf('missing field', missing),
      // A field with a value of another type here, and with another value there.
      value: placesOf('type'),
    };
    return groups.flatMap((group) => {
      const { difference } = group;
      const own = group === missing ? told['missing field'] : told.value;
      if (group !== missing && difference.kind !== 'value') return [group];
      const places = difference.places.filter((place) => !own.includes(place));
      return places.length === 0 ? [] : [{ ...group, difference: { ...difference, places } }];
    });
  }

  #started(key: string, { kind, where, old, new: received }: Finding, sent: Sent): Group {
    const request = this.clean(`GET ${sent.old}`);
    const toNew = this.clean(`GET ${sent.new}`);
    const difference: Difference = {
      kind,
      endpoints: [],
      places: [],
      versions: [],
      requests: 0,
      clients: [],
      example: {
        request,
        requestToNew: toNew === request ? undefined : toNew,
        role: sent.ask.role,
        where,
        ...this.#cleaned(old, received),
      },
    };
    const group = { difference, clients: new Set<string>(), confirmed: 0 };
    this.#groups.set(key, group);
    return group;
  }

  #cleaned(old: string, received: string): { old: string; new: string } {
    const [one, other] = [this.clean(old), this.clean(received)];
    if (one !== other || old === received) return { old: one, new: other };
    return { old: one, new: `${other} (the masked parts differ; --show-emails shows them)` };
  }
}

/** Smaller sets of the same parameters: none, each alone, and pairs. */
function partsOf(parameters: readonly string[]): string[][] {
  if (parameters.length === 0) return [];
  const alone = parameters.length > 1 ? parameters.map((name) => [name]) : [];
  const pairs =
    parameters.length > 2
      ? parameters.flatMap((a, index) => parameters.slice(index + 1).map((b) => [a, b]))
      : [];
  return [[], ...alone, ...pairs];
}

function inOrder(versions: Difference['versions']): Difference['versions'] {
  const order = ['none', ...VERSIONS];
  return [...versions].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function addOnce<T>(list: T[], one: T): void {
  if (!list.includes(one)) list.push(one);
}
