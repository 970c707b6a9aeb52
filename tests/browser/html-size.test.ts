import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { VERSIONS } from '../../specification/versions.js';
import { htmlOf } from '../reporters/rendered.js';
import {
  sampleExchange,
  sampleReport,
  sampleRequirement,
  sampleResults,
} from '../reporters/sample.js';
import { open } from './opened.js';

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

test('5,000 cells and 400 failures are a page that opens, and opens a group', async () => {
  const { page, close } = await open(htmlOf(large()));
  expect(await page.locator('tr[data-id] td').count()).toBe(5000);
  await page.locator('tbody[data-group="group-7"] summary').click();
  expect(await page.locator('tr[data-id="group-7.rule-507"]').isVisible()).toBe(true);
  await close();
});
