import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

let browser: Browser | undefined;

// The Chromium that CHROMIUM names, or Debian's.
beforeAll(async () => {
  if (!existsSync(EXECUTABLE)) {
    throw new Error(
      `no Chromium at ${EXECUTABLE}: install it (apt install chromium), or set CHROMIUM`,
    );
  }
  browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

/** How a page is opened. */
export interface PageOptions {
  width?: number;
  dark?: boolean;
  /** Without JavaScript. */
  scriptless?: boolean;
  /** The fragment of the address, with its `#`. */
  fragment?: string;
}

/** A page opened from disk, with its console messages and requests. */
export interface Opened {
  page: Page;
  /** Console messages and uncaught errors. */
  messages: string[];
  /** URLs requested besides the page itself. */
  requests: string[];
  close(): Promise<void>;
}

/** Writes an HTML text to a file and opens that. */
export async function open(html: string, options: PageOptions = {}): Promise<Opened> {
  if (browser === undefined) throw new Error('no browser was started');
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const file = join(folder, 'report.html');
  writeFileSync(file, html);
  const address = pathToFileURL(file).href;
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    javaScriptEnabled: options.scriptless !== true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const messages: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (url.split('#')[0] !== address && !url.startsWith('data:')) requests.push(url);
  });
  await page.goto(address + (options.fragment ?? ''));
  return {
    page,
    messages,
    requests,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe-core finds on a page, a line each. */
async function axeFaults(page: Page): Promise<unknown> {
  await page.evaluate(AXE);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>' +
      ' nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))))',
  );
}

/** Checks with every part open that axe-core finds nothing on a page, and that it is no wider than its window. */
export async function expectAccessible({ page }: Opened): Promise<void> {
  await page.evaluate(
    'document.querySelectorAll("details").forEach((each) => { each.open = true })',
  );
  expect(await axeFaults(page)).toEqual([]);
  const root = 'document.documentElement';
  expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBeLessThanOrEqual(0);
}
