import { VERSIONS, type Version } from '../../specification/versions.js';
import type { Profile } from '../client-profile/profile.js';
import { clientsUsing } from './client-uses.js';
import { type Difference, type Finding, KINDS, NOTICES } from './result.js';

/** What a finding was seen with. */
export interface Sent {
  endpoint: string;
  version?: Version;
  role: string;
  parameters: readonly string[];
  /** As sent: `GET /api/1.2/patches/?state=new`. */
  old: string;
  new: string;
}

/** How often a difference is asked for again before it is taken for certain. */
const CERTAIN = 3;

/** Parameters of every list, which one piece of code is likely to read. */
const COMMON = ['order', 'q'];

/** Nearly every list is asked for with these, so that they explain nothing. */
const OF_PAGES = ['page', 'per_page'];

/** Kinds of differences of lists that may follow from those of fewer parameters. */
const OF_LISTS: readonly string[] = ['status', 'rows', 'order'];

interface Group {
  difference: Difference;
  clients: Set<string>;
  /** The parameters of the first request but those of pages, if what differs is the answer and no field. */
  parameters?: readonly string[];
  /** Requests that were asked twice. */
  confirmed: number;
}

/** Collects findings: what several requests show for one reason is one difference. */
export class Differences {
  readonly #groups = new Map<string, Group>();

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

  /** Adds the findings of one request, each difference once. */
  add(findings: readonly Finding[], sent: Sent, isConfirmed: boolean): void {
    const counted = new Set<Group>();
    for (const finding of findings) {
      const group = this.#groups.get(finding.key) ?? this.#started(finding, sent);
      const { difference, clients } = group;
      addTo(difference.places, [finding.place]);
      for (const name of clientsUsing(finding.uses, sent.version, this.profiles)) clients.add(name);
      if (counted.has(group)) continue;
      counted.add(group);
      difference.requests += 1;
      if (isConfirmed) group.confirmed += 1;
      addTo(difference.endpoints, [sent.endpoint]);
      addTo(difference.versions, [sent.version ?? 'none']);
    }
  }

  /** The differences, those that most clients use first, then the most serious kinds. */
  ranked(): Difference[] {
    const order = ['none', ...VERSIONS];
    const all = this.#merged().map(({ difference, clients }) => ({
      ...difference,
      versions: difference.versions.sort((a, b) => order.indexOf(a) - order.indexOf(b)),
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

  /** `?state ?page` differs where `?state` does: it is added to that. */
  #merged(): Group[] {
    const kept: Group[] = [];
    const count = ({ parameters = [] }: Group) => parameters.length;
    for (const group of [...this.#groups.values()].sort((a, b) => count(a) - count(b))) {
      const reason = kept.find((each) => isReason(each, group));
      if (reason === undefined) {
        kept.push(group);
        continue;
      }
      const { difference } = reason;
      difference.requests += group.difference.requests;
      addTo(difference.endpoints, group.difference.endpoints);
      addTo(difference.versions, group.difference.versions);
      for (const name of group.clients) reason.clients.add(name);
    }
    return kept;
  }

  #started({ key, kind, where, old, new: received }: Finding, sent: Sent): Group {
    const request = this.clean(sent.old);
    const toNew = this.clean(sent.new);
    const [one, other] = [this.clean(old), this.clean(received)];
    const isMasked = one === other && old !== received;
    const masked = `${other} (the masked parts differ; --show-emails shows them)`;
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
        role: sent.role,
        where,
        old: one,
        new: isMasked ? masked : other,
      },
    };
    const isOfList = OF_LISTS.includes(kind) && !where.startsWith('/');
    const own = sent.parameters.filter((name) => !OF_PAGES.includes(name));
    const parameters = isOfList ? own : undefined;
    const group = { difference, clients: new Set<string>(), parameters, confirmed: 0 };
    this.#groups.set(key, group);
    return group;
  }
}

/** Whether what differs with fewer parameters explains what differs with more. */
function isReason(one: Group, other: Group): boolean {
  const [fewer, more] = [one.parameters, other.parameters];
  if (fewer === undefined || more === undefined || fewer.length >= more.length) return false;
  if (!fewer.every((name) => more.includes(name))) return false;
  // A page that is not found may be one that does not exist because others have more rows.
  const isAlike = one.difference.kind !== 'status' || other.difference.kind === 'status';
  const paths = one.difference.endpoints.map(pathOf);
  const isSameList = other.difference.endpoints.some((each) => paths.includes(pathOf(each)));
  return (
    isAlike && (isSameList || (fewer.length > 0 && fewer.every((name) => COMMON.includes(name))))
  );
}

/** An endpoint, without its page. */
function pathOf(endpoint: string): string {
  return endpoint.replace(/,.*/, '');
}

function addTo<T>(list: T[], more: readonly T[]): void {
  for (const one of more) if (!list.includes(one)) list.push(one);
}
