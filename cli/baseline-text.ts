import { type Blank, type Entry, renderEntry } from '../analysis/baseline/entry.js';
import type { Rewritten } from '../analysis/baseline/rewrite.js';
import type { Report, Result } from '../harness/report.js';
import { printable } from '../reporters/printable.js';
import { isSaid, sectionOf } from '../reporters/view/evidence.js';

/**
 * A baseline as a file: what its keys mean, and the entries, each below the sentence of its
 * requirement and what was received. What is open and could be accepted follows as comments.
 * Whatever came from the instance stands in comments, harmless.
 */
export function renderBaseline(report: Report, { entries, open }: Written): string {
  const blocks = entries.map((entry) => renderBlock(report, entry, ['reason', 'link', 'expires']));
  const offered = open.map((entry) => commentOut(renderBlock(report, entry, ['reason'])));
  const all = [...blocks, ...(offered.length > 0 ? [OFFER, ...offered] : [])];
  return `${HEADER}\nexpected:\n${all.map((block) => `${block}\n`).join('\n')}`;
}

/** What is expected, and what is open and might be. */
type Written = Pick<Rewritten, 'entries' | 'open'>;

function renderBlock(report: Report, entry: Entry, places: readonly Blank[]): string {
  return [...commentsOn(report, entry).map(commentLine), renderEntry(entry, places)].join('\n');
}

/** Without its first `# ` each line is again what it was. */
function commentOut(block: string): string {
  return block.replace(/^ {2}/gm, '  # ');
}

/** Characters of a comment: enough to know a failure again. */
const LONGEST = 160;

/** No YAML may hold these, not even in a comment. */
const FORBIDDEN = /[\ufffe\uffff]/g;

function commentLine(text: string): string {
  const signs = Array.from(printable(text).replace(FORBIDDEN, '\ufffd'));
  return `  # ${signs.length > LONGEST ? `${signs.slice(0, LONGEST).join('')}…` : signs.join('')}`;
}

function commentsOn(report: Report, entry: Entry): string[] {
  const requirement = report.requirements.find(({ id }) => id === entry.requirement);
  const results = entry.versions.flatMap(
    (version) =>
      report.results.find(
        (result) => result.requirement === entry.requirement && result.version === version,
      ) ?? [],
  );
  const judged = results.find(({ verdict }) => verdict === entry.verdict);
  return [
    ...(requirement === undefined ? [] : [`“${requirement.title}” (${sectionOf(requirement)})`]),
    ...(judged === undefined ? ['not checked when this was written'] : receivedIn(judged)),
  ];
}

/** What was received in one version; in the others it is much the same. */
function receivedIn({ version, violations: [first], reason }: Result): string[] {
  if (first === undefined) return reason === undefined ? [] : [`${version}: ${reason}`];
  const { message, received } = first;
  const isShown = received !== undefined && !isSaid(first);
  return [`${version}: ${message}`, ...(isShown ? [`received: ${received}`] : [])];
}

const HEADER = `# Expected failures. If exactly these occur, a run with --baseline and this file exits with status 0.
# It exits with 1 if anything else fails, or if an entry no longer fails, has expired, or names an
# unknown requirement; what a run does not select is ignored. Warnings count with --fail-on warn only.
#
#   requirement  its id; the subcommand explain explains it
#   versions     the versions in which it is expected to fail
#   reason       why, in your words; reports show it
#   link         where it is tracked, such as the URL of a bug
#   expires      the last day on which it is expected (UTC), such as 2027-03-31
#   verdict      default: fail. "verdict: warn" expects that a SHOULD is violated, for --fail-on warn.
#                "verdict: inconclusive" accepts that a requirement cannot be checked,
#                for example because data is missing, so that the exit status is not 3:
#
#                  - requirement: root.about
#                    versions: ['1.4']
#                    verdict: inconclusive
#                    reason: blocked in our test network
#
# requirement and versions are required, the rest may be blank. A run with --write-baseline updates
# this file: it preserves reasons, links, expiry dates and entries that were not checked, removes
# entries that no longer fail, and adds new failures. It replaces all comments: use reason for yours.
`;

const OFFER = `  # Inconclusive results: a run exits with status 3 unless an entry accepts them. To accept one,
  # remove the first # from its lines, and add a reason.`;
