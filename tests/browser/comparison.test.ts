import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import { compareVersions } from '../../analysis/comparison/compare-versions.js';
import { COMPARISON, formatFor } from '../../reporters/formats.js';
import { everywhere, plotted } from '../comparison/plots.js';
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

const MANY = Array.from({ length: 60 }, (_, index) => `page.rule-${index + 1}`);

function many(verdict: 'pass' | 'fail') {
  const lines = MANY.map((id): [string, { verdicts: ReturnType<typeof everywhere> }] => [
    id,
    { verdicts: everywhere(verdict) },
  ]);
  return plotted(Object.fromEntries(lines), { seed: verdict === 'pass' ? 1 : 2 });
}

const PAGES = {
  'three reports': formatFor(
    COMPARISON,
    'x.html',
  )(
    compareReports([
      { file: 'a.json', report: many('pass') },
      { file: 'b.json', report: many('fail') },
      { file: 'c.json', report: many('pass') },
    ]),
  ),
  'two versions': formatFor(
    COMPARISON,
    'x.html',
  )(compareVersions('run.json', everyVerdict(), ['1.0', '1.1', '1.2'])),
};

const LOOKS = Object.entries(PAGES).flatMap(([name, html]) =>
  [1440, 360].flatMap((width) => [false, true].map((dark) => ({ name, html, width, dark }))),
);

test.for(LOOKS)(
  '$name, $width wide, dark $dark: axe finds nothing, and it asks for nothing',
  async ({ html, width, dark }) => {
    const { page, messages, requests, close } = await open(browser, html, { width, dark });
    await page.evaluate(
      'document.querySelectorAll("details").forEach((each) => { each.open = true })',
    );
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect([messages, requests]).toEqual([[], []]);
    await close();
  },
);

test('it can be read without JavaScript', async () => {
  const { page, close } = await open(browser, PAGES['three reports'], { scriptless: true });
  expect(await page.locator('h1').innerText()).toContain('Regressed');
  expect(await page.locator('table.beside tbody tr').count()).toBe(MANY.length);
  expect(await page.locator('article.finding:visible').count()).toBe(2 * MANY.length);
  await close();
});
