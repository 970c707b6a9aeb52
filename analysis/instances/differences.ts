import { VERSIONS } from '../../specification/versions.js';
import type { Profile } from '../client-profile/profile.js';
import { latencyChanges, type Measured } from '../comparison/latency-changes.js';
import { contrasted, cut } from '../trial/contrast.js';
import { type Asked, clientsUsing } from './asked.js';
import { type Difference, type Finding, KINDS, NOTICES } from './result.js';

/** More than anybody reads; an instance can make any number of them. */
export const MOST_DIFFERENCES = 1000;

/** Collects findings: what several requests show for one reason is one difference. */
export class Differences {
  readonly #byKey = new Map<string, Difference>();
  /** Those that are about parameters only. */
  readonly #ofParameters: Difference[] = [];
  /** Whether there are more than are listed. */
  isCut = false;

  constructor(
    private readonly profiles: readonly Profile[],
    private readonly clean: (text: string) => string,
  ) {}

  /** A masked name that an instance has chosen. */
  #name(text: string): string {
    return this.clean(cut(text));
  }

  /** How many differences there are so far. */
  get size(): number {
    return new Set(this.#byKey.values()).size;
  }

  /** Adds the findings of one request, which NEW got with this target, each difference once. */
  add(findings: readonly Finding[], asked: Asked, onNew: string): void {
    const { endpoint, version } = asked;
    const counted = new Set<Difference>();
    for (const finding of findings) {
      const known = this.#reasonOf(finding);
      if (known === undefined && this.#byKey.size >= MOST_DIFFERENCES) {
        this.isCut = true;
        continue;
      }
      const difference = known ?? this.#started(finding, asked, onNew);
      if (!finding.place.startsWith('?')) addTo(difference.places, this.#name(finding.place));
      addTo(difference.clients, ...clientsUsing(finding.uses, version, this.profiles));
      if (counted.has(difference)) continue;
      counted.add(difference);
      difference.requests += 1;
      addTo(difference.endpoints, this.#name(endpoint));
      addTo(difference.versions, version ?? 'none');
    }
  }

  /** The differences, those that most clients use first, then the most serious kinds. */
  ranked(): Difference[] {
    const order = ['none', ...VERSIONS];
    const all = [...new Set(this.#byKey.values())].map((difference) => ({
      ...difference,
      versions: difference.versions.sort((a, b) => order.indexOf(a) - order.indexOf(b)),
      clients: difference.clients.sort(),
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

  /** The same difference, or that of a part of the parameters: `?order ?q` differs where `?order` does. */
  #reasonOf({ key, kind, place }: Finding): Difference | undefined {
    const parameters = place.split(' ');
    const isReason = (each: Difference) =>
      each.kind === kind &&
      each.places.every((own) =>
        own.split(' ').every((word) => word.startsWith('?') && parameters.includes(word)),
      );
    const found = this.#byKey.get(key) ?? this.#ofParameters.find(isReason);
    if (found !== undefined) this.#byKey.set(key, found);
    return found;
  }

  #started(finding: Finding, { read, target }: Asked, onNew: string): Difference {
    const { key, kind, place, where, old, new: received } = finding;
    const { method = 'GET', role } = read;
    const [request, toNew] = [this.clean(`${method} ${target}`), this.clean(`${method} ${onNew}`)];
    const [one, other] = contrasted(this.clean(old), this.clean(received));
    const isMasked = one === other && old !== received;
    const difference: Difference = {
      kind,
      endpoints: [],
      places: [this.#name(place)],
      versions: [],
      requests: 0,
      clients: [],
      example: {
        request,
        requestToNew: toNew === request ? undefined : toNew,
        role,
        where: this.#name(where),
        old: one,
        new: isMasked ? `${other} (the masked parts differ; --show-emails shows them)` : other,
      },
    };
    this.#byKey.set(key, difference);
    if (place.split(' ').every((word) => word.startsWith('?'))) this.#ofParameters.push(difference);
    return difference;
  }
}

/** The lists that became slower than all other requests, from one instance to the other; `clean` masks their paths. */
export function slowerLists(
  old: Measured,
  received: Measured,
  clean: (text: string) => string,
): Difference[] {
  return latencyChanges(old, received).map((change) => ({
    kind: 'latency',
    endpoints: [clean(`GET ${change.endpoint}`)],
    places: ['time'],
    versions: change.slowerIn,
    requests: change.requests,
    clients: [],
    example: {
      request: clean(`GET ${change.endpoint}`),
      role: 'anonymous',
      where: `${change.factor} times slower than all requests`,
      old: `${change.fromMs} ms`,
      new: `${change.toMs} ms`,
    },
  }));
}

function addTo<T>(list: T[], ...more: readonly T[]): void {
  for (const one of more) if (!list.includes(one)) list.push(one);
}
