import { expect, test } from 'vitest';
import type { Report, Result } from '../../harness/report.js';
import { conformance } from '../cli/command.js';
import type { Fate, PassedRequest } from '../harness/proxy.js';
import { expectAsItWas, withWrites } from './written.js';

/** What a run on a sound instance reports, that loses the answers that `decide` says, and restores all. */
async function reported(decide: (request: PassedRequest) => Fate) {
  let lost = 0;
  const counted = (request: PassedRequest) => {
    const fate = decide(request);
    if (fate !== 'pass') lost += 1;
    return fate;
  };
  return withWrites(counted, async ({ args, cwd, env, reference, before }) => {
    const { status, stdout } = await conformance([...args, '--report', '-'], { cwd, env });
    expectAsItWas(reference, before);
    expect(lost).toBeGreaterThan(0);
    const report = JSON.parse(stdout) as Report;
    const contracts = (report.extensions ?? []).flatMap(({ results }) => results);
    expect(report.writes?.notRestored).toEqual([]);
    return { status, results: report.results, all: [...report.results, ...contracts] };
  });
}

function idsOf(results: readonly Result[], ...verdicts: Result['verdict'][]): string[] {
  const wanted = results.filter(({ verdict }) => verdicts.includes(verdict));
  return wanted.map(({ requirement, reason, violations }) =>
    [requirement, reason ?? violations[0]?.message].join(': '),
  );
}

/** Whether a request is made for the first time, apart from what its body says. */
function firstTime(): (request: PassedRequest) => boolean {
  const seen = new Set<string>();
  return ({ method, path, headers }) => {
    const key = [method, path, headers.authorization].join(' ');
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}

test('what takes effect and is answered 504 by a gateway is judged by no answer to a repetition', async () => {
  const sent: string[] = [];
  const { all } = await reported(({ method, path }) => {
    if (method !== 'POST' && method !== 'DELETE') return 'pass';
    sent.push(`${method} ${path}`);
    return { status: 504, body: '', arrives: true };
  });
  expect(idsOf(all, 'fail', 'warn')).toEqual([]);
  // The controls: all that they need was looked for, and none of it was deleted twice while it was checked.
  for (const id of ['client.bundle.delete', 'check.create.user', 'check.create.others']) {
    expect(all.find(({ requirement }) => requirement === id)?.code).toBe('no-answer');
  }
  expect(sent.filter((each) => each.startsWith('POST') && each.includes('checks'))).not.toEqual([]);
});

test('one lost answer to each kind of write leaves no check open', async () => {
  const isFirst = firstTime();
  const { all } = await reported((request) => {
    const isChange = ['POST', 'PATCH', 'PUT'].includes(request.method);
    return isChange && isFirst(request) ? 'lose the answer' : 'pass';
  });
  expect(idsOf(all, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
});

test.for([1, 4])(
  '504 for POST number %d to bundles/, which took effect, leaves nothing unchecked',
  async (number) => {
    let posts = 0;
    const { status, all } = await reported(({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/bundles/')) return 'pass';
      posts += 1;
      return posts === number ? { status: 504, body: '', arrives: true } : 'pass';
    });
    expect(idsOf(all, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
    expect(status).toBe(0);
  },
);

test('a 429, 408, 421 or 425 for a write that took effect is no evidence either', async () => {
  const statuses = [429, 408, 421, 425];
  const { all } = await reported(({ write }) => {
    const status = statuses[write % statuses.length] ?? 429;
    const headers = { 'retry-after': '0' };
    return write % 3 === 2 ? { status, headers, body: '', arrives: true } : 'pass';
  });
  expect(idsOf(all, 'fail', 'warn')).toEqual([]);
});

test('an empty 408, 421 or 425 in place of an answer changes no verdict', async () => {
  const statuses = [408, 421, 425];
  const isFirst = firstTime();
  let requests = 0;
  const { status, all } = await reported((request) => {
    if (!isFirst(request)) return 'pass';
    requests += 1;
    const [which, headers] = [statuses[requests % 21], { 'retry-after': '0' }];
    return which === undefined ? 'pass' : { status: which, headers, body: '', arrives: false };
  });
  expect(idsOf(all, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(status).toBe(0);
});
