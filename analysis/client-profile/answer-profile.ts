import type { Report } from '../../harness/report.js';
import { testedIn } from '../../harness/scope.js';
import type { Version } from '../../specification/versions.js';
import { reportedRun, type Side, sideOf } from '../comparison/side.js';
import {
  ANSWERS,
  type Answer,
  type AnsweredNeed,
  type ClientAnswer,
  type ClientAnswers,
  type NamedAnswer,
  type NeedAnswer,
} from './answer.js';
import { answerNeed } from './answer-need.js';
import type { Need, Profile } from './profile.js';
import { basesOf } from './vocabulary.js';

/** A profile and the name of its file. */
export interface StoredProfile {
  file: string;
  profile: Profile;
}

/** Whether clients work with the instance of a report, in each version that the run tested. */
export function answerProfiles(
  profiles: readonly StoredProfile[],
  stored: { file: string; report: Report },
): ClientAnswers {
  const { report } = stored;
  const side = sideOf(report);
  const clients = profiles.map((each) => answerProfile(each, side));
  return {
    format: 'conformance-clients/1',
    verdict: worst(clients.map(({ verdict }) => verdict)),
    report: reportedRun(stored),
    versions: testedIn(report),
    clients,
    excluded: excludedIn(report, clients),
  };
}

function excludedIn({ requirements }: Report, clients: readonly ClientAnswer[]) {
  return requirements.flatMap(({ id, contradicts: sentence }) => {
    const names = clients
      .filter(({ needs }) => needs.some((need) => isExcluded(need, id)))
      .map(({ profile }) => profile.name);
    return sentence === undefined || names.length === 0
      ? []
      : [{ sentence, requirement: id, clients: names }];
  });
}

function isExcluded({ requirements, answers }: AnsweredNeed, id: string): boolean {
  return requirements.includes(id) && answers.some(({ answer }) => answer === 'no');
}

function answerProfile({ file, profile }: StoredProfile, side: Side): ClientAnswer {
  const { name, about, versions: used } = profile;
  const { versionsOffered } = side.report.target;
  const own = used === 'latest' ? versionsOffered.slice(-1) : (used ?? versionsOffered);
  const tested = testedIn(side.report);
  const needs = profile.needs.map(
    (need): AnsweredNeed => ({
      ...need,
      requirements: requirementsOf(need),
      answers: tested.map(
        (version): NeedAnswer =>
          own.includes(version)
            ? { version, ...answerNeed(need, side, version) }
            : { version, answer: 'unneeded' },
      ),
    }),
  );
  const interrupted = interruption(side.report, profile);
  const versions = tested.map((version) => ({
    version,
    answer: own.includes(version)
      ? worst([
          answerIn(needs, version),
          ...(interrupted === undefined ? [] : [interrupted.answer]),
        ])
      : ('unused' as const),
  }));
  const answers = versions.flatMap(({ answer }) => (answer === 'unused' ? [] : [answer]));
  return {
    profile: { file, name, about, versions: used },
    ...(answers.length > 0 ? { verdict: best(answers) } : withoutVersion(own, versionsOffered)),
    ...(interrupted === undefined ? {} : { interrupted }),
    versions,
    needs,
  };
}

/**
 * What the run got now and then in place of data, and the client does not send its request again for. It takes the
 * page of a bot wall for data; with an error it ends, and works when it is started the next time.
 */
function interruption({ traffic }: Report, { retries = [] }: Profile): NamedAnswer | undefined {
  const { refusals, retried = {}, requests } = traffic;
  const said = (count: number, what: string) =>
    `${count} of ${requests} responses were ${what}, and it sends no request again`;
  // A few are connections that were kept for long, which servers close; most clients open one for each request.
  const isIdle = (kind: string) => kind === 'closed' && (retried[kind] ?? 0) * 100 < requests;
  const isRetried = (kind: string) => retries.some((each) => kind.startsWith(each));
  const refused = Object.entries(retried).filter(([kind]) => !isRetried(kind) && !isIdle(kind));
  const page = refused.find(([kind]) => kind === 'page');
  if (page !== undefined && refusals !== undefined) {
    return { answer: 'no', why: said(page[1], `${refusals.by} in place of data`) };
  }
  const [first] = refused;
  if (first === undefined) return undefined;
  const [kind, count] = first;
  return {
    answer: 'degraded',
    why: said(
      count,
      kind.replace('-retry-after', ' with Retry-After').replace('closed', 'closed connections'),
    ),
  };
}

/** The client uses no version that was tested. */
function withoutVersion(
  own: readonly Version[],
  offered: readonly Version[],
): Pick<ClientAnswer, 'verdict' | 'why'> {
  const missing = own.filter((version) => !offered.includes(version));
  if (missing.length < own.length || own.length === 0) {
    return { verdict: 'unknown', why: 'no version that it uses was tested' };
  }
  return { verdict: 'no', why: `it needs version ${own.join(' or ')}, which is not offered` };
}

function answerIn(needs: readonly AnsweredNeed[], version: Version): Answer {
  const answers = needs.flatMap(({ answers: own, degrades }) =>
    own.flatMap(({ version: of, answer }) => {
      // Without what it only degrades, the client works.
      const isOpen = answer === 'unknown' && degrades !== undefined;
      return of !== version || answer === 'unneeded' || isOpen ? [] : [answer];
    }),
  );
  const found = worst(answers);
  // Where nothing that it needs was tested, nothing can be said of it.
  const isNothing = found === 'untested' && !answers.some((each) => WORKING.includes(each));
  return isNothing ? 'unknown' : found;
}

/** The answers for a client that works. */
const WORKING: readonly Answer[] = ['yes', 'degraded'];

function worst(answers: readonly Answer[]): Answer {
  return ANSWERS.findLast((answer) => answers.includes(answer)) ?? 'yes';
}

function best(answers: readonly Answer[]): Answer {
  return ANSWERS.find((answer) => answers.includes(answer)) ?? 'no';
}

/** The ids of the requirements that determine whether a need is met. */
export function requirementsOf(need: Need): string[] {
  return basesOf(need).flatMap((basis) => (basis.by === 'requirements' ? [...basis.ids] : []));
}
