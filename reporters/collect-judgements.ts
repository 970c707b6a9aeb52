import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Judgement } from '../harness/judgement.js';
import type { Exchange, SeenField } from '../harness/report.js';

/**
 * The one Vitest reporter: it takes each judgement out of its test's meta, and the fields that were
 * seen out of the file's. An interrupted run reports a test twice, so judgements are kept by
 * requirement and version.
 */
export class JudgementCollector implements Reporter {
  readonly #judgements = new Map<string, Judgement>();
  #fields: SeenField[] = [];
  readonly #exchanges: Exchange[] = [];

  /** `onStart` is told of each test that begins. */
  constructor(private readonly onStart: (test: string) => void) {}

  /** What was judged so far. */
  get judgements(): Judgement[] {
    return [...this.#judgements.values()];
  }

  /** What the run came to know of the fields; there when it is over. */
  get fields(): SeenField[] {
    return this.#fields;
  }

  /** What was exchanged so far, some of it twice, if the run was to keep it. */
  get exchanges(): Exchange[] {
    return this.#exchanges;
  }

  /** Takes in what was exchanged outside of the worker. */
  addExchanges(exchanges: readonly Exchange[]): void {
    this.#exchanges.push(...exchanges);
  }

  onTestCaseReady(test: TestCase): void {
    this.onStart(test.name);
  }

  onTestCaseResult(test: TestCase): void {
    const { judgement, exchanges = [] } = test.meta();
    this.#exchanges.push(...exchanges);
    if (judgement === undefined) return;
    const { requirement, version } = judgement.result;
    this.#judgements.set(`${requirement} ${version}`, judgement);
  }

  onTestModuleEnd(module: TestModule): void {
    // The phase that writes comes second and looks at no forms.
    if (this.#fields.length === 0) this.#fields = module.meta().fields ?? [];
  }
}
