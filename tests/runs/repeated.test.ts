import { expect, test } from 'vitest';
import { withProxy } from '../harness/proxy.js';
import { credentials, ran, withInstance } from './instance.js';

const GROUPS =
  'root,consistency,bundles,filters,search,authorisation,errors,page.*,combined.series';

test('a run that is repeated with its seed asks the same in the same order, one by one', async () => {
  const first = await requestsOfARun();
  const again = await requestsOfARun();
  expect(again).toEqual(first);
  // The control: there was something to confuse, and several accounts asked for it.
  expect(new Set(first).size).toBeGreaterThan(100);
  expect(new Set(first.map((request) => request.split(' ')[2])).size).toBeGreaterThan(3);
});

/** What a server that has just been started is asked by a run, with who asks. */
async function requestsOfARun(): Promise<string[]> {
  const asked: string[] = [];
  await withInstance({}, (reference) =>
    withProxy(
      reference.url,
      ({ method, path, headers }) => {
        asked.push(`${method} ${path} ${headers.authorization?.replace(' ', ':') ?? 'nobody'}`);
        return 'pass';
      },
      async (url) => {
        const how = ['--seed', '7', '--concurrency', '1', '--thorough', '10'];
        const args = ['--base-url', url, '--versions', '1.4', '--only', GROUPS, ...how];
        const { status } = await ran(args, { env: credentials(reference) });
        expect(status).toBe(0);
      },
    ),
  );
  return asked;
}

test('--thorough asks for more, and the smallest query that departs is the evidence', async () => {
  // It shows only where two parameters of a list are given, and in no other requirement.
  const fault = ['--fault', 'series-since-ignored-with-project'];
  const only = ['--only', 'combined.series', '--versions', '1.2'];
  const { report } = await ran(['demo', ...fault, ...only, '--thorough', '40', '--seed', '7']);
  const result = report.results.find(({ requirement }) => requirement === 'combined.series');
  expect(result?.verdict).toBe('warn');
  const [, asked = ''] = /\?(\S+):/.exec(result?.violations[0]?.message ?? '') ?? [];
  const names = [...new URLSearchParams(asked).keys()].sort();
  expect(names).toEqual(['page', 'per_page', 'project', 'since']);
});
