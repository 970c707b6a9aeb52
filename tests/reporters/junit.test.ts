import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { renderJunit } from '../../reporters/junit.js';
import { everyVerdict, manyFails } from './reports.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

const schema = readFileSync(new URL('./junit.xsd', import.meta.url), 'utf8');

/** What is wrong with each of the documents, by the schema of the format. */
async function faults(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const xml = [...documents].map(([name, contents]) => ({ fileName: `${name}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ rawMessage }) => rawMessage);
}

describe('JUnit XML', () => {
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
