import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Starts Chromium: the one that CHROMIUM names, or Debian's. Rejects with a clear sentence where there is none. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error(
      `There is no Chromium at ${EXECUTABLE}: install it (apt install chromium), or name it by CHROMIUM.`,
    );
  }
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
}

/** How a page is looked at. */
export interface Manner {
  width?: number;
  dark?: boolean;
  /** Without JavaScript. */
  scriptless?: boolean;
  /** The fragment of the address, with its `#`. */
  fragment?: string;
}

/** A page that was opened from disk, and what it did that it should not. */
export interface Opened {
  page: Page;
  /** What it wrote to the console, and what it threw. */
  messages: string[];
  /** What it asked for besides itself. */
  requests: string[];
  close(): Promise<void>;
}

/** Opens an HTML text from disk, as somebody does who was sent the file. */
export async function open(browser: Browser, html: string, manner: Manner = {}): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const file = join(folder, 'report.html');
  writeFileSync(file, html);
  const address = pathToFileURL(file).href;
  const context = await browser.newContext({
    viewport: { width: manner.width ?? 1440, height: 900 },
    colorScheme: manner.dark ? 'dark' : 'light',
    javaScriptEnabled: manner.scriptless !== true,
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
  await page.goto(address + (manner.fragment ?? ''));
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
