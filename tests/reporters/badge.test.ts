import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Report } from '../../harness/report.js';
import { renderBadge } from '../../reporters/badge.js';
import { AGAINST_BASELINES, asExpected } from './baselines.js';
import { conformant, everyVerdict, interrupted, REPORTS, twoFails } from './reports.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

const ALL = new Map([...REPORTS, ...AGAINST_BASELINES]);

/** What the badge says, to the eye and to a screen reader: they must be the same. */
function said(report: Report): string {
  const svg = renderBadge(report);
  const title = /<title>(.*)<\/title>/.exec(svg)?.[1];
  const words = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, word]) => word);
  expect(svg).toContain(`role="img" aria-label="${title}"`);
  expect(title).toBe(words.join(': '));
  return words[1] ?? '';
}

/** The contrast of white with a colour (WCAG 2.2). */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** One requirement that came to nothing. */
function incomplete(): Report {
  const requirement = sampleRequirement({ id: 'root.is', title: 'It is', group: 'root' });
  return sampleReport({
    requirements: [requirement],
    results: [
      ...sampleResults('root.is', ['1.0', '1.1'], { verdict: 'pass' }),
      ...sampleResults('root.is', ['1.2'], { verdict: 'inconclusive', reason: 'none' }),
    ],
  });
}

describe('the badge', () => {
  it('looks as it should', async () => {
    await expect(renderBadge(everyVerdict())).toMatchFileSnapshot('golden/every-verdict.svg');
  });

  it('says which versions conform, and which do not', () => {
    expect(said(conformant())).toBe('1.0–1.4 conformant (read-only, anonymous), 144/144');
    expect(said(twoFails())).toMatch(/^1\.0–1\.3 nonconformant \(read-only, anonymous\), \d+\/74$/);
    const { results } = twoFails();
    const fewer = results.filter(({ verdict, version }) => verdict !== 'fail' || version === '1.2');
    expect(said({ ...twoFails(), results: fewer })).toMatch(/^1\.2 nonconformant \(/);
    expect(said(incomplete())).toBe('1.2 incomplete (read-only, anonymous), 1/1');
    expect(said(interrupted())).toMatch(/^interrupted, 13\/\d+$/);
  });

  it('does not call conformant what was not checked', () => {
    const { requirements } = incomplete();
    const results = sampleResults('root.is', ['1.0'], { verdict: 'skipped' });
    expect(said(sampleReport({ requirements, results }))).toBe(
      'nothing checked (read-only, anonymous), 0/1',
    );
  });

  it('shows what the baseline expects, and that a baseline no longer fits', () => {
    expect(said(asExpected())).toBe('1.0–1.3 2 expected failures (read-only, anonymous), 74/74');
    const outdated = { ...conformant(), baseline: asExpected().baseline };
    expect(
      said({ ...outdated, baseline: { file: 'b', outcome: 'unexpected', problems: [] } }),
    ).toBe('baseline out of date');
  });

  it('can be read: every colour is dark enough for white, and every text has the room it takes', () => {
    const colours = new Set<string>();
    for (const report of ALL.values()) {
      const svg = renderBadge(report());
      for (const [, colour = ''] of svg.matchAll(/fill="(#\w{6})"/g)) colours.add(colour);
      const [, width = ''] = /^<svg [^>]*width="(\d+)"/.exec(svg) ?? [];
      const texts = [...svg.matchAll(/textLength="(\d+)"/g)].map(([, length]) => Number(length));
      expect(texts.reduce((sum, length) => sum + length, 0) + 28).toBe(Number(width));
    }
    expect(colours.size).toBe(4);
    for (const colour of colours) expect(contrastWithWhite(colour), colour).toBeGreaterThan(4.5);
  });

  it('is XML, whatever the report says', async () => {
    const xml = [...ALL].map(([name, report]) => ({
      fileName: `${name}.svg`,
      contents: renderBadge(report()),
    }));
    const { errors } = await validateXML({ xml, normalization: 'c14n' });
    expect(errors).toEqual([]);
  });
});

it('knows a run in which every verdict occurs as nonconformant', () => {
  expect(said(everyVerdict())).toMatch(/^1\.0–1\.3 nonconformant \(/);
});
