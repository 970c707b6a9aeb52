import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { answerProfiles } from '../../analysis/client-profile/answer-profile.js';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Report } from '../../harness/report.js';
import { CLIENTS, COMPARISON, formatFor, RUN } from '../../reporters/formats.js';
import { notAsExpected } from '../reporters/baselines.js';
import { everyVerdict, hollow, interrupted, twoFails } from '../reporters/reports.js';
import { hostileText, runs } from './hostile-input.js';
import { hostileReport, linksIn, soundReport } from './hostile-report.js';
import { type Skeleton, skeletonOfPage, skeletonOfPart } from './skeleton.js';

const SOUND = [everyVerdict(), notAsExpected(), hollow(), interrupted(), twoFails(), soundReport];

/** What is rendered: of two reports, and of a client of this name. */
type Render = (file: string, from: Report, to: Report, name: string) => string;

const PRODUCTS: Readonly<Record<string, Render>> = {
  'a report': (file, from) => formatFor(RUN, file)(from),
  'a comparison': (file, from, to) => {
    const stored = [from, to].map((report, at) => ({ file: `${at}.json`, report }));
    return formatFor(COMPARISON, file)(compareReports(stored));
  },
  // One client works, the other does not.
  clients: (file, report, _, name) => {
    const profiles = ['covers', 'no such field'].map((field, at) => ({
      file: name,
      profile: {
        name,
        about: name,
        needs: [{ kind: 'fields' as const, of: 'covers.list', name: field, line: at }],
      },
    }));
    return formatFor(CLIENTS, file)(answerProfiles(profiles, { file: name, report }));
  },
};

/** As GitHub reads it: HTML is let through, and addresses become links. */
const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.linkify.set({ fuzzyLink: false });

/** Elements of which no page may have more than the one of a sound report that is like it. */
const COUNTED =
  /^(script|style|link|meta|base|title|iframe|object|embed|form|input|select|img|svg|math|template|html|head|body)\[/;

const counted = ({ elements }: Skeleton) => elements.filter((each) => COUNTED.test(each)).sort();

/** What is particular of a page of HTML, next to a sound one that is like it: it leads and loads nowhere. */
function expectPage(page: Skeleton, like: Skeleton, links: readonly string[]): void {
  expect(counted(page)).toEqual(counted(like));
  const [icon = '', ...others] = page.addresses;
  expect(icon).toBe('data:,');
  const within = others.filter((link) => !links.includes(link));
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

/** The bytes of an address: which of its signs are percent-encoded, and a lone percent sign, are of no matter. */
function plain(address: string): string {
  const href = URL.canParse(address) ? new URL(address).href : address;
  const bytes = Buffer.from(href).toString('latin1');
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What is particular of Markdown: its addresses are links that a user wrote into a baseline. */
function expectPart(part: Skeleton, _like: Skeleton, links: readonly string[]): void {
  const allowed = links.map(plain);
  for (const address of part.addresses) expect(allowed).toContain(plain(address));
}

const FORMATS = [
  { file: 'x.html', parse: skeletonOfPage, expectOnly: expectPage },
  {
    file: 'x.md',
    parse: (text: string) => skeletonOfPart(markdown.render(text)),
    expectOnly: expectPart,
  },
];

const CASES = FORMATS.flatMap((format) =>
  Object.entries(PRODUCTS).map(([product, render]) => ({ ...format, product, render })),
);

test.for(CASES)(
  '$file of $product holds nothing but what the template put there, however hostile what it shows',
  ({ file, parse, expectOnly, product, render }) => {
    const made = (from: Report, to: Report, name: string) => parse(render(file, from, to, name));
    const like = made(soundReport, soundReport, 'a client');
    const sound = SOUND.flatMap((each) => [
      made(each, twoFails(), 'a client'),
      made(twoFails(), each, 'a client'),
    ]);
    // What it has of sound reports, and the table's own signs.
    const known = new Set([
      'code[]',
      'wbr[]',
      ...[like, ...sound].flatMap((each) => each.elements),
    ]);
    fc.assert(
      fc.property(hostileReport, hostileReport, hostileText, (from, to, name) => {
        const page = made(from, to, name);
        expect(page.elements.filter((each) => !known.has(each))).toEqual([]);
        expect(page.comments).toEqual([]);
        // Of a baseline, nothing is shown with clients.
        expectOnly(page, like, product === 'clients' ? [] : [from, to].flatMap(linksIn));
      }),
      runs(12),
    );
  },
);
