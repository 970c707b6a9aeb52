import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { answerProfiles } from '../../analysis/client-profile/answer-profile.js';
import type { Need } from '../../analysis/client-profile/profile.js';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Report } from '../../harness/report.js';
import { CLIENTS, COMPARISON, formatFor } from '../../reporters/formats.js';
import { notAsExpected } from '../reporters/baselines.js';
import { markdownOf } from '../reporters/rendered.js';
import { everyVerdict, hollow, interrupted, twoFails } from '../reporters/reports.js';
import { hostileText } from './hostile-input.js';
import { hostileReport, linksIn, soundReport } from './hostile-report.js';
import { runs } from './runs.js';
import { type Skeleton, skeletonOfPart } from './skeleton.js';

/** As GitHub reads it: HTML is let through, and addresses become links. */
const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.linkify.set({ fuzzyLink: false });

const SOUND = [everyVerdict(), notAsExpected(), hollow(), interrupted(), twoFails(), soundReport];

function compared(from: Report, to: Report): string {
  return formatFor(
    COMPARISON,
    'x.md',
  )(compareReports([from, to].map((report, at) => ({ file: `${at}.json`, report }))));
}

function answered(report: Report, name: string): string {
  const needs: Need[] = [{ kind: 'endpoints', name: 'covers', line: 2 }];
  const profile = { name, about: name, needs };
  return formatFor(
    CLIENTS,
    'x.md',
  )(answerProfiles([{ file: name, profile }], { file: name, report }));
}

function skeletonOf(text: string): Skeleton {
  return skeletonOfPart(markdown.render(text));
}

/** What the template can put there: what it does of sound reports, code, and the table's own rows. */
function elementsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(['code[]', ...texts.flatMap((text) => skeletonOf(text).elements)]);
}

/** The bytes of an address: which of its signs are percent-encoded, and a lone percent sign, are of no matter. */
function plain(address: string): string {
  const href = URL.canParse(address) ? new URL(address).href : address;
  const bytes = Buffer.from(href).toString('latin1');
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function expectOnlyTheTemplate(text: string, known: ReadonlySet<string>, links: string[]): void {
  const part = skeletonOf(text);
  expect(part.elements.filter((each) => !known.has(each))).toEqual([]);
  expect(part.comments).toEqual([]);
  for (const address of part.addresses) {
    expect(links.map(plain)).toContain(plain(address));
  }
}

describe('Markdown, parsed back', () => {
  it('holds nothing but what the template put there, however hostile the report', () => {
    const known = elementsOf(SOUND.map((report) => markdownOf(report)));
    fc.assert(
      fc.property(hostileReport, (report) => {
        expectOnlyTheTemplate(markdownOf(report), known, linksIn(report));
      }),
      runs(25),
    );
  });

  it('holds nothing else either that tells of a comparison, or of a client', () => {
    const ofComparisons = elementsOf(
      SOUND.flatMap((each) => [compared(each, twoFails()), compared(twoFails(), each)]),
    );
    const ofClients = elementsOf(SOUND.map((report) => answered(report, 'a client')));
    fc.assert(
      fc.property(hostileReport, hostileReport, hostileText, (from, to, name) => {
        const links = [...linksIn(from), ...linksIn(to)];
        expectOnlyTheTemplate(compared(from, to), ofComparisons, links);
        expectOnlyTheTemplate(answered(from, name), ofClients, []);
      }),
      runs(15),
    );
  });
});
