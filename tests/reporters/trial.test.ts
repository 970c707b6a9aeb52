import { expect, test } from 'vitest';
import type { ClientTrial, Output, Trial } from '../../analysis/trial/result.js';
import { formatFor, TRIAL as PRODUCT } from '../../reporters/formats.js';
import { textOf } from './rendered.js';

const HOSTILE = '<script>alert(1)</script> \u001b[2J ::error::x';

const output: Output = { stdout: 'a\n', stderr: '', files: {}, status: 0, signal: null };

function trialOf(id: string, parts: Partial<Trial>): Trial {
  return {
    id,
    kind: 'variant',
    says: `Says ${id} of \`x\`.`,
    version: '1.2',
    reaction: 'same',
    why: '',
    rerun: `conformance try-client --only ${id}`,
    ...parts,
  };
}

const difference = {
  expectedLines: 3,
  receivedLines: 1,
  line: 2,
  expected: 'second',
  received: '',
};

function sample(trials: Trial[], parts: Partial<ClientTrial> = {}): ClientTrial {
  return {
    format: 'conformance-client-trial/1',
    tool: { name: 'patchwork-conformance', version: '1.0.0' },
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 1500,
    verdict: 'fail',
    command: `client ${HOSTILE}`,
    expect: 'sound',
    runs: [
      {
        version: '1.2',
        requests: [{ method: 'GET', target: '/api/1.2/patches/' }],
        output,
        lines: 3,
      },
      { version: '1.3', requests: [], output, lines: 3 },
    ],
    usage: [
      {
        method: 'GET',
        endpoint: '/patches/',
        versions: ['1.2'],
        parameters: ['project'],
        fields: [],
      },
    ],
    unspecified: ['GET /patches/'],
    trials,
    withoutEffect: 1200,
    notOffered: [{ id: 'like-2.2', newest: '1.2' }],
    notTried: [{ id: 'late', kind: 'network', version: '1.2' }],
    ...parts,
  };
}

const silent = {
  reaction: 'silently different',
  why: '1 line instead of 3',
  difference,
  output,
} as const;

const TRIAL = sample([
  trialOf('crash', {
    reaction: 'crashes',
    why: HOSTILE,
    kind: 'network',
    on: 'GET /patches/',
    output: { ...output, status: 1 },
    answer: { request: 'GET /api/1.2/patches/', where: 'status', expected: '200', received: '502' },
  }),
  trialOf('order', { ...silent, alike: ['order-too'] }),
  trialOf('spelling', silent),
  trialOf('spelling', { ...silent, version: '1.3' }),
  trialOf('loop', { reaction: 'hangs', why: 'no end of its requests', kind: 'fault' }),
  trialOf('told', { reaction: 'tells', why: 'exit status 1: no', kind: 'fault' }),
  trialOf('well', { kind: 'release' }),
]);

const look = { colour: false, columns: 100, verbose: false };

const crash = { reaction: 'crashes', why: "KeyError: 'id'" } as const;
const answered = (request: string) => ({
  answer: { request, where: '/0/id', expected: '1', received: 'no such field' },
});

// The golden file is written anew by `npx vitest run tests/reporters -u`; read the difference.
test('on a terminal a trial looks as it should', async () => {
  await expect(textOf(PRODUCT, TRIAL, look)).toMatchFileSnapshot('golden/trial.txt');
});

test('the same place of the same answer is one effect, in any version', () => {
  const trials = [
    trialOf('one', { ...crash, ...answered('GET /api/1.2/patches/') }),
    trialOf('two', { ...crash, ...answered('GET /api/1.2/series/'), kind: 'fault' }),
    trialOf('one', { ...crash, ...answered('GET /api/1.1/patches/'), version: '1.1' }),
  ];
  const text = textOf(PRODUCT, sample(trials), look);
  expect(text.match(/^✗ KeyError: 'id'$/gm)).toHaveLength(2);
  expect(text).toContain('variant one: Says one of `x`. (in 1.1–1.2)');
  expect(text).toContain('fault two: Says two of `x`. (in 1.2)');
});

test.for<[verdict: RegExp, Partial<ClientTrial>]>([
  [/^ PASS {2}1 run on changed instances: same 1 · like-2.2 not/m, { verdict: 'pass' }],
  [/^ INCOMPLETE {2}nothing was tried · like-2.2/m, { verdict: 'incomplete', trials: [] }],
])('the last line has the verdict: %s', ([verdict, parts]) => {
  const trial = sample([trialOf('well', {})], { notTried: [], ...parts });
  expect(textOf(PRODUCT, trial, look)).toMatch(verdict);
});

test('a command that prints nothing is warned about, and with --verbose what had no effect is named', () => {
  const silent = { ...output, stdout: '' };
  const trial = sample([trialOf('well', {})], {
    runs: [{ version: '1.2', requests: [], lines: 0, output: silent }],
  });
  const text = textOf(PRODUCT, trial, { ...look, verbose: true });
  expect(text).toContain('! The command prints nothing and writes no file');
  expect(text).toContain('✓ well');
});

test('no format obeys what a client or an instance says', () => {
  for (const text of [
    textOf(PRODUCT, TRIAL, look),
    formatFor(PRODUCT, 'x.html')(TRIAL),
    formatFor(PRODUCT, 'x.md')(TRIAL),
  ]) {
    expect(text).not.toContain('\u001b');
    expect(text).toContain('order-too');
    expect(text).toContain('conformance try-client --only order');
  }
  expect(formatFor(PRODUCT, 'x.html')(TRIAL)).not.toContain('<script>alert');
  expect(formatFor(PRODUCT, 'x.md')(TRIAL)).not.toMatch(/^[^`]*<script>/m);
});
