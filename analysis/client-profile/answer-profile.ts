import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { sideOf } from '../comparison/side.js';
import {
  type AnsweredNeed,
  type ClientAnswer,
  type Meeting,
  NEED_STATES,
  type NeedState,
} from './answer.js';
import { answerNeed } from './answer-need.js';
import type { Need, Profile } from './profile.js';
import { basesOf } from './vocabulary.js';

/** Evaluates the needs of a client in each version that the run tested. */
export function answerProfile(
  { file, profile }: { file: string; profile: Profile },
  stored: { file: string; report: Report },
): ClientAnswer {
  const side = sideOf(stored.report);
  const { target, tool, startedAt, interrupted } = stored.report;
  const columns = target.versionsExamined.filter((each) => target.versionsOffered.includes(each));
  const needs = profile.needs.map((need) => ({
    ...need,
    requirements: requirementsOf(need),
    answers: columns.map((version) => ({ version, ...answerNeed(need, side, version) })),
  }));
  const versions = columns.map((version) => {
    const counts = countsIn(needs, version);
    return { version, meeting: meetingOf(counts), counts };
  });
  const among = (wanted: Meeting[]) =>
    versions.filter(({ meeting }) => wanted.includes(meeting)).map(({ version }) => version);
  return {
    format: 'conformance-client/1',
    verdict: verdictOf(versions.map(({ meeting }) => meeting)),
    profile: {
      file,
      name: profile.name,
      ...(profile.about === undefined ? {} : { about: profile.about }),
    },
    report: {
      file: stored.file,
      baseUrl: target.baseUrl,
      startedAt,
      tool: `${tool.name} ${tool.version}`,
      ...(interrupted ? { interrupted } : {}),
    },
    versions,
    ...bounds(among(['met']), 'lowest', 'highest'),
    ...bounds(among(['met', 'undetermined']), 'lowestUncontradicted', 'highestUncontradicted'),
    needs,
  };
}

/** Undetermined if no version was tested. */
function verdictOf(meetings: readonly Meeting[]): Meeting {
  if (meetings.includes('met')) return 'met';
  return meetings.includes('undetermined') || meetings.length === 0 ? 'undetermined' : 'not-met';
}

function meetingOf(counts: Record<NeedState, number>): Meeting {
  if (counts.broken + counts.absent > 0) return 'not-met';
  return counts.undetermined + counts.uncovered > 0 ? 'undetermined' : 'met';
}

function countsIn(needs: readonly AnsweredNeed[], version: Version): Record<NeedState, number> {
  const states = needs.flatMap(({ answers }) =>
    answers.filter((answer) => answer.version === version).map(({ state }) => state),
  );
  const counts = { holds: 0, broken: 0, absent: 0, undetermined: 0, uncovered: 0, unneeded: 0 };
  for (const state of NEED_STATES) counts[state] = states.filter((each) => each === state).length;
  return counts;
}

function bounds<L extends string, H extends string>(
  versions: readonly Version[],
  lowest: L,
  highest: H,
): Partial<Record<L | H, Version>> {
  const [first, last] = [versions[0], versions.at(-1)];
  if (first === undefined || last === undefined) return {};
  const found: Partial<Record<string, Version>> = { [lowest]: first, [highest]: last };
  return found;
}

function requirementsOf(need: Need): string[] {
  return basesOf(need).flatMap((basis) => {
    if (basis.by === 'requirements') return [...basis.ids];
    return basis.by === 'observation' ? [basis.requirement] : [];
  });
}
