import type { Version } from '../specification/versions.js';
import { Api } from './api.js';
import type { CheckContext } from './check-context.js';
import {
  INEXACT,
  isJudgedByValues,
  type Outcome,
  outcomeOf,
  passed,
  suiteBug,
  unlessGone,
} from './check-outcome.js';
import type { Client } from './client/client.js';
import type { Traffic } from './client/traffic.js';
import { Expect, shown } from './expect.js';
import { onceMore } from './lost-write.js';
import { isObject } from './place.js';
import { collectionsOf, MOST_VIOLATIONS, pointedTo } from './pointed-to.js';
import { type Reason, reported } from './reason.js';
import type { Exchange, ReportedViolation, Result } from './report.js';
import type { Requirement } from './requirement.js';
import type { Situation } from './situation.js';
import type { Mismatch } from './violation.js';
import { noWrites } from './write.js';
import { whyLate } from './writing/late-writes.js';
import { prepareWriting } from './writing/marker.js';

/** The limit for an observed value as JSON, in characters; a longer one is truncated. */
const LONGEST_OBSERVATION = 20_000;

/** The limits for displayed values and for other texts from the instance, in characters. */
const LONGEST_VALUE = 400;
const LONGEST_TEXT = 2000;

/** Statuses with which a web server refuses a long body or a long address; this API has neither. */
const SIZE_LIMITS = [413, 414];

/** A result and the evidence for it. Plain data. */
export interface Judgement {
  result: Result;
  evidence: Exchange[];
  /** The numbers of the exchanges in which something is wrong. */
  wrong: readonly number[];
  /** What the assertions compared: answers as a whole, and elements. */
  compared?: { answers: number; elements: number };
  /** The collections that were compared, such as `patches`; undefined if none was read. */
  collections?: readonly string[];
  /** The total traffic of the client so far. */
  traffic: Traffic;
}

/**
 * Checks one requirement in one version, which is planned: the run has what it needs. Never throws: an unexpected error
 * is the verdict `error`.
 * Call `note` once the verdict is final.
 */
export async function check(
  requirement: Requirement,
  version: Version,
  situation: Situation,
): Promise<Judgement> {
  const { client, instance, stillThere, queries, wholeLists, roles, writing } = situation;
  const { needs } = requirement;
  const evidence = new Set<number>();
  const startedAt = performance.now();
  let observed: unknown;
  const accepted: string[] = [];
  const expect = new Expect();

  const outcome = await (async (): Promise<Outcome> => {
    const gone = stillThere.whyNot(needs, version);
    if (gone !== undefined) return { verdict: 'error', reason: gone };
    try {
      if (writing && needs.includes('writes')) await prepareWriting(writing);
      const context: CheckContext = {
        api: new Api(version, 'anonymous', client, evidence, roles[0] ?? 'anonymous'),
        expect,
        instance,
        queries,
        wholeLists,
        write: writing && needs.includes('writes') ? writing : noWrites(requirement),
        observe: (value) => {
          observed = plain(value, client);
        },
        accept: (answer) => accepted.push(answer),
        traffic: () => client.traffic,
        concurrency: client.concurrency,
        lost: () => [...client.lostIn(version).values()][0],
        unreported: () =>
          situation.reported &&
          client.serverErrors.unreported(situation.reported, version, needs.includes('writes')),
      };
      await onceMore(async () => requirement.check(context));
      const { answers, elements } = expect.compared;
      return passed(requirement, observed, accepted, answers.size + elements);
    } catch (error) {
      const found = outcomeOf(error, requirement);
      const late = writing && whyLate(writing, found.mismatches ?? []);
      if (late !== undefined) {
        return { verdict: 'error', reason: { code: 'no-answer', says: late } };
      }
      const read = [...evidence, ...(found.mismatches ?? []).map(({ exchange }) => exchange)];
      const isInexact = read.some((each) => each !== undefined && client.log.isInexact(each));
      const refused = refusedBySize(found, client);
      if (refused !== undefined) return refused;
      return isInexact && isJudgedByValues(requirement, found) ? INEXACT : found;
    }
  })();

  const judgement = ({ verdict, reason, mismatches = [] }: Outcome): Judgement => {
    const exchanges = verdict === 'pass' ? [] : pointedTo(mismatches, evidence, client);
    return {
      result: {
        requirement: requirement.id,
        version,
        verdict,
        ...(reason === undefined ? {} : reported(masked(reason, client))),
        violations: violationsOf(mismatches, client),
        observed,
        durationMs: Math.round(performance.now() - startedAt),
        exchanges,
      },
      evidence: exchanges.flatMap((n) => client.records.exchange(n) ?? []),
      compared: { answers: expect.compared.answers.size, elements: expect.compared.elements },
      wrong: mismatches.flatMap(({ exchange = [], others = [] }) => [exchange, others].flat()),
      collections: collectionsOf(requirement, mismatches, evidence, client),
      traffic: client.traffic,
    };
  };
  try {
    return judgement(await unlessGone(outcome, requirement, evidence, stillThere));
  } catch (error) {
    // Without a result the run would wait for it until its end.
    return judgement(outcomeOf(error, requirement));
  }
}

