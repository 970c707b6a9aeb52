import { afterAll, describe, inject, type TaskMeta, test } from 'vitest';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { check, note } from '../check.js';
import { Client } from '../client/client.js';
import type { Instance } from '../instance.js';
import type { SeenField } from '../report.js';
import type { Group, Requirement } from '../requirement.js';
import { situationOf } from '../situation.js';
import './worker-config.js';

/** Returns the fields of a version that the run has seen; called once per version, at the end. */
export type KnownFields = (version: Version, instance: Instance) => Promise<SeenField[]>;

/**
 * Declares one Vitest test for each requirement and version that is wanted. To be called once, by the
 * file that the engine runs. Tests that only read are concurrent; those that write run one after the
 * other. The verdict and its evidence are in the test's meta, the fields that were seen in the file's.
 * A test fails where its verdict is `fail` or `error`.
 */
export async function declareTests(
  groups: readonly Group[],
  knownFields: KnownFields,
): Promise<void> {
  const config = inject('conformance');
  const { settings, offered, everyExchange, levels = {} } = config;
  const client = new Client(settings, config.firstExchange, config.traffic);
  const { requests } = config;
  if (requests !== undefined) client.limitRequests(requests.left, requests.why);
  for (const { answer, exchange } of config.known) client.adopt(answer, exchange);
  const situation = situationOf(client, offered, settings, config);
  const wanted = new Set(config.wanted.map(([id, version]) => `${id} ${version}`));
  const onlyReads = config.writing === undefined;
  const ended = new AbortController();
  ended.signal.addEventListener('abort', () => client.stop(), { once: true });
  let fileMeta: TaskMeta = {};
  /** The pending or last check that writes. */
  let writing: Promise<unknown> = Promise.resolve();

  const declare = (requirement: Requirement, version: Version) => {
    test(`${requirement.id} in ${version}`, async ({ task, signal }) => {
      fileMeta = task.file.meta;
      signal.addEventListener('abort', () => ended.abort(), { once: true });
      const level = levels[requirement.id] ?? requirement.level;
      const judging = check({ ...requirement, level }, version, situation);
      // A write that was sent is awaited, so that it can be restored.
      if (!onlyReads) writing = judging;
      const judgement = await (onlyReads
        ? Promise.race([judging, aborted(ended.signal)])
        : judging);
      if (judgement !== undefined) note(judgement, requirement, situation);
      // An aborted check has no result; the command knows the reason.
      if (judgement === undefined || ended.signal.aborted) return;
      task.meta.judgement = judgement;
      if (everyExchange) task.meta.exchanges = client.takeExchanges();
      const { verdict, reason, violations } = judgement.result;
      if (verdict === 'fail' || verdict === 'error') {
        throw new Error(violations[0]?.message ?? reason ?? verdict);
      }
    });
  };
  const declareWhere = (isIncluded: (requirement: Requirement) => boolean) => {
    for (const { name, requirements } of groups) {
      // Version by version: a write is read back before other versions write.
      const pairs = VERSIONS.flatMap((version) =>
        requirements
          .filter((each) => isIncluded(each) && wanted.has(`${each.id} ${version}`))
          .map((requirement) => ({ requirement, version })),
      );
      if (pairs.length === 0) continue;
      describe(name, () => {
        for (const { requirement, version } of pairs) declare(requirement, version);
      });
    }
  };
  describe('all', { concurrent: onlyReads }, () => declareWhere(({ runsLast }) => !runsLast));
  describe('last', { concurrent: false }, () => declareWhere(({ runsLast }) => runsLast === true));

  afterAll(async () => {
    await writing.catch(() => {});
    situation.writing?.close();
    const fields = await Promise.all(
      offered.map((version) => knownFields(version, situation.instance)),
    );
    // Names of fields come from the instance and may contain a secret.
    const clean = (field: string) => client.redaction.text(field);
    fileMeta.fields = fields.flat().map((each) => ({ ...each, field: clean(each.field) }));
    fileMeta.traffic = client.traffic;
    fileMeta.latencies = client.latencies;
    if (everyExchange) fileMeta.exchanges = client.takeExchanges();
    await client.close();
  });
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
