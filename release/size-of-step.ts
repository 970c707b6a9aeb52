import { gte, inc, lt, type ReleaseType, valid } from 'semver';

/** What scripts of others lean on, as one version has it. */
export interface Promised {
  /** Ids of requirements. */
  ids: readonly string[];
  /** Names of options in the environment. */
  options: readonly string[];
  /** The versions of Node.js on which it runs, as package.json has it. */
  node: string;
}

/** How large a step a change asks for, and what it is. */
export interface Reason {
  step: 'minor' | 'major';
  says: string;
}

/** Why the next version is more than a patch, by the table at the head of CHANGELOG.md. */
export function reasons(before: Promised, now: Promised): Reason[] {
  const minor = (says: string): Reason => ({ step: 'minor', says });
  const major = (says: string): Reason => ({ step: 'major', says });
  return [
    ...missing(now.ids, before.ids).map((id) => minor(`the requirement ${id} is new`)),
    ...missing(now.options, before.options).map((name) => minor(`the option ${name} is new`)),
    ...missing(before.options, now.options).map((name) => major(`the option ${name} is gone`)),
    ...(before.node === now.node ? [] : [major(`Node.js ${now.node} in place of ${before.node}`)]),
  ];
}

/** What is wrong with going from one version to the next; nothing if the step is large enough. */
export function stepProblems(last: string, next: string, why: readonly Reason[]): string[] {
  if (valid(next) === null) return [`${next} is no version as semver.org has it`];
  const steps: ReleaseType[] = ['patch', 'minor', 'major'];
  const following = steps.map((step) => `${inc(last, step)}`);
  if (!following.includes(next))
    return [`after ${last} comes ${following.join(' or ')}, not ${next}`];
  // Until 1.0.0 a minor version may do what otherwise only a major one does.
  const large = lt(last, '1.0.0') ? 'minor' : 'major';
  return why
    .map(({ step, says }) => ({ says, least: `${inc(last, step === 'major' ? large : step)}` }))
    .filter(({ least }) => !gte(next, least))
    .map(({ says, least }) => `${says}: that is ${least} at least, not ${next}`);
}

function missing(from: readonly string[], among: readonly string[]): string[] {
  return from.filter((each) => !among.includes(each));
}
