import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { VERSIONS } from '../../specification/versions.js';
import { htmlOf } from '../reporters/rendered.js';
import {
  sampleExchange,
  sampleReport,
  sampleRequirement,
  sampleResults,
} from '../reporters/sample.js';
import { open, startBrowser } from './opened.js';

/** The bar of the page, and how often it may try: the machine has other things to do. */
const BAR_MS = 2000;
const TRIES = 3;

/** As long as the client lets the evidence of one exchange be. */
const BODY = JSON.stringify(
  Array.from({ length: 40 }, (_, id) => ({
    id,
    url: `https://patchwork.example.org/${id}/`,
    name: 'x'.repeat(30),
  })),
).slice(0, 4000);

/** 1,000 requirements in five versions, of which two in five fail and show 2,000 exchanges. */
function large(): Report {
  const requirements = Array.from({ length: 1000 }, (_, index) =>
    sampleRequirement({
      id: `group-${index % 25}.rule-${index}`,
      title: `Rule ${index} of a group says something about \`field_${index}\``,
      group: `group-${index % 25}`,
    }),
  );
  const results = requirements.flatMap(({ id }, row) =>
    VERSIONS.flatMap((version, column) => {
      if (column >= 2) return sampleResults(id, [version], { verdict: 'pass' });
      const exchange = row * 2 + column;
      return sampleResults(id, [version], {
        verdict: 'fail',
        violations: [{ message: 'expected 200', expected: '200', received: '500', exchange }],
        exchanges: [exchange],
      });
    }),
  );
  const exchanges = Array.from({ length: 2000 }, (_, n) => {
    const exchange = sampleExchange(n, `/api/1.2/covers/?page=${n}`);
    return { ...exchange, response: { ...exchange.response, body: BODY } };
  });
  return sampleReport({ offered: [...VERSIONS], requirements, results, exchanges });
}

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
});

test('5,000 cells and 2,000 exchanges open in under two seconds', async () => {
  const html = htmlOf(large());
  const times: number[] = [];
  for (let attempt = 0; attempt < TRIES && !times.some((time) => time < BAR_MS); attempt += 1) {
    const { page, close } = await open(browser, html);
    // From the start of the navigation until what is seen is painted.
    const opened = await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))',
    );
    times.push(Number(opened));
    expect(await page.locator('td[data-sign]').count()).toBe(5000);
    await page.locator('tbody[data-group="group-7"] summary').click();
    const before = performance.now();
    await page.locator('tr[data-id="group-7.rule-507"] td a').first().click();
    await page.locator('.exchange[open] pre').first().waitFor();
    const clicked = Math.round(performance.now() - before);
    console.log(
      `${html.length} characters: open in ${Math.round(Number(opened))} ms, evidence in ${clicked} ms`,
    );
    await close();
  }
  expect(Math.min(...times)).toBeLessThan(BAR_MS);
});
