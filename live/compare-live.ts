import type { Profile } from '../analysis/client-profile/profile.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import { Stopped } from '../harness/client/stopped.js';
import { type Role, rolesOf, type SignedInRole } from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { rejectedRoles } from '../harness/sign-in.js';
import { targetOnly, urlOf } from '../harness/target.js';
import { tool } from '../harness/tool.js';
import { endpointOf } from '../specification/endpoint-of-request.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import type { Ask, IdOnSide } from './ask.js';
import { compareAnswers } from './compare-answers.js';
import { Differences, type Sent } from './differences.js';
import type { Finding } from './finding.js';
import { Identities } from './identities.js';
import { Latency } from './latency.js';
import { planOf } from './plan.js';
import { type LiveComparison, NOTICES } from './result.js';
import { takeSample } from './sample.js';
import { Side, type Timed } from './side.js';

/** Requests in a row that one instance does not answer, after which the rest is not sent. */
const MOST_FAILURES = 8;

/** How far a comparison has come. */
export interface LiveProgress {
  done: number;
  total: number;
  differences: number;
}

/** Which instances to compare, and within which limits. */
export interface LiveOptions {
  old: TargetSettings;
  new: TargetSettings;
  /** Undefined for all that both offer. */
  versions: readonly Version[] | undefined;
  /** The link_name or id of the project whose objects are read. */
  project: string | undefined;
  profiles: readonly Profile[];
  /** The most requests to each instance; undefined for all that are planned. */
  maxRequests: number | undefined;
  /** Ends the comparison; a reason that is a string is no interruption. */
  stop: AbortSignal;
  /** Called before the first request that is compared. */
  onPlan(plan: { requests: number; versions: readonly Version[] }): void;
  onProgress(progress: LiveProgress): void;
}

/**
 * Sends the same reading requests to two instances, one after the other, and tells what differs. Rejects
 * with a CannotExamine if one of them cannot be read, rejects the credentials, or has no version of the other.
 */
export async function compareLive(options: LiveOptions): Promise<LiveComparison> {
  const old = await Side.at(options.old, options.stop);
  try {
    const received = await Side.at(options.new, options.stop);
    try {
      return await new Live(options, old, received).run();
    } finally {
      await received.client.close();
    }
  } finally {
    await old.client.close();
  }
}

class Live {
  readonly #startedAt = new Date();
  readonly #identities = new Identities();
  readonly #differences: Differences;
  readonly #latency = new Latency();
  readonly #notes: string[] = [];
  readonly #missing: string[] = [];
  /** Requests whose links are followed, and the links in their answers by relation. */
  readonly #links = new Map<Ask, Map<string, { old: string; new: string }>>();
  #compared = 0;
  #changing = 0;
  #failed = 0;
  #inARow = 0;

  constructor(
    private readonly options: LiveOptions,
    private readonly old: Side,
    private readonly received: Side,
  ) {
    const clean = (text: string) => received.client.redaction.text(old.client.redaction.text(text));
    this.#differences = new Differences(options.profiles, clean);
  }

