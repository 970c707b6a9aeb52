import { expect, test } from 'vitest';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import type { Report, ReportedScope } from '../../harness/report.js';
import { renderBadge } from '../../reporters/badge.js';
import { matrixOf } from '../../reporters/view/matrix.js';
import { asExpected, notAsExpected } from './baselines.js';
import { htmlOf, markdownOf, terminalOf } from './rendered.js';
import { conformant, everyVerdict, hollow, interrupted, twoFails } from './reports.js';

/** What each format says first of a report. */
function said(report: Report): Record<string, string | undefined> {
  const columns = Number.POSITIVE_INFINITY;
  const plain = { colour: false, columns, verbose: false };
  const html = htmlOf(report);
  return {
    terminal: terminalOf(report, plain).trimEnd().split('\n').at(-1),
    markdown: markdownOf(report).split('\n')[0],
    html: /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, ''),
    statement: /<p class="says">([^<]*)/.exec(html)?.[1],
    badge: /<title>([^<]*)/.exec(renderBadge(report))?.[1],
  };
}

function withScope(report: Report, scope: Partial<ReportedScope>): Report {
  const none = { versions: [], roles: [], writes: false, hazardousInputs: false };
  return { ...report, scope: { ...none, ...scope } };
}

test.for<[report: () => Report, sign: string, verdict: string, statement: RegExp]>([
  [conformant, '✅', 'Conformant', /^144 of 144 requirements checked in 1\.0–1\.4/],
  [twoFails, '❌', 'Nonconformant', /^2 requirements fail\W+\d+ of 74 requirements checked/],
  [everyVerdict, '❌', 'Nonconformant', /^2 requirements fail\W/],
  [interrupted, '⚠️', 'Interrupted', /^no failure so far\W+13 of \d+ requirements checked/i],
  [hollow, '⚠️', 'Incomplete', /^\d+ MUSTs? inconclusive\W/],
  [asExpected, '✅', 'As expected', /^2 expected failures \(baseline known\.yaml\)\W/],
  [notAsExpected, '❌', 'Not as expected', /^2 unexpected failures\W/],
])('every format says first how a run came out (%#)', ([report, sign, verdict, statement]) => {
  const { terminal = '', markdown = '', html, statement: ofPage } = said(report());
  const named = `${verdict} (read-only, anonymous)`;
  const ofTerminal = ` ${verdict.toUpperCase()}  (read-only, anonymous) · `;
  expect(terminal.startsWith(ofTerminal), terminal).toBe(true);
  expect(terminal.slice(ofTerminal.length)).toMatch(statement);
  expect(markdown.startsWith(`## ${sign} ${named}: `), markdown).toBe(true);
  expect(markdown.split('anonymous): ')[1]).toMatch(statement);
  expect(html).toContain(named);
  expect(ofPage).toMatch(statement);
});

test('the scope names the roles that signed in, and that it could write', () => {
  const written = withScope(twoFails(), { roles: ['user', 'maintainer'], writes: true });
  const { terminal, markdown, html, badge } = said(written);
  for (const text of [terminal, markdown, html, badge]) {
    expect(text).toContain('(with writes, as user and maintainer)');
  }
  expect(terminal).toMatch(/^ NONCONFORMANT {2}\(.*\) · 2 requirements fail · /);
});

test('a run with --only or --skip says so beside its verdict', () => {
  const chosen = { ...conformant(), options: { only: ['covers'], skip: ['covers.rule-1'] } };
  expect(said(chosen).terminal).toContain(
    '(read-only, anonymous, --only and --skip: 144 requirements)',
  );
  const odd = { ...conformant(), options: { only: 'covers', skip: [] } };
  expect(said(odd)).toEqual(said(conformant()));
});

test('what a scope that was demanded lacks makes a run incomplete', () => {
  const short = withScope(conformant(), { demanded: 'full', missing: 12 });
  const { terminal, markdown } = said({ ...short, verdict: 'incomplete' });
  for (const text of [terminal, markdown]) expect(text).toContain('12 of --scope full not checked');
  expect(terminal).toMatch(/^ INCOMPLETE /);
});

test('credentials that the instance rejects are reported before anything else', () => {
  const why = 'role user did not sign in: GET /api/1.3/users/?per_page=1 answered 403';
  const [first, ...rest] = conformant().results;
  if (first === undefined) throw new Error('the sample has no results');
  const rejected = {
    ...conformant(),
    results: [
      { ...first, verdict: 'inconclusive' as const, code: 'role-rejected' as const, reason: why },
      ...rest,
    ],
  };
  const sentence = why.replace('role', 'Role');
  const text = terminalOf(rejected, { colour: false, columns: 200, verbose: false });
  expect(text.indexOf(sentence)).toBeGreaterThan(0);
  expect(text.indexOf(sentence)).toBeLessThan(text.indexOf('root'));
  expect(htmlOf(rejected)).toContain(`<p class="warning">${sentence}`);
  expect(markdownOf(rejected).slice(0, 1000)).toContain('Role user did not sign in');
});

test('what hides other requirements says so, if it fails', () => {
  const report = twoFails();
  const [failing] = report.results.filter(({ verdict }) => verdict === 'fail');
  const open = ['a', 'b'].map((requirement) => ({
    ...report.results[0],
    requirement,
    verdict: 'inconclusive',
    values: { requirement: failing?.requirement.replace(/\.[^.]*$/, '') },
  }));
  const hidden = { ...report, results: [...report.results, ...open] } as Report;
  const line = 'It hides 2 requirements, not checked.';
  for (const text of [
    terminalOf(hidden, { colour: false, columns: 200, verbose: false }),
    markdownOf(hidden),
    htmlOf(hidden),
  ]) {
    expect(text).toContain(line);
  }
  const sound = { ...hidden, results: open } as Report;
  expect(markdownOf(sound)).not.toContain('hides');
});

test('credentials that are rejected make no run conformant, and are said first', () => {
  const rejected = [{ role: 'user' as const, why: 'GET people/ returned 401' }];
  const { terminal } = said(withScope(conformant(), { rejected }));
  expect(terminal).toMatch(/^ INCOMPLETE {2}\(.*\) · user could not sign in · 144 of 144/);
});

test('a version with inconclusive MUSTs is open, also where a baseline accepts them', () => {
  const report = hollow();
  const entries = report.results.flatMap(({ requirement, version, verdict }, line) =>
    verdict === 'inconclusive' ? [{ requirement, versions: [version], verdict, line }] : [],
  );
  expect(entries.length).toBeGreaterThan(0);
  const held = holdAgainst(report, { file: 'known.yaml', entries });
  const open = new Set<string>(entries.flatMap(({ versions }) => versions));
  const heads = matrixOf(held).versions.filter(({ version }) => open.has(version));
  expect(heads.map(({ conformant: says }) => says)).toEqual(heads.map(() => 'open'));
});
