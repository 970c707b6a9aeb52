import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderHtml } from '../../reporters/html.js';
import { notAsExpected } from '../reporters/baselines.js';
import { everyVerdict } from '../reporters/reports.js';
import { open, startBrowser } from './opened.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
});

/** What axe-core has against a page, in lines that say what and where. */
async function faultsOf(page: Page): Promise<unknown> {
  await page.evaluate(AXE);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>' +
      ' nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))))',
  );
}

const LOOKS = [
  { width: 1440, dark: false },
  { width: 1440, dark: true },
  { width: 360, dark: false },
  { width: 360, dark: true },
];

test.for(LOOKS)('axe finds nothing: $width wide, dark $dark', async (look) => {
  for (const [report, fragment] of [
    [everyVerdict, '#open=covers.mbox.absent-before-1.1@1.0'],
    [notAsExpected, '#verdict=expected&open=page.next.absent-on-last@1.1'],
  ] as const) {
    const { page, close } = await open(browser, renderHtml(report()), { ...look, fragment });
    await page.locator('.evidence').waitFor();
    await page.evaluate(
      'document.querySelectorAll("details").forEach((each) => { each.open = true })',
    );
    expect(await faultsOf(page)).toEqual([]);
    await close();
  }
});

test.for([1440, 768, 360])('nothing is wider than a screen of %i', async (width) => {
  const fragment = '#open=page.next.absent-on-last@1.1';
  const { page, close } = await open(browser, renderHtml(everyVerdict()), { width, fragment });
  await page.locator('.evidence').waitFor();
  await page.evaluate(
    'document.querySelectorAll("details").forEach((each) => { each.open = true })',
  );
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await close();
});
