import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe-core finds on a page, a line each. */
export async function axeFaults(page: Page): Promise<unknown> {
  await page.evaluate(AXE);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>' +
      ' nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))))',
  );
}
