import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { renderHtml } from '../../reporters/html.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { renderTerminal } from '../../reporters/terminal.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

const ADDRESS = 'https://docs.example.org/api.md#limits';

/** A report with one failure, whose requirement has this link. */
function failing(link: string | undefined): Report {
  const { link: _, ...requirement } = sampleRequirement({
    id: 'page.any',
    title: 'any',
    group: 'paging',
    spec: 'Limits',
  });
  return sampleReport({
    requirements: [{ ...requirement, ...(link === undefined ? {} : { link }) }],
    results: sampleResults('page.any', ['1.3'], { verdict: 'fail' }),
  });
}

function rendered(link: string | undefined): string[] {
  const report = failing(link);
  const [page = ''] = /<p class="sentence">.*/.exec(renderHtml(report)) ?? [];
  const text = renderTerminal(report, { colour: false, columns: 40, verbose: false });
  return [text, renderMarkdown(report), page];
}

test('a failure leads to the section that it rests on, in every format', () => {
  const [text, markdown, page] = rendered(ADDRESS);
  expect(text).toContain(`\n  ${ADDRESS}\n`);
  expect(markdown).toContain(`> “any” ([API, Limits](<${ADDRESS}>))`);
  expect(page).toContain(`<a href="${ADDRESS}" rel="noreferrer">API, Limits</a>`);
});

test.for([undefined, 'javascript:alert(1)', 'docs/api.md#limits'])(
  'without an address of the web it names the section: %s',
  (link) => {
    for (const each of rendered(link)) {
      expect(each).toContain('API, Limits');
      expect(each).not.toContain('javascript');
      expect(each).not.toContain('docs/api.md');
    }
  },
);
