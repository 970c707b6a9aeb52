import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgress } from '../../cli/progress.js';
import { WalkPace } from '../../cli/scan-progress.js';
import type { Report } from '../../harness/report.js';
import { parseReport } from '../../harness/stored-report.js';
import { renderHtml } from '../../reporters/html.js';
import { jsonText } from '../../reporters/json-text.js';
import { renderJunit } from '../../reporters/junit.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { renderTerminal } from '../../reporters/terminal.js';
import { objectsOf, scanLines } from '../../reporters/view/scan.js';
import { everyVerdict } from './reports.js';

const LIMIT = 'the limit of --max-requests 300 was reached';

/** What a row is named by may come from the instance. */
const HOSTILE_ID = '\u001b[31m<b>`|';

/** A report of a walk that was cut, whose first violation was counted. */
function walked(): Report {
  const report = everyVerdict();
  const counted = { count: 12_345, ids: [3, HOSTILE_ID, ...Array.from({ length: 998 }, () => 7)] };
  return {
    ...report,
    walk: {
      cut: LIMIT,
      objects: 60_500,
      lists: [
        { path: 'covers/', version: '1.2', objects: 500, pages: 2, ofPages: 2, complete: true },
        ...(['1.2', '1.3'] as const).map((version) => ({
          path: 'events/',
          version,
          objects: 30_000,
          pages: 120,
          ofPages: 2100,
          complete: false,
          why: LIMIT,
          unread: [{ page: 7, why: 'GET …: expected 200, got 500' }],
        })),
      ],
    },
    results: report.results.map((result) => ({
      ...result,
      violations: result.violations.map((violation) => ({ ...violation, ...counted })),
    })),
  };
}

test('a report of a walk keeps to its contract and reads back as what it was', () => {
  expect(parseReport(jsonText(walked()))).toEqual(walked());
});

test('every format says how many objects depart, and how far the walk came', () => {
  const report = walked();
  const look = { colour: false, columns: 110, verbose: false };
  const texts = {
    terminal: renderTerminal(report, look),
    markdown: renderMarkdown(report),
    junit: renderJunit(report),
    html: renderHtml(report),
  };
  for (const [format, text] of Object.entries(texts)) {
    expect(text, format).toContain('12,345 (id 3, ');
    expect(text.replace(/\s+/g, ' '), format).toContain('60,500 objects of 3 lists');
    expect(text, format).not.toContain('\u001b');
    expect(text, format).not.toContain(HOSTILE_ID);
  }
  for (const text of [texts.terminal, texts.markdown, texts.html]) {
    expect(text).toContain('60,000 objects, 240 of 4,200 pages (5 %)');
  }
});

test('what was scanned is one sentence, and each list that was not read to the end a line', () => {
  const { walk } = walked();
  if (walk === undefined) throw new Error('nothing was scanned');
  expect(scanLines({ walk })).toEqual([
    'Selected: every object. Checked: 60,500 objects of 3 lists. 2 lists not read to the end: a pass there covers only the objects read.',
    `events/ in 1.2 1.3: 60,000 objects, 240 of 4,200 pages (5 %): ${LIMIT}`,
  ]);
  const whole = { ...walk, sample: 1000, lists: walk.lists.slice(0, 1), objects: 500 };
  expect(scanLines({ walk: whole })).toEqual([
    'Selected: up to 1,000 objects of each list. All were checked: 500 objects of 1 list.',
  ]);
  expect(scanLines({ walk: { objects: 0, lists: [] } })).toEqual([
    'No list was scanned: no selected requirement checks objects.',
  ]);
});

test('the objects that depart alike are counted, and ten of them named', () => {
  expect(objectsOf({ message: 'm' })).toBeUndefined();
  expect(objectsOf({ message: 'm', count: 2, ids: [4, 'page 7'] })).toBe('2 (id 4, page 7)');
  expect(objectsOf({ message: 'm', count: 12, ids: Array.from({ length: 12 }, () => 1) })).toBe(
    '12 (id 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, …)',
  );
});

test('progress tells the pace of a walk and the time that is left, once they can be told', () => {
  const pace = new WalkPace();
  const at = (pagesRead: number, isKnown = true) => ({
    objects: pagesRead * 250,
    pagesRead,
    pages: 100,
    isKnown,
  });
  expect(pace.tell(at(1, false), 0)).toEqual({ share: 0, text: 'scanned 250 objects · 1 page' });
  expect(pace.tell(at(5), 1000)).toMatchObject({ text: 'scanned 1,250 objects · 5 of 100 pages' });
  expect(pace.tell(at(21), 10_000)).toEqual({
    share: 0.21,
    text: 'scanned 5,250 objects · 500 a second · 21 of 100 pages · about 39.5 s left',
  });
});

test('a walk begins its own count of tenths in a log', async () => {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const progress = await createProgress(sink, { colour: false, live: false, quiet: false });
  progress.begin(1);
  progress.judged({ verdict: 'pass', requests: 3 });
  for (const pagesRead of [1, 2, 3, 4]) {
    progress.walked({ objects: pagesRead, pagesRead, pages: 4, isKnown: true });
  }
  expect(written.map((line) => line.slice(0, 5))).toEqual([
    '100 %',
    ' 25 %',
    ' 50 %',
    ' 75 %',
    '100 %',
  ]);
});
