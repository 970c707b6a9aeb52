import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress, type Standing } from '../../cli/progress.js';
import { columnsOf, wantsColour, wantsLiveLine } from '../../cli/terminal.js';

class Sink extends Writable {
  readonly written: string[] = [];

  constructor(
    readonly isTTY: boolean,
    readonly columns = 80,
  ) {
    super();
    this.on('error', () => {});
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written.push(chunk.toString());
    done();
  }
}

function shown(errors: Sink, more: { quiet?: boolean; noColor?: boolean } = {}) {
  return createProgress({ errors, environment: {} }, { quiet: false, noColor: true, ...more });
}

/** The standing after so many of all. */
function standing(done: number, of: number, more: Partial<Standing> = {}): Standing {
  return { share: done / of, says: `${done} of ${of}`, ...more };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a log gets a plain line for each tenth, and one a minute where a tenth takes longer', () => {
  const sink = new Sink(false);
  const progress = shown(sink);
  for (let done = 0; done <= 700; done += 1) progress.show(standing(done, 700));
  expect(sink.written).toHaveLength(10);
  expect([sink.written[0], sink.written[9]]).toEqual([' 10 %  70 of 700\n', '100 %  700 of 700\n']);
  // A scan counts by itself in each version.
  for (const done of [10, 20, 200]) {
    progress.show(standing(done, 1000, { isPart: true }));
    vi.advanceTimersByTime(60_000);
  }
  progress.end();
  expect(sink.written.slice(10)).toEqual(['  2 %  20 of 1000\n', ' 20 %  200 of 1000\n']);
});

test('a terminal gets one line, rewritten ten times a second at most, and taken away at the end', () => {
  const sink = new Sink(true);
  const progress = shown(sink);
  progress.show(standing(0, 10));
  progress.show(standing(1, 10));
  vi.advanceTimersByTime(100);
  progress.show(standing(1, 10, { fails: true, inHand: 'covers.list in 1.2' }));
  vi.advanceTimersByTime(5000);
  progress.show(standing(5, 10));
  progress.end();
  expect(sink.written).toEqual([
    '\r──────────────────── 0 of 10\u001b[K',
    '\r━━────────────────── 1 of 10 · covers.list in 1.2\u001b[K',
    '\r━━━━━━━━━━────────── 5 of 10 · 5 s · about 5 s left\u001b[K',
    '\r\u001b[K',
  ]);
});

test('the line is cut to the width, the usual one where none is known, and made harmless', () => {
  for (const columns of [0, 1, 12, 30, 41, 60]) {
    const sink = new Sink(true, columns);
    shown(sink, { noColor: false }).show(
      standing(0, 1, { inHand: `\u001b[2J見出し${'x'.repeat(200)}` }),
    );
    const line = stripVTControlCharacters(sink.written[0] ?? '').replace('\r', '');
    expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(1, (columns || 80) - 1));
    expect(sink.written[0]).not.toContain('\u001b[2J');
  }
});

test.each([true, false])('it is quiet on demand, and on a stream that was closed (%j)', (live) => {
  const quiet = new Sink(live);
  const closed = new Sink(live);
  closed.destroy(new Error('EPIPE'));
  for (const progress of [shown(quiet, { quiet: true }), shown(closed)]) {
    progress.show(standing(1, 1));
    progress.end();
  }
  expect([quiet.written, closed.written]).toEqual([[], []]);
});

test('the live line is for a terminal that somebody watches, not for the log of a CI server', () => {
  const live = [{}, { TERM: 'xterm', CI: 'false', NO_COLOR: '1' }];
  const plain = [{ CI: 'true' }, { CI: '1' }, { CI: 'woodpecker' }, { TERM: 'dumb' }];
  for (const environment of live) expect(wantsLiveLine({ isTTY: true }, environment)).toBe(true);
  for (const environment of plain) expect(wantsLiveLine({ isTTY: true }, environment)).toBe(false);
  expect(wantsLiveLine({ isTTY: false }, { TERM: 'xterm' })).toBe(false);
});

test('a terminal that does not know its width is as wide as usual, a log is not wrapped', () => {
  const wide = [40, 0, undefined].map((columns) => columnsOf({ isTTY: true, columns }));
  expect(wide).toEqual([40, 80, 80]);
  expect(columnsOf({ columns: 40 })).toBe(Number.POSITIVE_INFINITY);
});

test('colours are for terminals, unless they are asked for or forbidden', () => {
  expect(wantsColour({ isTTY: true }, undefined, {})).toBe(true);
  expect(wantsColour({ isTTY: true }, undefined, { TERM: 'dumb' })).toBe(false);
  expect(wantsColour({ isTTY: true }, true, { FORCE_COLOR: '1' })).toBe(false);
  expect(wantsColour({ isTTY: true }, undefined, { FORCE_COLOR: '0' })).toBe(false);
  expect(wantsColour({}, undefined, {})).toBe(false);
  expect(wantsColour({}, undefined, { FORCE_COLOR: '1' })).toBe(true);
});
