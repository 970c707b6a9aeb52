import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../harness/report.js';
import { asExpected, notAsExpected } from './baselines.js';
import { htmlOf } from './rendered.js';
import {
  conformant,
  everyVerdict,
  hollow,
  hostile,
  interrupted,
  manyFails,
  REPORTS,
  twoFails,
} from './reports.js';

/** The address that sample requirements give for their section. */
const SECTION = /^https:\/\/docs\.example\.org\/api\.md#[a-z-]+$/;

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  expect(from, start).toBeGreaterThanOrEqual(0);
  return text.slice(from + start.length, text.indexOf(end, from + start.length));
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The page without its style, its script and its data. */
function seen(html: string): string {
  return html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '');
}

describe('the HTML report', () => {
  for (const [name, make] of REPORTS) {
    const report = make();
    const html = htmlOf(report);

    it(`is one file with a strict policy: ${name}`, () => {
      const policy = between(html, 'http-equiv="Content-Security-Policy" content="', '"');
      const script = between(html, '<script>', '</script>');
      const style = between(html, '<style>', '</style>');
      expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
        "default-src 'none'",
        `style-src ${hashOf(style)}`,
        `script-src ${hashOf(script)}`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
      ]);
      // Nothing is loaded: no source, no style sheet but the icon, which is in its own address.
      expect(seen(html)).not.toMatch(/\s(src|srcset|action|style|on\w+)=/);
      expect([...seen(html).matchAll(/<link[^>]*>/g)].join()).toMatch(
        /^<link rel="icon" href="data:[^"]*">$/,
      );
      expect(style).not.toMatch(/url\(|@import/);
      expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
      expect(script).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/);
      // Both blocks end where they are meant to.
      expect([...html.matchAll(/<\/script/gi)]).toHaveLength(1);
      expect([...html.matchAll(/<\/style/gi)]).toHaveLength(1);
    });

    it(`leads nowhere but to its own parts and the specification: ${name}`, () => {
      const page = seen(html);
      for (const [, address = ''] of page.matchAll(/<a href="([^"]*)"/g)) {
        if (SECTION.test(address)) continue;
        expect(address).toMatch(/^#/);
        if (!address.includes('=')) expect(page).toContain(` id="${address.slice(1)}"`);
      }
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it(`has a row for each requirement and a cell for each result: ${name}`, () => {
      const { requirements, results } = report;
      expect([...html.matchAll(/<tr [^>]*data-id="/g)]).toHaveLength(requirements.length);
      const matrix = between(html, '<table id="matrix"', '</table>');
      const rows = matrix.split('<tr').filter((row) => row.includes('data-id='));
      const cells = rows.flatMap((row) => [...row.matchAll(/<td class=/g)]);
      expect(cells).toHaveLength(results.length);
    });
  }

  it('says verdict and host in its title, and warns at the top', () => {
    expect(htmlOf(twoFails())).toContain('<title>Nonconformant: patchwork.example.org</title>');
    expect(htmlOf(hollow())).toMatch(
      /<p class="warning">Little was checked: of 120 results on a MUST/,
    );
  });

  it('lets nothing of the instance become markup', () => {
    const evil = '"><img src=x onerror=alert(1)></script><!--<script>';
    const report = everyVerdict();
    const html = htmlOf({
      ...report,
      target: { ...report.target, baseUrl: evil },
      requirements: report.requirements.map((each) => ({ ...each, title: evil, spec: evil })),
      results: report.results.map((result) => ({
        ...result,
        reason: evil,
        observed: { [evil]: evil },
        expected: { reason: evil, link: `javascript:${evil}` },
        violations: [{ message: evil, pointer: `/${evil}`, expected: evil, received: evil }],
      })),
      fields: report.fields.map((field) => ({ ...field, field: evil })),
      options: { [evil]: evil },
    });
    expect(seen(html)).not.toMatch(/<img|<script|<!--|"javascript:/);
    expect([...html.matchAll(/<\/script/gi)]).toHaveLength(1);
    expect([...html.matchAll(/<script/gi)]).toHaveLength(1);
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  });

  it('shows what was received where the instance is hostile', () => {
    expect(htmlOf(hostile())).toContain('\\u{1b}]0;owned\\u{7}');
  });

  it('reads without a script: each finding, and what was not checked', () => {
    const html = seen(htmlOf(everyVerdict()));
    expect(html).toContain('<h2>2 requirements fail</h2>');
    expect(html).toContain('<h2>1 requirement warns</h2>');
    expect(html).toContain('<h2>1 requirement ended in an error</h2>');
    expect(html).toContain('found no cover that has comments');
    expect(html).toContain('a client that follows <code>next</code> to the end never stops.');
    expect(html).toMatch(/<pre>curl -sS &#39;https:\/\/patchwork/);
    expect(html).toMatch(/<pre tabindex="0">GET https:[^\n]*\naccept: [^\n]*\n\n200\n/);
  });

  it('has the failures before the matrix, and everything else after it', () => {
    const html = seen(htmlOf(everyVerdict()));
    const at = ['id="of-fail"', 'id="matrix"', 'id="of-error"', 'id="of-warn"', 'id="unchecked"'];
    const places = at.map((text) => html.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('says evidence that several versions share once', () => {
    const html = seen(htmlOf(twoFails()));
    const article = between(html, 'data-id="page.next.absent-on-last">', '</article>');
    expect(article.match(/expected none on the last page/g)).toHaveLength(1);
    expect(article).toContain('fails in 1.1–1.3');
  });

  it('shows the first findings in full and folds the others', () => {
    const html = seen(htmlOf(manyFails()));
    const articles = html.split('<article class="finding"').slice(1);
    expect(articles.length).toBeGreaterThan(20);
    expect(
      articles.map((each) => /^[^>]*>\s*<details><summary><h3>/.test(each)).indexOf(true),
    ).toBe(20);
  });

  it('has the verdict and the share that was checked at the head of each column', () => {
    const heads = (report: Report) => [
      ...htmlOf(report).matchAll(
        /<b>([\d.]+)<\/b> <span class="word">([^<]*)<\/span> <span class="ratio">([^<]*)/g,
      ),
    ];
    const [, version, verdict, ratio] = heads(twoFails())[1] ?? [];
    expect([version, verdict?.replaceAll('\u00ad', '')]).toEqual(['1.1', 'nonconformant']);
    expect(ratio).toBe('73/73 checked');
    expect(heads(asExpected())[1]?.[2]).toBe('as expected');
    expect(heads(interrupted())[0]?.[2]).toBe('interrupted');
    expect(heads(conformant()).map(([, , word]) => word?.replaceAll('\u00ad', ''))).toEqual(
      Array.from({ length: 5 }, () => 'conformant'),
    );
  });

  it('colours the cell of a group by the share that passes', () => {
    const html = htmlOf(twoFails());
    const covers = between(html, '<tbody data-group="covers">', '</tr>');
    expect(covers).toMatch(/<td class="fail share-\d+ failed-\d+"><b>/);
    expect(between(html, '<tbody data-group="root">', '</tr>')).toMatch(
      /<td class="pass share-100 failed-0"><span class="ratio">12\/12/,
    );
  });

  it('shows the rows that need attention, and the others when their group is opened', () => {
    const html = htmlOf(twoFails());
    const rows = [...html.matchAll(/<tr( class="well")? data-id="([^"]*)"/g)];
    const open = rows.flatMap(([, look, id]) => (look === undefined ? id : []));
    expect(open.toSorted()).toEqual(['covers.mbox.absent-before-1.1', 'page.next.absent-on-last']);
  });

  it('shows what a baseline expects as such, and what departs from it at the top', () => {
    const report = notAsExpected();
    const html = seen(htmlOf(report));
    const { problems = [], file = '' } = report.baseline ?? {};
    expect(problems.length).toBeGreaterThan(0);
    expect(html.indexOf(`from the baseline ${file}`)).toBeGreaterThan(0);
    expect(html.indexOf('from the baseline')).toBeLessThan(html.indexOf('<table'));
    expect(html).toMatch(/<td class="expected"><a href="#expected:/);
  });
});
