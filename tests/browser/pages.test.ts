import { expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import { compareVersions } from '../../analysis/comparison/compare-versions.js';
import { COMPARISON, formatFor } from '../../reporters/formats.js';
import { everywhere, plotted } from '../comparison/plots.js';
import { notAsExpected } from '../reporters/baselines.js';
import { htmlOf } from '../reporters/rendered.js';
import { everyVerdict } from '../reporters/reports.js';
import { expectAccessible, open } from './opened.js';

const MANY = Array.from({ length: 60 }, (_, index) => `page.rule-${index + 1}`);

function many(verdict: 'pass' | 'fail') {
  const lines = MANY.map((id): [string, { verdicts: ReturnType<typeof everywhere> }] => [
    id,
    { verdicts: everywhere(verdict) },
  ]);
  return plotted(Object.fromEntries(lines), {
    startedAt: verdict === 'pass' ? '2026-01-02T03:04:05Z' : '2026-01-03T03:04:05Z',
  });
}

const PAGES = {
  'every verdict': htmlOf(everyVerdict()),
  'not as a baseline expects': htmlOf(notAsExpected()),
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

const LOOKS = Object.entries(PAGES).flatMap(([name, html]) => [
  { name, html, width: 1440, dark: false, fragment: '' },
  { name, html, width: 360, dark: true, fragment: '' },
]);
const EXPECTED = { fragment: '#verdict=expected', width: 360, dark: true };

test.for([...LOOKS, { ...EXPECTED, name: 'filtered by expected', html: htmlOf(notAsExpected()) }])(
  '$name, $width wide, dark $dark: axe finds nothing, and it loads nothing',
  async ({ html, ...options }) => {
    const opened = await open(html, options);
    await expectAccessible(opened);
    expect([opened.messages, opened.requests]).toEqual([[], []]);
    await opened.close();
  },
);

test('a comparison can be read without JavaScript', async () => {
  const { page, close } = await open(PAGES['three reports'], { scriptless: true });
  expect(await page.locator('h1').innerText()).toContain('Regressed');
  expect(await page.locator('table.beside tbody tr').count()).toBe(MANY.length);
  expect(await page.locator('article.finding:visible').count()).toBe(2 * MANY.length);
  await close();
});
