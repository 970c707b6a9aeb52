import { afterAll, describe, inject, test } from 'vitest';
import { Client } from '../client/client.js';
import { type Judgement, judge } from '../judgement.js';
import type { Chapter, Requirement } from '../requirement.js';
import type { Version } from '../version.js';
import './handover.js';
import { situationOf } from './situation.js';
import { onStop } from './stop-channel.js';

declare module 'vitest' {
  interface TaskMeta {
    judgement?: Judgement;
  }
}

/**
 * Turns the catalogue into Vitest's tests: one for each requirement and version that is wanted, all
 * of them concurrent. To be called once, from the one file that the engine runs. The verdict and
 * its evidence travel in the test's meta; a test fails where its verdict is `fail` or `error`.
 */
export function runInWorker(chapters: readonly Chapter[]): void {
  const { settings, offered, wanted, known, stopChannel } = inject('conformance');
  const client = new Client(settings, known.length + 1);
  for (const { answer, exchange } of known) client.adopt(answer, exchange);
  const situation = situationOf(client, offered, settings);
  const versionsOf = grouped(wanted);

  const endListening = onStop(stopChannel, () => client.stop());
  afterAll(async () => {
    endListening();
    await client.close();
  });
  for (const chapter of chapters) {
    describe.concurrent(chapter.name, () => {
      for (const requirement of chapter.requirements) {
        for (const version of versionsOf.get(requirement.id) ?? []) {
          const tags = [`v${version}`, chapter.name, requirement.level];
          test(nameOf(requirement, version), { tags }, async ({ task }) => {
            const judgement = await judge(requirement, version, situation);
            task.meta.judgement = judgement;
            const { verdict, reason, violations } = judgement.result;
            if (verdict === 'fail' || verdict === 'error') {
              throw new Error(violations[0]?.message ?? reason ?? verdict);
            }
          });
        }
      }
    });
  }
}

/** The name of a test: the requirement and the version. */
export function nameOf(requirement: Pick<Requirement, 'id'>, version: Version): string {
  return `${requirement.id} in ${version}`;
}

function grouped(wanted: readonly [string, Version][]): Map<string, Version[]> {
  const versionsOf = new Map<string, Version[]>();
  for (const [id, version] of wanted) {
    versionsOf.set(id, [...(versionsOf.get(id) ?? []), version]);
  }
  return versionsOf;
}
