import {
  CannotExamine,
  type Comparison,
  compare,
  parseReport,
  Refusal,
  type Report,
  type RunOptions,
  render,
  run,
  serve,
  type Version,
  validate,
} from 'patchwork-conformance';
import schema from 'patchwork-conformance/schemas/v1.2/schema.json' with { type: 'json' };

const instance = await serve({ fault: ['last-off-by-one'] });
const versions: Version[] = ['1.3', '1.4'];
const options: RunOptions = {
  baseUrl: instance.url,
  versions,
  only: ['paging'],
  userToken: instance.roles.user.token,
  timeout: 20,
  signal: undefined,
};
const report: Report = await run(options);
console.log(report.verdict, report.counts.fail > 0);

const stored: Report = parseReport(render(report, 'json'));
const comparison: Comparison = compare([
  { name: 'before', report: stored },
  { name: 'after', report },
]);
console.log(comparison.verdict, render(comparison, 'md').length > 0);

const answer: unknown = await (await fetch(`${instance.url}/api/1.2/covers/1/`)).json();
const found = validate(answer, { version: '1.2', resource: 'cover', form: 'detail' });
console.log(found.length, schema.$id);

try {
  // @ts-expect-error: there is no such option, and the types say so.
  await run({ baseUri: instance.url });
} catch (error) {
  if (error instanceof Refusal) console.log(error.message.split(';')[0]);
}
await instance.stop();
try {
  await run({ baseUrl: instance.url });
} catch (error) {
  console.log(error instanceof CannotExamine);
}
