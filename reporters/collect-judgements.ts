import type { Reporter, TestCase } from 'vitest/node';
import type { Judgement } from '../harness/judgement.js';

/** Told of each judgement as it comes in. */
export type OnJudgement = (judgement: Judgement) => void;

/**
 * The one Vitest reporter: it takes each judgement out of its test's meta. An interrupted run
 * reports a test twice, so judgements are kept by requirement and version.
 */
export class JudgementCollector implements Reporter {
  readonly #judgements = new Map<string, Judgement>();

  constructor(
    private readonly onJudgement: OnJudgement,
    private readonly onStart: (test: string) => void,
  ) {}

  /** What was judged so far. */
  get judgements(): Judgement[] {
    return [...this.#judgements.values()];
  }

  onTestCaseReady(test: TestCase): void {
    this.onStart(test.name);
  }

  onTestCaseResult(test: TestCase): void {
    const { judgement } = test.meta();
    if (judgement === undefined) return;
    const { requirement, version } = judgement.result;
    const key = `${requirement} ${version}`;
    const known = this.#judgements.has(key);
    this.#judgements.set(key, judgement);
    if (!known) this.onJudgement(judgement);
  }
}
