import { expect, test } from 'vitest';
import { htmlOf } from '../reporters/rendered.js';
import { everyVerdict, hostile } from '../reporters/reports.js';
import { type Opened, open, type PageOptions } from './opened.js';

/** Opens the report with every verdict, and checks that the page logs and requests nothing. */
async function look(options: PageOptions, act: (opened: Opened) => Promise<void>): Promise<void> {
  const opened = await open(htmlOf(everyVerdict()), options);
  await act(opened);
  expect(opened.messages).toEqual([]);
  expect(opened.requests).toEqual([]);
  await opened.close();
}

const NEXT = 'page.next.absent-on-last';

/** The cell of a requirement in a column, the first of which is 1. */
const cell = (id: string, column: number) => `tr[data-id="${id}"] td:nth-of-type(${column}) a`;

test('filters are kept in the URL and apply to rows and findings', () =>
  look({}, async ({ page }) => {
    const rows = page.locator('tr[data-id]:visible');
    const shown = page.getByRole('status');
    expect(await shown.innerText()).toBe('62 requirements');
    await page.getByRole('checkbox', { name: /fail/ }).check();
    expect(await shown.innerText()).toBe('2 of 62 requirements');
    expect(await rows.count()).toBe(2);
    expect(await page.locator('article.finding:visible').count()).toBe(2);
    await page.getByLabel('Search').fill('later version');
    expect(await rows.count()).toBe(1);
    expect(await page.locator('article.finding:visible').count()).toBe(1);
    await page.getByLabel('Group').selectOption('covers');
    expect(new URL(page.url()).hash).toBe('#verdict=fail&q=later+version&group=covers');
    const address = page.url();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(() => shown.innerText()).toBe('62 requirements');
    expect(new URL(page.url()).hash).toBe('');
    await page.goto(address);
    expect(await shown.innerText()).toBe('1 of 62 requirements');
    expect(await page.getByLabel('Search').inputValue()).toBe('later version');
    expect(await page.getByRole('checkbox', { name: /fail/ }).isChecked()).toBe(true);
  }));

test('a filter that matches nothing says so and can be cleared', () =>
  look({ fragment: '#q=nonsense&group=nonsense' }, async ({ page }) => {
    expect(await page.locator('#empty').innerText()).toMatch(/^No requirement matches/);
    expect(await page.locator('tr[data-id]:visible').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect.poll(() => page.locator('#empty').isVisible()).toBe(false);
  }));

for (const scriptless of [false, true]) {
  test(`a group shows its passing rows when it is opened, without script: ${scriptless}`, () =>
    look({ scriptless }, async ({ page }) => {
      const seen = (group: string) =>
        page.locator(`tbody[data-group="${group}"] tr[data-id]:visible`).count();
      expect([await seen('root'), await seen('paging')]).toEqual([0, 1]);
      for (const group of ['root', 'paging']) {
        await page.locator(`tbody[data-group="${group}"] summary`).click();
      }
      expect([await seen('root'), await seen('paging')]).toEqual([9, 2]);
    }));
}

test('a link to a folded part opens that', () =>
  look({}, async ({ page }) => {
    await page.getByRole('link', { name: 'Options' }).click();
    await expect.poll(() => page.locator('#options').isVisible()).toBe(true);
  }));

test('the curl command of a finding is copied', () =>
  look({}, async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    const button = page.locator(`article[data-id="${NEXT}"]`).getByRole('button', { name: 'Copy' });
    await button.click();
    await expect.poll(() => page.getByRole('button', { name: 'Copied' }).count()).toBe(1);
    expect(await copied()).toBe(
      "curl -sS 'https://patchwork.example.org/api/1.1/patches/?page=3&per_page=2'",
    );
  }));

test('without a script the page has every finding, and a cell leads to its finding', () =>
  look({ scriptless: true }, async ({ page }) => {
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('#of-fail').innerText()).toContain(NEXT);
    await page.locator(cell(NEXT, 3)).click();
    expect(new URL(page.url()).hash).toBe(`#fail:${NEXT}`);
    expect(await page.locator(':target').innerText()).toContain('never stops');
  }));

test('text of a hostile instance is shown, and not obeyed', async () => {
  const opened = await open(htmlOf(hostile()));
  const text = await opened.page.locator('#of-fail').innerText();
  expect(text).toContain('\\u{1b}]0;owned\\u{7}');
  expect(text).toContain('\\u{202e}evil');
  expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  expect(await opened.page.locator('b:text-is("evil")').count()).toBe(0);
  expect(opened.messages).toEqual([]);
  await opened.close();
});
