import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notAsExpected } from '../reporters/baselines.js';
import { htmlOf } from '../reporters/rendered.js';
import { everyVerdict } from '../reporters/reports.js';
import { axeFaults } from './axe-faults.js';
import { open, startBrowser } from './opened.js';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
});

const LOOKS = [
  { width: 1440, dark: false },
  { width: 1440, dark: true },
  { width: 360, dark: false },
  { width: 360, dark: true },
];

test.for(LOOKS)('axe finds nothing: $width wide, dark $dark', async (look) => {
  for (const [report, fragment] of [
    [everyVerdict, ''],
    [notAsExpected, '#verdict=expected'],
  ] as const) {
    const { page, close } = await open(browser, htmlOf(report()), { ...look, fragment });
    await page.evaluate(
      'document.querySelectorAll("details").forEach((each) => { each.open = true })',
    );
    expect(await axeFaults(page)).toEqual([]);
    await close();
  }
});

test.for([1440, 768, 360])('nothing is wider than a screen of %i', async (width) => {
  const { page, close } = await open(browser, htmlOf(everyVerdict()), { width });
  await page.evaluate(
    'document.querySelectorAll("details").forEach((each) => { each.open = true })',
  );
  const root = 'document.documentElement';
  const wider = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
  expect(wider).toBeLessThanOrEqual(0);
  await close();
});
