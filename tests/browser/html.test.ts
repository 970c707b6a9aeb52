import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderHtml } from '../../reporters/html.js';
import { notAsExpected } from '../reporters/baselines.js';
import { everyVerdict, hostile, REPORTS } from '../reporters/reports.js';
import { type Manner, type Opened, open, startBrowser } from './opened.js';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
});

/** Looks at the report with every verdict, and sees to it that the page kept quiet. */
async function look(manner: Manner, act: (opened: Opened) => Promise<void>): Promise<void> {
  const opened = await open(browser, renderHtml(everyVerdict()), manner);
  await act(opened);
  expect(opened.messages).toEqual([]);
  expect(opened.requests).toEqual([]);
  await opened.close();
}

const NEXT = 'page.next.absent-on-last';

/** The cell of a requirement in a column, the first of which is 1. */
const cell = (id: string, column: number) => `tr[data-id="${id}"] td:nth-of-type(${column}) a`;

test.for([...REPORTS.keys(), 'not-as-expected'])(
  'opens in silence and asks for nothing: %s',
  async (name) => {
    const report = REPORTS.get(name) ?? notAsExpected;
    const opened = await open(browser, renderHtml(report()));
    await opened.page.getByRole('button', { name: 'Unfold all' }).click();
    const links = opened.page.locator('#matrix td a:visible');
    if ((await links.count()) > 0) await links.last().click();
    expect(opened.messages).toEqual([]);
    expect(opened.requests).toEqual([]);
    await opened.close();
  },
);

