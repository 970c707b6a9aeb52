import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress, type Progress } from '../../cli/progress.js';

class Sink extends Writable {
  readonly written: string[] = [];
  readonly columns: number;

  constructor(columns = 80) {
    super();
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written.push(chunk.toString());
    done();
  }
}

function judge(progress: Progress, times: number, fails = false): void {
  for (let index = 1; index <= times; index += 1) {
    progress.judged({ fails, requests: index });
  }
}

const PLAIN = { colour: false, live: false, quiet: false };
const LIVE = { ...PLAIN, live: true };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('progress where there is no terminal', () => {
  it('is a plain line for each tenth of the run', async () => {
    const sink = new Sink();
    const progress = await createProgress(sink, PLAIN);
    progress.begin(700);
    judge(progress, 700);
    progress.end();
    expect(sink.written).toHaveLength(10);
    expect(sink.written[0]).toBe(' 10 %  70 of 700 · 70 requests · 0 failed\n');
    expect(sink.written[9]).toBe('100 %  700 of 700 · 700 requests · 0 failed\n');
  });

  it('never counts fewer requests than before, whatever comes in late', async () => {
    const sink = new Sink();
    const progress = await createProgress(sink, PLAIN);
    progress.begin(2);
    for (const requests of [44, 24]) {
      progress.judged({ fails: false, requests });
    }
    expect(sink.written.at(-1)).toContain('44 requests');
  });

  it('is a line a minute, where a tenth takes longer', async () => {
    const sink = new Sink();
    const progress = await createProgress(sink, PLAIN);
    progress.begin(10_000);
    for (let minute = 1; minute <= 3; minute += 1) {
      judge(progress, 5);
      vi.advanceTimersByTime(60_000);
      judge(progress, 5);
    }
    progress.end();
    expect(sink.written).toEqual([
      '  0 %  6 of 10,000 · 5 requests · 0 failed\n',
      '  0 %  16 of 10,000 · 5 requests · 0 failed\n',
      '  0 %  26 of 10,000 · 5 requests · 0 failed\n',
    ]);
  });

  it('is no more than a line for each result of a short run', async () => {
    const sink = new Sink();
    const progress = await createProgress(sink, PLAIN);
    progress.begin(2);
    judge(progress, 2, true);
    progress.end();
    expect(sink.written).toEqual([
      ' 50 %  1 of 2 · 1 request · 1 failed\n',
      '100 %  2 of 2 · 2 requests · 2 failed\n',
    ]);
  });
});

describe('progress on a terminal', () => {
  it('is one line, rewritten in place and taken away at the end', async () => {
    const sink = new Sink();
    const progress = await createProgress(sink, LIVE);
    progress.begin(10);
    vi.advanceTimersByTime(100);
    judge(progress, 1, true);
    vi.advanceTimersByTime(100);
    progress.inHand('covers.list 1.2');
    progress.end();
    expect(sink.written).toEqual([
      '\r──────────────────── 0 of 10 · 0 requests · 0 failed\u001b[K',
      '\r━━────────────────── 1 of 10 · 1 request · 1 failed\u001b[K',
      '\r━━────────────────── 1 of 10 · 1 request · 1 failed · covers.list 1.2\u001b[K',
      '\r\u001b[K',
    ]);
  });

  it('is written ten times a second at most', async () => {
    const sink = new Sink();
    const progress = await createProgress(sink, LIVE);
    progress.begin(1000);
    for (let tick = 0; tick < 100; tick += 1) {
      judge(progress, 10);
      vi.advanceTimersByTime(10);
    }
    expect(sink.written).toHaveLength(10);
  });

  it('takes the usual width where the terminal does not know its own', async () => {
    const sink = new Sink(0);
    (await createProgress(sink, LIVE)).begin(1204);
    expect(sink.written).toEqual([
      '\r──────────────────── 0 of 1,204 · 0 requests · 0 failed\u001b[K',
    ]);
  });

  it('is cut to the width and made harmless', async () => {
    for (const columns of [1, 12, 30, 41, 60]) {
      const sink = new Sink(columns);
      const progress = await createProgress(sink, { ...LIVE, colour: true });
      progress.inHand(`\u001b[2J見出し${'x'.repeat(200)}`);
      const line = stripVTControlCharacters(sink.written[0] ?? '').replace('\r', '');
      expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
      expect(sink.written[0]).not.toContain('\u001b[2J');
    }
  });
});

describe('progress', () => {
  it('writes nothing when it is to be quiet', async () => {
    for (const live of [true, false]) {
      const sink = new Sink();
      const progress = await createProgress(sink, { colour: true, live, quiet: true });
      progress.begin(1);
      judge(progress, 1);
      progress.end();
      expect(sink.written).toEqual([]);
    }
  });

  it('does not fail when the stream is closed or breaks', async () => {
    for (const error of [undefined, new Error('EPIPE')]) {
      const sink = new Sink();
      const progress = await createProgress(sink, LIVE);
      progress.begin(2);
      sink.destroy(error);
      vi.advanceTimersByTime(200);
      judge(progress, 2);
      progress.end();
      expect(sink.written).toHaveLength(1);
    }
  });
});

it('counts an exhaustive scan by itself, in each version', async () => {
  const sink = new Sink();
  const progress = await createProgress(sink, PLAIN);
  progress.begin(1);
  progress.judged({ fails: false, requests: 3 });
  for (const version of ['1.2', '1.3'] as const) {
    for (const pagesRead of [1, 2]) {
      progress.scanned({ version, objects: 5250, pagesRead, pages: 2 });
    }
  }
  expect(sink.written[1]).toBe(' 50 %  scanning 1.2: 5,250 objects · 1 of 2 pages\n');
  const shares = sink.written.map((line) => line.slice(0, 5));
  expect(shares).toEqual(['100 %', ' 50 %', '100 %', ' 50 %', '100 %']);
});
