// Loaded by `--import` into the command: leaves the moment at which the first verdict reached the
// collector of judgements, from where it goes to the screen, in the file that BENCH_FIRST_VERDICT
// names, and ends the process there. Lines of progress would tell it a tenth of a second late or more.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_FIRST_VERDICT;

if (isMainThread && file !== undefined) {
  const { JudgementCollector } = await import('../../reporters/collect-judgements.js');
  const take = JudgementCollector.prototype.onTestCaseResult;
  JudgementCollector.prototype.onTestCaseResult = function (test) {
    // What the run does not ask for is known without a look at the instance: it is no verdict on it.
    const verdict = test.meta().judgement?.result.verdict;
    if (verdict === 'pass' || verdict === 'fail' || verdict === 'warn' || verdict === 'observed') {
      writeFileSync(file, String(performance.timeOrigin + performance.now()));
      process.exit();
    }
    take.call(this, test);
  };
}