test('a cell opens its evidence, and closes it again', () =>
  look({}, async ({ page }) => {
    await page.locator(cell(NEXT, 3)).click();
    const evidence = page.getByRole('region', { name: `Evidence: ${NEXT} in 1.2` });
    await expect.poll(() => evidence.count()).toBe(1);
    const text = await evidence.innerText();
    for (const part of [
      'next appears only when a next page exists',
      'API, Limits. Level: MUST.',
      'For a client: a client that follows next to the end never stops.',
      'no rel="next"',
      '<https://patchwork.example.org/api/1.2/patches/?page=4&per_page=2>',
      "curl -sS 'https://patchwork.example.org/api/1.2/patches/?page=3&per_page=2'",
      'GET https://patchwork.example.org/api/1.2/patches/?page=3&per_page=2',
      'content-type: application/json',
    ]) {
      expect(text.replaceAll('`', '')).toContain(part);
    }
    expect(await evidence.locator('dd mark').allInnerTexts()).not.toEqual([]);
    expect(page.url()).toMatch(/#open=page\.next\.absent-on-last@1\.2$/);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H3');
    await page.keyboard.press('Escape');
    expect(await evidence.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(
      `#open=${NEXT}@1.2`,
    );
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await evidence.count()).toBe(0);
  }));

test('of a body that was cut, what is there is laid out', async () => {
  const report = everyVerdict();
  for (const exchange of report.exchanges) {
    exchange.response = { ...exchange.response, body: '[{"id":1,"name":"so', bodyBytes: 5000 };
  }
  const opened = await open(browser, renderHtml(report), { fragment: `#open=${NEXT}@1.2` });
  const answer = opened.page.locator('.exchange[open] pre[aria-label="Answer"]').first();
  expect(await answer.innerText()).toMatch(
    /\n\[\n {2}\{\n {4}"id": 1,\n {4}"name": "so… \(cut: 5000 bytes in all\)$/,
  );
  expect(opened.messages).toEqual([]);
  await opened.close();
});

test('the other versions are a click away, and the way back is the way back', () =>
  look({ fragment: `#open=${NEXT}@1.1` }, async ({ page }) => {
    await page.locator('.versions').getByRole('link', { name: '1.0, pass' }).click();
    expect(await page.locator('.evidence h3').innerText()).toMatch(/pass.*in 1\.0/s);
    expect(await page.locator('.evidence').innerText()).toContain('It holds');
    await page.goBack();
    await expect.poll(() => page.locator('.evidence h3').innerText()).toMatch(/fail.*in 1\.1/s);
  }));

test('filters leave out what does not fit, and stand in the address', () =>
  look({}, async ({ page }) => {
    const rows = page.locator('tr[data-id]:visible');
    const shown = page.getByRole('status');
    expect(await shown.innerText()).toBe('62 requirements');
    await page.getByRole('button', { name: /fail/ }).click();
    expect(await shown.innerText()).toBe('2 of 62 requirements');
    expect(await rows.count()).toBe(2);
    await page.getByLabel('Search').fill('later version');
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Version').selectOption('1.0');
    expect(await page.locator('thead th:visible').allInnerTexts()).toEqual(['Requirement', '1.0']);
    expect(new URL(page.url()).hash).toBe('#verdict=fail&version=1.0&q=later+version');
    const address = page.url();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    expect(await shown.innerText()).toBe('62 requirements');
    expect(new URL(page.url()).hash).toBe('');
    await page.goto(address);
    expect(await shown.innerText()).toBe('1 of 62 requirements');
    expect(await page.getByLabel('Search').inputValue()).toBe('later version');
    expect(await page.getByRole('button', { name: /fail/ }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  }));

test('what fits nothing says so, and offers the way out', () =>
  look({ fragment: '#q=nonsense&level=nonsense' }, async ({ page }) => {
    expect(await page.locator('#empty').innerText()).toMatch(/^No requirement is like that/);
    expect(await page.locator('tr[data-id]:visible').count()).toBe(0);
    await page.locator('#clear-empty').click();
    expect(await page.locator('#empty').isVisible()).toBe(false);
  }));

test('a filtered view keeps the cell that is open', () =>
  look({ fragment: `#verdict=fail&open=${NEXT}@1.1` }, async ({ page }) => {
    expect(await page.locator('.evidence h3').innerText()).toContain(NEXT);
    await page.getByLabel('Chapter').selectOption('covers');
    expect(await page.locator('.evidence').count()).toBe(0);
    expect(new URL(page.url()).hash).toBe('#verdict=fail&chapter=covers');
  }));

test('chapters fold, and leave out what is well until it is asked for', () =>
  look({}, async ({ page }) => {
    const seen = (chapter: string) =>
      page.locator(`tbody[data-chapter="${chapter}"] tr[data-id]:visible`).count();
    expect([await seen('root'), await seen('paging')]).toEqual([0, 1]);
    await page.getByRole('button', { name: 'root', exact: true }).click();
    await page.getByRole('button', { name: 'and 1 observed' }).click();
    expect([await seen('root'), await seen('paging')]).toEqual([9, 2]);
    await page.getByRole('button', { name: 'leave out what is well' }).click();
    expect(await seen('paging')).toBe(1);
    await page.getByRole('button', { name: 'Unfold all' }).click();
    expect(await page.locator('tr[data-id]:visible').count()).toBe(62);
    await page.getByRole('button', { name: 'Fold all', exact: true }).click();
    expect(await page.locator('tr[data-id]:visible').count()).toBe(0);
    // A link from elsewhere on the page unfolds what it leads to.
    await page.locator(`a[href="#open=${NEXT}@1.3"]`).last().click();
    expect(await page.locator('.evidence h3').innerText()).toMatch(/in 1\.3/);
  }));

test('the arrow keys go from cell to cell, and the matrix is one stop of the tab key', () =>
  look({}, async ({ page }) => {
    const place = () =>
      page.evaluate(
        '[document.activeElement.closest("tr").dataset.id, document.activeElement.closest("td").cellIndex]',
      );
    const above = 'events.actor-is-a-user-or-null';
    await page.locator(cell(NEXT, 1)).focus();
    await page.keyboard.press('ArrowRight');
    expect(await place()).toEqual([NEXT, 2]);
    await page.keyboard.press('End');
    expect(await place()).toEqual([NEXT, 4]);
    await page.keyboard.press('ArrowUp');
    // The row above has one cell, in 1.2.
    expect(await place()).toEqual([above, 3]);
    await page.keyboard.press('ArrowDown');
    expect(await place()).toEqual([NEXT, 3]);
    expect(await page.locator('#matrix td a[tabindex="0"]').count()).toBe(1);
  }));

test('the curl command is copied', () =>
  look({ fragment: `#open=${NEXT}@1.1` }, async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect.poll(() => page.locator('button.copy').first().innerText()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      "curl -sS 'https://patchwork.example.org/api/1.1/patches/?page=3&per_page=2'",
    );
  }));

test('without a script everything is seen', () =>
  look({ scriptless: true }, async ({ page }) => {
    expect(await page.locator('tr[data-id]:visible').count()).toBe(62);
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('#of-fail').innerText()).toContain(NEXT);
  }));

test('what a hostile instance says is shown, and not obeyed', async () => {
  const opened = await open(browser, renderHtml(hostile()), {
    fragment: '#open=covers.hostile@1.0',
  });
  const text = await opened.page.locator('.evidence').innerText();
  expect(text).toContain('\\u{1b}]0;owned\\u{7}');
  expect(text).toContain('\\u{202e}evil');
  expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  expect(await opened.page.locator('b:text-is("evil")').count()).toBe(0);
  expect(opened.messages).toEqual([]);
  await opened.close();
});