/** The verdict `error` for a requirement that could not be judged, because of an error outside of its check. */
export function broken(
  { id }: Requirement,
  version: Version,
  { client }: Situation,
  error: unknown,
): Judgement {
  return {
    result: {
      requirement: id,
      version,
      verdict: 'error',
      ...reported(masked(suiteBug(error), client)),
      violations: [],
      durationMs: 0,
      exchanges: [],
    },
    evidence: [],
    wrong: [],
    traffic: client.traffic,
  };
}

/** The outcome of a check whose every mismatch is a page of 413 or 414, which only a server in front sends. */
function refusedBySize({ mismatches = [] }: Outcome, client: Client): Outcome | undefined {
  const pages = mismatches.map(({ exchange = -1 }) => {
    const status = client.records.plain(exchange)?.status ?? 0;
    return SIZE_LIMITS.includes(status) ? client.retries.doubtOf(exchange) : undefined;
  });
  const [page] = pages;
  if (page === undefined || pages.includes(undefined)) return undefined;
  const says = `a server in front of the instance refused a request by its size: ${page}`;
  return { verdict: 'error', reason: { code: 'no-answer', says } };
}

/** Notes a final verdict for the requirement that reports what no other has reported. */
export function note(
  { result, wrong }: Judgement,
  { runsLast }: Requirement,
  situation: Situation,
): void {
  if (runsLast) return;
  situation.reported ??= new Set();
  // What later looks settled has no violations left.
  if (result.violations.length === 0) return;
  for (const exchange of wrong) situation.reported.add(exchange);
}

/** A reason with masked texts. */
function masked({ code, says, values = {} }: Reason, { redaction }: Client): Reason {
  const own = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? redaction.beginning(value, LONGEST_TEXT) : value,
  ]);
  return {
    code,
    says: redaction.beginning(says, LONGEST_TEXT),
    ...(own.length === 0 ? {} : { values: Object.fromEntries(own) }),
  };
}

/** All reported texts are masked here, and truncated. */
function violationsOf(mismatches: readonly Mismatch[], client: Client): ReportedViolation[] {
  const text = (value: string) => client.redaction.beginning(value, LONGEST_TEXT);
  const more = mismatches.length - MOST_VIOLATIONS;
  return mismatches.slice(0, MOST_VIOLATIONS).map((mismatch, index) => {
    const { kind = 'other', pointer, expected, received, exchange, count, ids } = mismatch;
    const last = index === MOST_VIOLATIONS - 1 && more > 0 ? ` (and ${more} more)` : '';
    const page = client.retries.doubtOf(exchange ?? -1);
    const doubt =
      page === undefined
        ? ''
        : ` (${client.redaction.text(page)}, which something in front of the instance may have sent)`;
    return {
      message: text(mismatch.message) + doubt + last,
      kind,
      pointer: pointer && text(pointer),
      expected: expected && text(expected),
      received: received === undefined ? undefined : text(shown(received, LONGEST_VALUE)),
      count,
      ids: ids?.map((id) => (typeof id === 'number' ? id : text(id))),
      exchange,
      write: client.records.writeBefore(exchange ?? -1),
    };
  });
}

/** An observed value as masked plain data; undefined if it has no JSON. */
function plain(observed: unknown, client: Client): unknown {
  const json: string | undefined = JSON.stringify(observed);
  if (json !== undefined && json.length > LONGEST_OBSERVATION) {
    return client.redaction.beginning(shown(observed, LONGEST_OBSERVATION), LONGEST_TEXT);
  }
  const text = (value: string) => client.redaction.text(value);
  return json === undefined
    ? undefined
    : JSON.parse(json, (_, value: unknown) => {
        if (typeof value === 'string') return text(value);
        if (!isObject(value)) return value;
        return Object.fromEntries(Object.entries(value).map(([name, own]) => [text(name), own]));
      });
}
