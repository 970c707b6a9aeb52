import type { Report, Result } from '../../harness/report.js';
import { extensionsOf, type ToldExtension } from '../extensions.js';
import { chaptersOf, type Row } from '../terminal/grid.js';
import { several } from '../terminal/quantities.js';
import { type Sign, signOf } from '../terminal/sign.js';
import { restorationLines } from '../terminal/writes.js';
import { type Unjudged, unjudgedBy } from '../unjudged.js';
import { inOrder, versionRange } from '../version-range.js';
import { openLists, walkSentence } from '../walk.js';
import { code, link, prose, text } from './escape.js';
import { brief, finding } from './finding.js';
import { MARKS } from './marks.js';
import type { Section } from './room.js';
import { matrix } from './tables.js';

/** Findings shown in full before the rest get a line each. */
const IN_FULL = 20;

/** Requirements named for one reason. */
const NAMED = 10;

/** What follows the matrix, what matters most first. */
export function sections(report: Report): Section[] {
  return [
    problems(report),
    ...findings(report, 'fail', ['fails', 'fail']),
    ...findings(report, 'error', ['in error, not held against the instance']),
    unjudged(report),
    expected(report),
    ...findings(report, 'warn', ['warns', 'warn']),
    ...extensionsOf(report).flatMap(extension),
    walked(report),
    written(report),
  ];
}

/** What was judged beside the specification: a matrix and the findings of each suite. */
function extension({ suite, report }: ToldExtension): Section[] {
  const own = [
    ...findings(report, 'fail', ['fails', 'fail']),
    ...findings(report, 'error', ['in error, not held against the instance']),
    unjudged(report),
    ...findings(report, 'warn', ['warns', 'warn']),
  ];
  return [
    { heading: `The suite ${code(suite)}`, pieces: [matrix(report)], called: 'matrices of suites' },
    ...own.map((each) => ({ ...each, heading: `${code(suite)}: ${each.heading}` })),
  ];
}

function findings(report: Report, sign: Sign, [one, many = one]: string[]): Section[] {
  const rows = rowsThat(report, (result) => signOf(result) === sign);
  const rest = rows.slice(IN_FULL);
  return [
    {
      heading: `${several(rows.length, 'requirement')} ${rows.length === 1 ? one : many}`,
      pieces: rows.slice(0, IN_FULL).map((row) => finding(report, row)),
      called: `findings (${sign})`,
    },
    {
      heading: `${several(rest.length, 'more requirement')} in short`,
      pieces: rest.map(brief),
      isList: true,
      called: `findings (${sign}) in short`,
    },
  ];
}

/** The requirements that have such a result, with such results only. */
function rowsThat(report: Report, isSo: (result: Result) => boolean): Row[] {
  return chaptersOf(report)
    .flatMap(({ rows }) => rows)
    .map(({ requirement, results }) => ({
      requirement,
      results: new Map([...results].filter(([, result]) => isSo(result))),
    }))
    .filter(({ results }) => results.size > 0);
}

function problems({ baseline }: Report): Section {
  const pieces = (baseline?.problems ?? []).map(
    ({ requirement, versions, message }) =>
      `- ${code(requirement)}${versions.length > 0 ? ` in ${versionRange(versions)}` : ''}: ${prose(message)}`,
  );
  const heading = `Not as the baseline ${code(baseline?.file ?? '')} expects`;
  return { heading, pieces, isList: true, called: 'remarks on the baseline' };
}

function expected(report: Report): Section {
  const rows = rowsThat(report, (result) => result.expected !== undefined);
  return {
    heading: 'As the baseline expects',
    pieces: rows.flatMap(({ requirement, results }) =>
      alikeInExpectation([...results.values()]).map((group) => known(requirement.id, group)),
    ),
    isList: true,
    called: 'expected findings',
  };
}

function alikeInExpectation(results: readonly Result[]): [Result, ...Result[]][] {
  const groups = new Map<string, [Result, ...Result[]]>();
  for (const result of results) {
    const key = JSON.stringify([result.verdict, result.expected]);
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  return [...groups.values()];
}

function known(id: string, group: [Result, ...Result[]]): string {
  const { verdict, expected: { reason, link: address = '', expires } = {} } = group[0];
  const where = versionRange(group.map(({ version }) => version));
  const linked = link('link', address);
  return [
    `- ${MARKS.expected} ${code(id)} in ${where}, ${verdict}: ${prose(reason ?? 'no reason is given')}`,
    ...(linked === '' ? [] : [linked]),
    ...(expires === undefined ? [] : [`expected until ${text(expires)}`]),
  ].join(', ');
}

function unjudged(report: Report): Section {
  const groups = [...unjudgedBy(report, 'inconclusive'), ...unjudgedBy(report, 'skipped')];
  return {
    heading: 'What was not judged, and why',
    pieces: groups.map((group) => why(report, group)),
    isList: true,
    called: 'reasons why something was not judged',
  };
}

function why({ target }: Report, { verdict, reason, requirements, versions }: Unjudged): string {
  const partial = target.versionsExamined.some((version) => !versions.has(version));
  const where = partial ? ` in ${versionRange(inOrder(versions))}` : '';
  const named = [...requirements].slice(0, NAMED).map((id) => code(id));
  const more = requirements.size - named.length;
  return (
    `- ${MARKS[verdict]} ${verdict}, ${prose(reason)}: ${several(requirements.size, 'requirement')}${where} ` +
    `(${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
  );
}

function walked({ walk }: Report): Section {
  const lines = walk === undefined ? [] : [walkSentence(walk), ...openLists(walk)];
  return {
    heading: 'Whole lists',
    pieces: lines.map((line) => `- ${text(line)}`),
    isList: true,
    called: 'lines on whole lists',
  };
}

function written({ writes }: Report): Section {
  const lines = writes === undefined ? [] : restorationLines(writes);
  return {
    heading: 'What was written',
    pieces: lines.map((line) => `- ${addressesAsCode(line)}`),
    isList: true,
    called: 'lines on what was written',
  };
}

function addressesAsCode(line: string): string {
  const parts = line.split(/(https?:\/\/\S+)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part) : text(part))).join('');
}
