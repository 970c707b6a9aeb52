import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerProfiles } from '../../analysis/client-profile/answer-profile.js';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Report } from '../../harness/report.js';
import { CLIENTS, COMPARISON, formatFor } from '../../reporters/formats.js';
import { notAsExpected } from '../reporters/baselines.js';
import { htmlOf } from '../reporters/rendered.js';
import { everyVerdict, hollow, interrupted, twoFails } from '../reporters/reports.js';
import { hostileText } from './hostile-input.js';
import { hostileReport, linksIn, soundReport } from './hostile-report.js';
import { runs } from './runs.js';
import { type Skeleton, skeletonOfPage } from './skeleton.js';

const SOUND = [everyVerdict(), notAsExpected(), hollow(), interrupted(), twoFails()];

function compared(from: Report, to: Report): string {
  return formatFor(
    COMPARISON,
    'x.html',
  )(compareReports([from, to].map((report, at) => ({ file: `${at}.json`, report }))));
}

/** Whether two clients of this name work: one may, the other does not. */
function answered(report: Report, name: string): string {
  const profiles = ['covers', 'no such field'].map((field, at) => ({
    file: name,
    profile: {
      name,
      about: name,
      needs: [{ kind: 'fields' as const, of: 'covers.list', name: field, line: at }],
    },
  }));
  return formatFor(CLIENTS, 'x.html')(answerProfiles(profiles, { file: name, report }));
}

/** Elements of which no page may have more than the one of a sound report that is like it. */
const COUNTED =
  /^(script|style|link|meta|base|title|iframe|object|embed|form|input|select|img|svg|math|template|html|head|body)\[/;

const counted = ({ elements }: Skeleton) => elements.filter((each) => COUNTED.test(each)).sort();

/** Holds a page of a hostile report against the pages of sound ones: what the template can put there. */
function expectOnlyTheTemplate(
  html: string,
  like: Skeleton,
  known: ReadonlySet<string>,
  given: readonly string[],
): void {
  const page = skeletonOfPage(html);
  expect(page.elements.filter((each) => !known.has(each))).toEqual([]);
  expect(counted(page)).toEqual(counted(like));
  expect(page.comments).toEqual([]);
  const [icon = '', ...links] = page.addresses;
  expect(icon).toMatch(/^data:image\/svg\+xml,[\w%.~'()*!-]*$/);
  const within = links.filter((link) => !given.includes(link));
  for (const link of within) expect(link).toMatch(/^#/);
  for (const link of within.filter((each) => !each.includes('='))) {
    expect(page.ids).toContain(link.slice(1));
  }
  expect(new Set(page.ids).size).toBe(page.ids.length);
  // The style and the script are those of the template; what the script reads is JSON.
  const isData = (code: string) => code.startsWith('{');
  expect(page.code.filter((code) => !isData(code))).toEqual(
    like.code.filter((code) => !isData(code)),
  );
  for (const data of page.code.filter(isData)) expect(() => JSON.parse(data)).not.toThrow();
}

describe('a page of HTML, parsed back', () => {
  it('holds nothing but what the template put there, however hostile the report', () => {
    const like = skeletonOfPage(htmlOf(soundReport));
    const pages = [...SOUND, soundReport].map((report) => skeletonOfPage(htmlOf(report)));
    const known = new Set(['code[]', 'wbr[]', ...pages.flatMap(({ elements }) => elements)]);
    fc.assert(
      fc.property(hostileReport, (report) => {
        expectOnlyTheTemplate(htmlOf(report), like, known, linksIn(report));
      }),
      runs(15),
    );
  });

  it('holds nothing else either that tells of a comparison of hostile reports', () => {
    const like = skeletonOfPage(compared(soundReport, soundReport));
    const pairs = SOUND.flatMap((each) => [compared(each, twoFails()), compared(twoFails(), each)]);
    const pages = [...pairs.map(skeletonOfPage), like];
    const known = new Set(['code[]', 'wbr[]', ...pages.flatMap(({ elements }) => elements)]);
    fc.assert(
      fc.property(hostileReport, hostileReport, (from, to) => {
        expectOnlyTheTemplate(compared(from, to), like, known, []);
      }),
      runs(8),
    );
  });

  it('holds nothing else either that tells of clients', () => {
    const like = skeletonOfPage(answered(soundReport, 'a client'));
    const pages = SOUND.map((report) => skeletonOfPage(answered(report, 'a client')));
    const known = new Set([
      'code[]',
      'wbr[]',
      ...like.elements,
      ...pages.flatMap(({ elements }) => elements),
    ]);
    fc.assert(
      fc.property(hostileReport, hostileText, (report, name) => {
        expectOnlyTheTemplate(answered(report, name), like, known, []);
      }),
      runs(8),
    );
  });
});
