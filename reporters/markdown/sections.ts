import type { Report, Result } from '../../harness/report.js';
import { type AdvisoryView, advisoryOf } from '../view/advisory.js';
import { type FINDING_SIGNS, findingsOf, IN_FULL, outcomeOf } from '../view/findings.js';
import { groupedBy } from '../view/grouped-by.js';
import { rowsWith } from '../view/groups.js';
import { nextStepsOf } from '../view/next-steps.js';
import { capitalised, several } from '../view/quantities.js';
import { scanLines } from '../view/scan.js';
import { uncheckedGroups } from '../view/unchecked.js';
import { unsteadyLines } from '../view/unsteady.js';
import { versionRange } from '../view/version-range.js';
import { writesLines } from '../view/writes.js';
import { code, link, prose, text } from './escape.js';
import { briefly, finding } from './finding.js';
import { MARKS } from './marks.js';
import type { Section } from './room.js';

/** Violations shown of one result. */
const SHOWN = 3;

/** Requirements named for one reason. */
const NAMED = 10;

/** What follows the matrix, the most important first. `program` is how the user starts this program. */
export function sections(report: Report, program: string): Section[] {
  return [
    problems(report),
    ...findings(report, 'fail'),
    ...findings(report, 'error'),
    unchecked(report),
    expected(report),
    ...findings(report, 'warn'),
    ...advisoryOf(report).map(advisory),
    listed('Exhaustive scan', scanLines(report), 'lines on the exhaustive scan'),
    listed(
      'Unsteady: holds, but not when first checked',
      unsteadyLines(report),
      'unsteady results',
    ),
    listed('Writes', writesLines(report, program), 'lines on writes'),
    nextSteps(report, program),
  ];
}

/** What does not hold of client contracts, or of requirements added later. */
function advisory({ name, says, findings: found }: AdvisoryView): Section {
  const pieces = found.map(({ id, sign, versions, breaks, why }) => {
    const clients = breaks.length === 0 ? '' : `, breaks ${text(breaks.join(', '))}`;
    return `- ${MARKS[sign]} ${code(id)} ${outcomeOf(sign)} in ${versionRange(versions)}${clients}: ${prose(why, 300)}`;
  });
  const heading = `${capitalised(name)}: ${text(says)}`;
  return { heading, pieces, isList: true, called: name };
}

function findings(report: Report, sign: (typeof FINDING_SIGNS)[number]): Section[] {
  const found = findingsOf(report, sign, SHOWN);
  const rest = found.slice(IN_FULL);
  return [
    {
      heading: `${several(found.length, 'requirement')} ${outcomeOf(sign, found.length)}`,
      pieces: found.slice(0, IN_FULL).map((each) => finding(sign, each)),
      called: `findings (${sign})`,
    },
    {
      heading: `${several(rest.length, 'more requirement')} in short`,
      pieces: rest.map(briefly),
      isList: true,
      called: `findings (${sign}) in short`,
    },
  ];
}

function problems({ baseline }: Report): Section {
  const pieces = (baseline?.problems ?? []).map(
    ({ requirement, versions, message }) =>
      `- ${code(requirement)}${versions.length > 0 ? ` in ${versionRange(versions)}` : ''}: ${prose(message)}`,
  );
  const heading = `Not as the baseline ${code(baseline?.file ?? '')} expects`;
  return { heading, pieces, isList: true, called: 'problems with the baseline' };
}

function expected(report: Report): Section {
  return {
    heading: 'As the baseline expects',
    pieces: rowsWith(report, 'expected').flatMap(({ requirement, results }) =>
      groupedBy([...results.values()], ({ verdict, expected }) => [verdict, expected]).map(
        (group) => known(requirement.id, group),
      ),
    ),
    isList: true,
    called: 'expected findings',
  };
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

function unchecked(report: Report): Section {
  const pieces = uncheckedGroups(report).map(({ verdict, reason, requirements, where }) => {
    const named = [...requirements].slice(0, NAMED).map((id) => code(id));
    const more = requirements.size - named.length;
    return (
      `- ${MARKS[verdict]} ${verdict}, ${prose(reason)}: ${several(requirements.size, 'requirement')}${where} ` +
      `(${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
    );
  });
  return { heading: 'Not checked', pieces, isList: true, called: 'reasons' };
}

function nextSteps(report: Report, program: string): Section {
  const pieces = nextStepsOf(report, program).commands.map(
    ([label, command]) => `- ${label}: ${code(command, 3000)}`,
  );
  return { heading: 'Next steps', pieces, isList: true, called: 'next steps' };
}

function listed(heading: string, lines: readonly string[], called: string): Section {
  const pieces = lines.map((line) => `- ${urlsAsCode(line)}`);
  return { heading, pieces, isList: true, called };
}

function urlsAsCode(line: string): string {
  const parts = line.split(/(https?:\/\/\S+)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part) : text(part))).join('');
}
