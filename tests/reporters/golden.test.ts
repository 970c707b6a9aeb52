import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { OUTPUT as OPTIONS } from '../../cli/options/output.js';
import { parseReport } from '../../harness/stored-report.js';
import { formatFor, RUN, wantsEveryExchange } from '../../reporters/formats.js';
import { renderHar } from '../../reporters/har.js';
import { jsonText } from '../../reporters/printable.js';
import { readArchive } from './archive.js';
import { AGAINST_BASELINES } from './baselines.js';
import { everything } from './everything.js';
import { terminalOf } from './rendered.js';
import { everyVerdict, hostile, manyFails, REPORTS } from './reports.js';
import { sampleExchange } from './sample.js';

// The golden files are written anew by `npx vitest run tests/reporters -u`; read the difference.

const ALL = [...REPORTS, ...AGAINST_BASELINES, ['everything', everything] as const];

const EXTENSIONS = ['json', 'html', 'md', 'xml', 'svg', 'har'];

/** A file without the script and the styles of a page, which are files of their own. */
function written(extension: string, report = everything()): string {
  const text = formatFor(RUN, `run.${extension}`)(report);
  return text.replace(/<(style|script)>.*?<\/\1>/gs, '').replace(/sha256-[\w+/=]*/g, 'HASH');
}

/** HTML without its end tags is no file for a formatter. */
const golden = (name: string) => `golden/everything.${name}${name === 'html' ? '.txt' : ''}`;

test.for(['html', 'md', 'xml', 'svg'])('a report in .%s looks as it should', async (extension) => {
  await expect(written(extension)).toMatchFileSnapshot(golden(extension));
});

test('on a terminal a report looks as it should', async () => {
  const text = terminalOf(everything(), { colour: false, columns: 80, verbose: false });
  await expect(text).toMatchFileSnapshot(golden('txt'));
});

test('in full, and where output is no terminal, every requirement, field and reason is there, uncut', () => {
  const report = everything();
  const columns = Number.POSITIVE_INFINITY;
  const text = terminalOf(report, { colour: false, columns, verbose: true });
  for (const { id } of report.requirements) expect(text).toContain(id);
  for (const { reason = '' } of report.results) expect(text).toContain(reason);
  for (const { field } of report.fields) expect(text).toContain(`\n${field} `);
  expect(text).toContain('── Observations');
});

test('an archive of all that was exchanged looks as it should', async () => {
  const url = 'https://patchwork.example.org/api/1.2/bundles/?a=1&b=%20c&b=';
  const write = {
    ...sampleExchange(2, '', 'user'),
    request: {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: '{"name":"é"}',
      bodyBytes: 5000,
    },
    response: {
      status: 302,
      headers: { location: '/elsewhere', link: ['<a>', '<b>'] },
      body: 'é',
      bodyBytes: 6000,
    },
  };
  const shown = { ...everyVerdict(), options: { showEmails: true } };
  const text = renderHar(shown, { exchanges: [write, sampleExchange(3, '/x')] });
  readArchive(text);
  await expect(text).toMatchFileSnapshot(golden('har'));
});

test.for(ALL)(
  'no file holds anything that a terminal or a browser would obey: %s',
  ([name, make]) => {
    const report = make();
    for (const extension of EXTENSIONS) {
      const foreign = written(extension, report).replaceAll('\n', '');
      expect(foreign, extension).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u);
    }
    const text = jsonText(report);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(report)));
    // No report that is read has what the addresses of these hold.
    if (name.includes('hostile')) expect(() => parseReport(text)).toThrow('/target/baseUrl must');
    else expect(parseReport(text)).toEqual(JSON.parse(text));
    const { log } = readArchive(renderHar(report));
    expect(log.entries).toHaveLength(report.exchanges.length);
  },
);

test('the JUnit files and the badges are XML, the former as the schema of the format allows', async () => {
  const named = (extension: string) =>
    ALL.map(([name, report]) => ({
      fileName: `${name}.${extension}`,
      contents: written(extension, report()),
    }));
  const schema = readFileSync(new URL('./junit.xsd', import.meta.url), 'utf8');
  const junit = await validateXML({ xml: named('xml'), schema });
  const badges = await validateXML({ xml: named('svg'), normalization: 'c14n' });
  expect([...junit.errors, ...badges.errors]).toEqual([]);
});

test('JUnit has what the scan covered once', () => {
  const report = everything();
  expect(new Set(report.requirements.map(({ group }) => group)).size).toBeGreaterThan(1);
  expect(written('xml', report).match(/value="Selected: /g)).toHaveLength(1);
});

test('JUnit is green, and needs no suite for the baseline, where all is as expected', () => {
  const report = manyFails();
  const versions = report.target.versionsExamined;
  const entries = report.requirements.map(({ id }) => {
    return { requirement: id, versions, verdict: 'fail' as const };
  });
  const xml = written('xml', holdAgainst(report, { file: 'known.yaml', entries }));
  expect(xml).toMatch(/<testsuites [^>]* failures="0" errors="0"/);
  expect(xml).not.toMatch(/<failure|"baseline"/);
  expect(xml).toContain('message="expected: the baseline gives no reason"');
});

test('a stored report makes an archive of its evidence, and says so', () => {
  const { log } = readArchive(renderHar(hostile()));
  expect(log.comment).toMatch(/^Only the exchanges with https:.* that are evidence/s);
  expect(log.comment).toContain('--report FILE.har writes all');
  expect(log.comment).toContain('Credentials and e-mail addresses are masked');
  expect(log.entries[0]?.request.url).toBe(hostile().exchanges[0]?.request.url);
});

test('the format is chosen by the extension of a file; where there is none of that name they are listed', () => {
  expect(formatFor(RUN, 'RUN.JSON')(everyVerdict())).toBe(jsonText(everyVerdict()));
  for (const path of ['run.pdf', 'run', '-', 'run.constructor', '.har']) {
    expect(() => formatFor(RUN, path)).toThrow(
      `"${path}" names no format of a report: expected a file ending in .json, .html, .md, .xml, .har, .svg`,
    );
  }
  for (const extension of EXTENSIONS) expect(OPTIONS.report.says).toContain(`.${extension}`);
  expect(['run.har', 'x/RUN.HAR'].every(wantsEveryExchange)).toBe(true);
  expect(['run.json', 'run.har.json', 'har', '-'].some(wantsEveryExchange)).toBe(false);
});
