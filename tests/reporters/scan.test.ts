import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgress } from '../../cli/progress.js';
import type { Report } from '../../harness/report.js';
import { parseReport } from '../../harness/stored-report.js';
import { renderJunit } from '../../reporters/junit.js';
import { jsonText } from '../../reporters/printable.js';
import { objectsOf, scanLines } from '../../reporters/view/scan.js';
import { htmlOf, markdownOf, terminalOf } from './rendered.js';
import { everyVerdict } from './reports.js';

const LIMIT = 'the limit of --max-requests 300 was reached';

/** What a row is named by may come from the instance. */
const HOSTILE_ID = '\u001b[31m<b>`|';

/** A report of a scan that was cut, whose first violation was counted. */
function scanned(): Report {
  const report = everyVerdict();
  const counted = { count: 12_345, ids: [3, HOSTILE_ID, ...Array.from({ length: 998 }, () => 7)] };
  return {
    ...report,
    scan: {
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

test('a report of a scan keeps to its contract and reads back as what it was', () => {
  expect(parseReport(jsonText(scanned()))).toEqual(scanned());
});

test('every format says how many objects depart, and how far the scan came', () => {
  const report = scanned();
  const look = { colour: false, columns: 110, verbose: false };
  const texts = {
    terminal: terminalOf(report, look),
    markdown: markdownOf(report),
    junit: renderJunit(report),
    html: htmlOf(report),
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
  const { scan } = scanned();
  if (scan === undefined) throw new Error('nothing was scanned');
  expect(scanLines({ scan })).toEqual([
    'Selected: every object. Checked: 60,500 objects of 3 lists. 2 lists not read to the end: a pass there covers only the objects read.',
    `events/ in 1.2 1.3: 60,000 objects, 240 of 4,200 pages (5 %): ${LIMIT}`,
  ]);
  const whole = { ...scan, sample: 1000, lists: scan.lists.slice(0, 1), objects: 500 };
  expect(scanLines({ scan: whole })).toEqual([
    'Selected: up to 1,000 objects of each list. All were checked: 500 objects of 1 list.',
  ]);
  expect(scanLines({ scan: { objects: 0, lists: [] } })).toEqual([
    'No list was scanned: no selected requirement checks objects.',
  ]);
});

test('the objects that depart alike are counted, and ten of them named', () => {
  expect(objectsOf({ message: 'm' })).toBeUndefined();
  // The root is one, and has no id.
  expect(objectsOf({ message: 'm', count: 1, ids: [] })).toBeUndefined();
  expect(objectsOf({ message: 'm', count: 2, ids: [4, 'page 7'] })).toBe('2 (id 4, page 7)');
  expect(objectsOf({ message: 'm', count: 12, ids: Array.from({ length: 12 }, () => 1) })).toBe(
    '12 (id 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, …)',
  );
});

test('the live line of a scan says how far it has come', async () => {
  const { written, progress } = await progressOn();
  progress.begin(1);
  progress.scanned({ version: '1.3', objects: 5250, pagesRead: 21, pages: 100 });
  expect(written).toEqual(
    ['  21 %  scanning 1.3: 5,250 objects · 21 of 100 pages\n'].map((line) => line.slice(1)),
  );
});

test('a scan counts its tenths by itself, in each version', async () => {
  const { written, progress } = await progressOn();
  progress.begin(1);
  progress.judged({ fails: false, requests: 3 });
  for (const version of ['1.2', '1.3'] as const) {
    for (const pagesRead of [1, 2]) {
      progress.scanned({ version, objects: pagesRead, pagesRead, pages: 2 });
    }
  }
  const shares = written.map((line) => line.slice(0, 5));
  expect(shares).toEqual(['100 %', ' 50 %', '100 %', ' 50 %', '100 %']);
});

async function progressOn() {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return {
    written,
    progress: await createProgress(sink, { colour: false, live: false, quiet: false }),
  };
}
