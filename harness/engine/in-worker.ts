import { setImmediate as afterNetwork } from 'node:timers/promises';
import { afterAll, beforeAll, describe, inject, type TaskMeta, test } from 'vitest';
import type { Instance } from '../instance.js';
import type { Judgement } from '../judgement.js';
import type { Exchange, SeenField } from '../report.js';
import type { Chapter, Requirement } from '../requirement.js';
import type { Version } from '../version.js';
import './handover.js';
import { AT_ONCE, judgingOf, type WantedJudgement } from './judging.js';

declare module 'vitest' {
  interface TaskMeta {
    judgement?: Judgement;
    /** What was exchanged since the judgement before, where a report wants all of it. */
    exchanges?: Exchange[];
    /** Of the file: what the run came to know of the fields. */
    fields?: SeenField[];
  }
}

/** How long one judgement may take, in milliseconds; each request has its own, shorter limit. */
const JUDGEMENT_LIMIT_MS = 600_000;

/** What a run can tell beside its verdicts. */
export interface Gathered {
  /** The fields of a version as far as they are known; asked once, at the end of the run. */
  fields(version: Version, instance: Instance): Promise<SeenField[]>;
}

/**
 * Turns the catalogue into Vitest's tests: one for each requirement and version that is wanted. All
 * are concurrent in the phase that reads; those that write run one after the other. To be called
 * once, from the one file that the engine runs. The verdict and its evidence travel in the test's
 * meta, the fields that were seen in that of the file; a test fails where its verdict is `fail` or
 * `error`.
 */
export async function runInWorker(
  catalogue: readonly Chapter[],
  gathered: Gathered,
): Promise<void> {
  const handover = inject('conformance');
  const { offered, writing } = handover;
  const judging = await judgingOf(handover, catalogue);
  const { client, situation } = judging;
  // What writes takes as long as the values that the user wants; a test that went on after its time
  // would write while the next one does.
  const timeout = writing === undefined ? JUDGEMENT_LIMIT_MS : 0;
  let ofFile: TaskMeta | undefined;
  afterAll(async () => {
    judging.end();
    const seen = await Promise.all(
      offered.map((version) => gathered.fields(version, situation.instance)),
    );
    // Names of fields come from the instance, which may have put a secret into one.
    const clean = (field: string) => client.redaction.text(field);
    const fields = seen.flat().map((each) => ({ ...each, field: clean(each.field) }));
    if (ofFile !== undefined) ofFile.fields = fields;
    await client.close();
  });
  // To declare a test and to start it takes a while, and there are many: judging goes on in between.
  let turns = Promise.resolve();
  const inTurn = () => {
    turns = turns.then(() => afterNetwork());
    return turns;
  };
  for (const part of inParts(judging.wanted)) {
    await inTurn();
    const name = part[0]?.chapter.name ?? '';
    describe(name, { concurrent: writing === undefined }, () => {
      beforeAll(inTurn);
      for (const each of part) {
        const { chapter, requirement, version } = each;
        const tags = [`v${version}`, chapter.name, requirement.level];
        test(nameOf(requirement, version), { tags, timeout }, async ({ task }) => {
          ofFile = task.file.meta;
          const judgement = await judging.of(each);
          task.meta.judgement = judgement;
          if (handover.everyExchange) task.meta.exchanges = client.takeExchanges();
          const { verdict, reason, violations } = judgement.result;
          if (verdict === 'fail' || verdict === 'error') {
            throw new Error(violations[0]?.message ?? reason ?? verdict);
          }
        });
      }
    });
  }
}

/** Judgements of one chapter after the other, no more than so many in one part. */
function inParts(wanted: readonly WantedJudgement[]): WantedJudgement[][] {
  const parts: WantedJudgement[][] = [];
  for (const each of wanted) {
    const last = parts.at(-1);
    const goesOn = last?.[0]?.chapter === each.chapter && last.length < AT_ONCE;
    if (goesOn) last.push(each);
    else parts.push([each]);
  }
  return parts;
}

/** The name of a test: the requirement and the version. */
export function nameOf(requirement: Pick<Requirement, 'id'>, version: Version): string {
  return `${requirement.id} in ${version}`;
}
