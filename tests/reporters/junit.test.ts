import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import type { Verdict } from '../../harness/verdict.js';
import { renderJunit } from '../../reporters/junit.js';
import { advisoryParts } from '../../reporters/view/advisory.js';
import { AGAINST_BASELINES, notAsExpected } from './baselines.js';
import { everyVerdict, manyFails, REPORTS } from './reports.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

// The golden files are written anew by `npx vitest run tests/reporters -u`; read the difference.

const ALL = new Map([...REPORTS, ...AGAINST_BASELINES]);

const schema = readFileSync(new URL('./junit.xsd', import.meta.url), 'utf8');

/** What is wrong with each of the documents, by the schema of the format. */
async function faults(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const xml = [...documents].map(([name, contents]) => ({ fileName: `${name}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The case of a requirement and version, from its tag to the end. */
function caseOf(xml: string, name: string): string | undefined {
  return xml.split('<testcase ').find((part) => part.includes(` name="${name}" `));
}

describe('JUnit XML', () => {
  it('is what the schema of the format allows, for every sample report', async () => {
    const documents = new Map([...ALL].map(([name, report]) => [name, renderJunit(report())]));
    expect(await faults(documents)).toEqual([]);
  });

  it('is held against a schema that refuses what it should', async () => {
    const xml = renderJunit(everyVerdict());
    const spoiled = new Map([
      ['time', xml.replace(/time="[^"]*"/, 'time="soon"')],
      ['twice', xml.replace('name="root.rule-1 in 1.0"', 'name="root.rule-1 in 1.1"')],
      ['control', xml.replace('does not end', 'does \u0001 not end')],
      ['element', xml.replace('</testsuites>', '<testcase/></testsuites>')],
    ]);
    const found = (await faults(spoiled)).join('\n');
    for (const name of spoiled.keys()) expect(found).toContain(`${name}.xml:`);
  });

  it('looks as it should', async () => {
    await expect(renderJunit(everyVerdict())).toMatchFileSnapshot('golden/every-verdict.xml');
  });

  it('has a case for each result that a version can have, and counts and times that add up', () => {
    for (const report of REPORTS.values()) {
      const xml = renderJunit(report());
      // Client contracts that do not hold are skipped cases, whatever their verdict.
      const contracts = advisoryParts(report(), '')
        .flatMap(({ blocks }) => blocks)
        .filter(({ type }) => type === 'finding').length;
      const { results: all, requirements } = report();
      const musts = requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
      const results = all.filter(({ verdict }) => verdict !== 'not-applicable');
      const open = results.filter(({ verdict }) => verdict === 'inconclusive');
      const openMusts = open.filter(({ requirement }) => musts.includes(requirement)).length;
      const count = (...verdicts: Verdict[]) =>
        results.filter(({ verdict }) => verdicts.includes(verdict)).length;
      const [, head = ''] = /<testsuites ([^>]*)>/.exec(xml) ?? [];
      expect(xml.match(/<testcase /g)).toHaveLength(results.length + contracts);
      expect(head).toContain(`tests="${results.length + contracts}"`);
      expect(head).toContain(`failures="${count('fail')}"`);
      expect(head).toContain(`errors="${count('error') + openMusts}"`);
      const skipped = count('skipped') + open.length - openMusts + contracts;
      expect(xml.match(/<skipped /g) ?? []).toHaveLength(skipped);
      const times = [...xml.matchAll(/<testsuite [^>]*time="([\d.]+)"/g)].map(([, time]) => time);
      const sum = times.reduce((total, time) => total + Math.round(Number(time) * 1000), 0);
      expect(head).toContain(`time="${(sum / 1000).toFixed(3)}"`);
    }
  });

  it('lets each verdict be what it is for a CI server', () => {
    const xml = renderJunit(everyVerdict());
    expect(caseOf(xml, 'page.next.absent-on-last in 1.1')).toMatch(
      /<failure message="Link rel=&quot;next&quot;: expected none on the last page" type="violation">/,
    );
    expect(caseOf(xml, 'events.actor-is-a-user-or-null in 1.2')).toContain(
      '<error message="no compl',
    );
    const comments = 'comments.comments-of-a-cover-have-the-form-of-the-version in 1.1';
    expect(caseOf(xml, comments)).toContain(
      '<error message="found no cover that has comments" type="inconclusive">',
    );
    expect(caseOf(xml, 'people.people-are-listed in 1.0')).toContain(
      '<skipped message="skipped: no credentials for the role user"/>',
    );
    const warned = caseOf(xml, 'conventions.dates-end-in-z in 1.0');
    expect(warned).toContain('<system-out>warn, SHOULD: “dates end in Z”');
    expect(warned).not.toMatch(/<(failure|error|skipped)/);
    expect(caseOf(xml, 'paging.default-page-size in 1.2')).toContain('{"size":100}');
    expect(caseOf(xml, 'root.rule-1 in 1.0')).toMatch(/ time="0\.003"\/>\s*$/);
  });

  it('skips what the baseline expects, with its reason, and fails what is wrong with the baseline', () => {
    const xml = renderJunit(notAsExpected());
    expect(caseOf(xml, 'page.next.absent-on-last in 1.1')).toContain(
      '<skipped message="expected: The proxy makes the links',
    );
    expect(caseOf(xml, 'page.next.absent-on-last in 1.2')).toContain('<failure ');
    const [, ofBaseline = ''] = xml.split('<testsuite name="baseline"');
    expect(ofBaseline).toMatch(/type="no-longer-so"/);
    expect(ofBaseline).toMatch(/type="expired"/);
    expect(ofBaseline).not.toContain('unexpected-failure');
  });

  it('is green, and needs no suite for the baseline, where all is as expected', () => {
    const report = manyFails();
    const entries = report.requirements.map(({ id }) => ({
      requirement: id,
      versions: report.target.versionsExamined,
      verdict: 'fail' as const,
    }));
    const xml = renderJunit(holdAgainst(report, { file: 'known.yaml', entries }));
    expect(xml).toMatch(/<testsuites [^>]* failures="0" errors="0"/);
    expect(xml).not.toMatch(/<failure|"baseline"/);
    expect(xml).toContain('message="expected: the baseline gives no reason"');
  });

  it('stays XML whatever the instance says', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(']]>', '<![CDATA[', '&bogus;', '-->', '\ufffe', '\uffff', '\u0000', '\r\n'),
    );
    const texts = fc.sample(anything, 60);
    const requirements = texts.map((_, index) =>
      sampleRequirement({ id: `covers.any-${index}`, title: 'any', group: 'covers' }),
    );
    const results = requirements.flatMap(({ id }, index) => {
      const [message = '', received = ''] = texts.slice(index);
      return [
        ...sampleResults(id, ['1.0'], { verdict: 'fail', violations: [{ message, received }] }),
        ...sampleResults(id, ['1.1'], { verdict: 'inconclusive', reason: message }),
        ...sampleResults(id, ['1.2'], { verdict: 'observed', observed: received }),
        ...sampleResults(id, ['1.3'], { verdict: 'error', reason: received }),
      ];
    });
    const xml = renderJunit(sampleReport({ requirements, results }));
    expect(await faults(new Map([['any', xml]]))).toEqual([]);
  });
});
