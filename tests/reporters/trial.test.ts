import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { ClientTrial, Output, Trial } from '../../analysis/trial/result.js';
import { formatFor, TRIAL as PRODUCT } from '../../reporters/formats.js';
import { renderTrialJunit } from '../../reporters/trial/junit.js';
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
      { version: '1.3', requests: [], output, lines: 3, sameAs: '1.2' },
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
    problems: [
      {
        method: 'GET',
        target: `/api/1.1/events/?order=${HOSTILE}`,
        version: '1.1',
        problem: 'unknown parameter order',
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

test('the terminal shows the worst first, one weakness of the client at a time, and the verdict last', () => {
  const text = textOf(PRODUCT, TRIAL, look);
  const places = ['crash:', 'order (also order-too):', 'spelling:', 'loop:', 'told:', ' FAIL '].map(
    (each) => text.indexOf(each),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(text.match(/≠ 1 line instead of 3/g)).toHaveLength(1);
  expect(text).toContain('(in 1.2–1.3)');
  expect(text).toContain('1.3: the same requests as in 1.2');
  expect(text).toContain('unknown parameter order (1.1)');
  expect(text.replace(/\s+/g, ' ')).toContain('1 not tried, for want of time');
  expect(text).not.toContain('well:');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('JUnit has a case for each run, and is what the schema of the format allows', async () => {
  const xml = renderTrialJunit(TRIAL);
  const schema = readFileSync(new URL('./junit.xsd', import.meta.url), 'utf8');
  const { errors } = await validateXML({ xml: [{ fileName: 'a.xml', contents: xml }], schema });
  expect(errors).toEqual([]);
  expect(xml).toContain('tests="8" failures="4" errors="1"');
  expect(xml).toContain('name="crash on GET /patches/ in 1.2"');
  expect(xml.match(/<failure /g)).toHaveLength(4);
  expect(xml).toContain('<skipped message="not tried, for want of time"');
});

test('no format obeys what a client or an instance says', () => {
  for (const text of [
    textOf(PRODUCT, TRIAL, look),
    formatFor(PRODUCT, 'x.html')(TRIAL),
    formatFor(PRODUCT, 'x.md')(TRIAL),
    renderTrialJunit(TRIAL),
  ]) {
    expect(text).not.toContain('\u001b');
    expect(text).toContain('order-too');
    expect(text).toContain('conformance try-client --only order');
  }
  expect(formatFor(PRODUCT, 'x.html')(TRIAL)).not.toContain('<script>alert');
  expect(formatFor(PRODUCT, 'x.md')(TRIAL)).not.toMatch(/^[^`]*<script>/m);
});

test('a trial of which all is well says so, and one of nothing does not look like a success', () => {
  const well = sample([trialOf('well', {})], { verdict: 'pass', notTried: [], problems: [] });
  expect(textOf(PRODUCT, well, look)).toMatch(/ PASS {2}1 run on changed instances: same 1/);
  const none = sample([], { verdict: 'incomplete', notTried: [], problems: [] });
  expect(textOf(PRODUCT, none, look)).toMatch(/ INCOMPLETE {2}nothing was tried/);
  expect(formatFor(PRODUCT, 'x.md')(none)).toContain('nothing was tried');
});

test('effects with other causes are told apart, and each cause with its kind', () => {
  const crash = { reaction: 'crashes', why: "KeyError: 'id'" } as const;
  const answer = { expected: '1', received: 'no such field' };
  const at = (request: string, where: string) => ({ ...answer, request, where });
  const trials = [
    trialOf('one', { ...crash, answer: at('GET /api/1.2/patches/', '/0/id') }),
    trialOf('two', { ...crash, kind: 'fault', answer: at('GET /api/1.2/series/', '/0/id') }),
    trialOf('one', { ...crash, version: '1.1', answer: at('GET /api/1.1/patches/', '/0/id') }),
  ];
  for (const text of [
    textOf(PRODUCT, sample(trials), look),
    formatFor(PRODUCT, 'x.md')(sample(trials)),
    formatFor(PRODUCT, 'x.html')(sample(trials)),
  ]) {
    const told = text.replace(/<[^>]*>|[`*]/g, '');
    expect(told.match(/KeyError: (?:'|&#39;)id/g)).toHaveLength(2);
    expect(told).toMatch(/variant one: Says one of x\. \(in 1\.1–1\.2\)/);
    expect(told).toMatch(/fault two: /);
    expect(told).toContain('GET /patches/: left out by the specification');
    expect(told.replace(/\s+/g, ' ')).toContain(
      'like-2.2 not tried: it offers no 1.2, 1.3 (--versions 1.2)',
    );
  }
});

test('a command without output is told that silent differences are not seen', () => {
  const silentRun = { ...sample([]).runs[0], version: '1.2', lines: 0 } as const;
  const text = textOf(
    PRODUCT,
    sample([trialOf('well', {})], {
      runs: [{ ...silentRun, requests: [], output: { ...output, stdout: '' } }],
    }),
    { ...look, verbose: true },
  );
  expect(text.replace(/\s+/g, ' ')).toContain('! The command prints nothing');
  expect(text).toContain('✓ well');
});