  async run(): Promise<LiveComparison> {
    const versions = this.#versions();
    const newest = versions.at(-1) ?? VERSIONS[0];
    const roles = await this.#roles(newest);
    const settings = { ...this.options.old, credentials: keptOf(this.options.old, roles) };
    const { project } = this.options;
    let planned: Ask[] = [];
    let isInterrupted = false;
    try {
      const sample = await takeSample(this.old, this.received, this.#identities, {
        version: newest,
        reader: roles[0] ?? 'anonymous',
        settings,
        project,
      });
      this.#noteSample(sample);
      const sameNewest = this.old.offered.at(-1) === this.received.offered.at(-1);
      planned = planOf({
        versions,
        sample,
        roles,
        project,
        sameNewest,
        basic: this.#basicRole(roles),
      });
      for (const { follows } of planned) {
        if (follows === undefined) continue;
        const relations = this.#links.get(follows.ask) ?? new Map();
        this.#links.set(follows.ask, relations.set(follows.relation, { old: '', new: '' }));
      }
      this.options.onPlan({ requests: planned.length, versions });
      await this.#askAll(planned);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      isInterrupted = typeof this.options.stop.reason !== 'string';
      this.#missing.push(`${planned.length - this.#compared} requests: ${error.why}`);
    }
    return this.#result(versions, roles, planned.length, isInterrupted);
  }

  /** The versions that both offer. Throws a CannotExamine if there is none. */
  #versions(): Version[] {
    const { old, received } = this;
    const isChosen = (version: Version) => this.options.versions?.includes(version) ?? true;
    const both = old.offered.filter((each) => received.offered.includes(each) && isChosen(each));
    if (both.length === 0) {
      throw new CannotExamine(
        `no version to compare: ${urlOf(old.client)} offers ${old.offered.join(' ')}, ${urlOf(received.client)} offers ${received.offered.join(' ')}${this.options.versions === undefined ? '' : `, and --versions selects ${this.options.versions.join(' ')}`}`,
      );
    }
    for (const version of VERSIONS.filter(isChosen)) {
      const [here, there] = [old, received].map(({ offered }) => offered.includes(version));
      if (here === there) continue;
      this.#notes.push(
        `version ${version} is offered by ${here ? 'OLD' : 'NEW'} only; it was not compared`,
      );
      if (here) this.#addRemoved(version);
    }
    return both;
  }

  /** A version that is gone is a difference for its clients. */
  #addRemoved(version: Version): void {
    const target = () => `/api/${version}/`;
    const shows = { resource: 'root', form: 'detail' } as const;
    const ask: Ask = { version, role: 'anonymous', target, shows, parameters: [] };
    const finding: Finding = {
      kind: 'status',
      key: 'version removed',
      place: 'version',
      subject: { of: 'version' },
      where: 'status',
      old: '200',
      new: '404',
    };
    this.#differences.add([finding], { ask, old: target(), new: target() }, true);
  }

  /** The roles that both accept. Throws a CannotExamine if the old instance rejects one. */
  async #roles(version: Version): Promise<SignedInRole[]> {
    const roles = rolesOf(this.options.old.credentials);
    const [rejected] = await rejectedRoles(this.old.client, version, this.options.old);
    if (rejected !== undefined) {
      throw new CannotExamine(
        `${urlOf(this.old.client)} rejects the credentials of role ${rejected.role}: ${rejected.why}`,
      );
    }
    const refused = await rejectedRoles(this.received.client, version, this.options.new);
    for (const { role, why } of refused) {
      this.#notes.push(
        `NEW rejects the credentials of role ${role}, which OLD accepts: ${why}; set --new-token if the account has another token there`,
      );
      this.#addRejected(version, role, why);
    }
    return roles.filter((role) => !refused.some((each) => each.role === role));
  }

  /** A role that has a token, and name and password as well, on both instances. */
  #basicRole(roles: readonly SignedInRole[]): SignedInRole | undefined {
    return roles.find((role) =>
      [this.options.old, this.options.new].every(({ credentials }) => {
        const { token, name, password } = credentials[role] ?? {};
        return [token, name, password].every((part) => part !== undefined);
      }),
    );
  }

  #addRejected(version: Version, role: SignedInRole, why: string): void {
    const target = () => `/api/${version}/users/?per_page=1`;
    const shows = { resource: 'user', form: 'list' } as const;
    const ask: Ask = { version, role, target, shows, parameters: [] };
    const finding: Finding = {
      kind: 'status',
      key: 'sign-in',
      place: 'Authorization',
      subject: { of: 'sign-in' },
      where: 'status',
      old: '200',
      new: why,
    };
    this.#differences.add([finding], { ask, old: target(), new: target() }, true);
  }

  #noteSample(sample: Awaited<ReturnType<typeof takeSample>>): void {
    if (this.#identities.moved.length > 0) {
      this.#notes.push(
        `ids of ${this.#identities.moved.join(', ')} differ: objects are matched by message id, name or date`,
      );
    }
    const empty = [
      ...[...sample.rows].filter(([, rows]) => rows.length === 0).map(([name]) => name),
      ...(sample.patchesWithChecks.length === 0 ? ['check'] : []),
      ...(sample.patchesWithComments.length === 0 ? ['patch-comment'] : []),
      ...(sample.coversWithComments.length === 0 ? ['cover-comment'] : []),
    ];
    if (empty.length > 0) this.#notes.push(`OLD shows no objects of these: ${empty.join(', ')}`);
  }

  async #askAll(asks: readonly Ask[]): Promise<void> {
    const most = this.options.maxRequests ?? Number.POSITIVE_INFINITY;
    for (const [index, ask] of asks.entries()) {
      const sent = Math.max(
        this.old.client.traffic.requests,
        this.received.client.traffic.requests,
      );
      if (sent >= most) {
        this.#missing.push(`${asks.length - index} requests: --max-requests is reached`);
        return;
      }
      if (this.#inARow >= MOST_FAILURES) {
        this.#missing.push(
          `${asks.length - index} requests: ${MOST_FAILURES} in a row were not answered`,
        );
        return;
      }
      await this.#askBoth(ask);
      this.options.onProgress({
        done: index + 1,
        total: asks.length,
        differences: this.#differences.size,
      });
    }
  }

  /** Sends a request to both; what differs is asked for again. */
  async #askBoth(ask: Ask): Promise<void> {
    const targets = this.#targetsOf(ask);
    if (targets === undefined) return;
    const sent: Sent = { ask, ...targets };
    const { findings, ...times } = await this.#askOnce(sent);
    if (times.old.ms > 0 && times.new.ms > 0 && ask.shows !== undefined) {
      this.#latency.add(endpointOf('GET', sent.old), times.old.ms, times.new.ms);
    }
    const isFailed = 'failure' in times.old.reply || 'failure' in times.new.reply;
    this.#inARow = isFailed ? this.#inARow + 1 : 0;
    if ('failure' in times.old.reply) {
      this.#failed += 1;
      return;
    }
    this.#compared += 1;
    const isNew = findings.some((finding) => !this.#differences.isCertain(finding));
    const again = isNew ? (await this.#askOnce(sent)).findings : findings;
    const keys = new Set(again.map(({ key }) => key));
    const kept = findings.filter(({ key }) => keys.has(key));
    if (kept.length < findings.length) this.#changing += 1;
    const settled = kept.map((finding) => this.#differences.settled(finding, sent));
    this.#differences.add(settled, sent, isNew);
  }

  async #askOnce(sent: Sent): Promise<{ findings: Finding[]; old: Timed; new: Timed }> {
    const { ask } = sent;
    const old = await this.old.ask(ask.role, sent.old, ask.scheme);
    const received = await this.received.ask(ask.role, sent.new, ask.scheme);
    for (const [relation] of this.#links.get(ask) ?? []) {
      const links = [linkIn(this.old, old, relation), linkIn(this.received, received, relation)];
      this.#links.get(ask)?.set(relation, { old: links[0] ?? '', new: links[1] ?? '' });
    }
    const findings = compareAnswers(ask, endpointOf('GET', sent.old), old.reply, received.reply, {
      identities: this.#identities,
      old: this.old.location,
      new: this.received.location,
    });
    return { findings, old, new: received };
  }

  /** The targets on both instances; undefined if there is no link to follow, or no such object. */
  #targetsOf(ask: Ask): { old: string; new: string } | undefined {
    if (ask.follows === undefined) {
      let isKnown = true;
      const idOnNew: IdOnSide = (resource, id) => {
        const other = this.#identities.idOnNew(resource, id);
        if (typeof other !== 'number' && typeof other !== 'string') isKnown = false;
        return Number(other);
      };
      const targets = { old: ask.target((_, id) => id), new: ask.target(idOnNew) };
      return isKnown ? targets : undefined;
    }
    const { ask: before, relation } = ask.follows;
    const links = this.#links.get(before)?.get(relation);
    // Links that lead elsewhere are a difference of the first answer already.
    const isSame = links !== undefined && inOneOrder(links.old) === inOneOrder(links.new);
    return isSame && links.old !== '' ? links : undefined;
  }

  #result(
    versions: Version[],
    roles: readonly Role[],
    planned: number,
    isInterrupted: boolean,
  ): LiveComparison {
    const differences = [...this.#differences.ranked(), ...this.#latency.slower()];
    if (this.#changing > 0) {
      this.#notes.push(
        `${this.#changing} requests differed once and not when asked again: data that changes, or an instance that fails now and then`,
      );
    }
    if (this.#failed > 0) this.#missing.push(`${this.#failed} requests: OLD did not answer`);
    const isDifferent = differences.some(({ kind }) => !NOTICES.includes(kind));
    const medians = this.#latency.medians();
    const { project } = this.options;
    return {
      format: 'conformance-live-comparison/1',
      tool: tool(),
      startedAt: this.#startedAt.toISOString(),
      durationMs: Date.now() - this.#startedAt.getTime(),
      verdict: isDifferent ? 'different' : this.#missing.length > 0 ? 'incomplete' : 'same',
      old: comparedInstance(this.old, medians.old),
      new: comparedInstance(this.received, medians.new),
      versions,
      project,
      roles: ['anonymous', ...roles],
      compared: this.#compared,
      planned,
      differences,
      notes: this.#notes,
      missing: this.#missing,
      interrupted: isInterrupted ? true : undefined,
    };
  }
}

/** A target with its parameters in alphabetical order. */
function inOneOrder(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://instance.invalid');
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

function comparedInstance(side: Side, medianMs: number): LiveComparison['old'] {
  return {
    ...targetOnly(side.client),
    versionsOffered: [...side.offered],
    requests: side.client.traffic.requests,
    medianMs,
  };
}

function linkIn(side: Side, { reply }: Timed, relation: string): string | undefined {
  return 'failure' in reply ? undefined : side.linkIn(reply, relation);
}

/** The credentials of the roles that both accept. */
function keptOf(
  { credentials }: TargetSettings,
  roles: readonly SignedInRole[],
): TargetSettings['credentials'] {
  return Object.fromEntries(
    roles.flatMap((role) => {
      const own = credentials[role];
      return own === undefined ? [] : [[role, own]];
    }),
  );
}
