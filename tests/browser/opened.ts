import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Starts the Chromium that CHROMIUM names, or Debian's. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error(
      `no Chromium at ${EXECUTABLE}: install it (apt install chromium), or set CHROMIUM`,
    );
  }
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
}

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
export async function open(
  browser: Browser,
  html: string,
  options: PageOptions = {},
): Promise<Opened> {
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
