import { run, serve } from 'patchwork-conformance';
import { expect, test } from 'vitest';

test('the instance conforms', async () => {
  const instance = await serve();
  const report = await run({ baseUrl: instance.url, versions: '1.4', only: 'root' });
  await instance.stop();
  expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.verdict).toBe('conformant');
}, 60_000);

test('it is told what is wrong', async () => {
  await expect(run({ baseUrl: 'no where' })).rejects.toThrow('baseUrl: expected a URL such as');
});
