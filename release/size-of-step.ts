import { gte, inc, type ReleaseType, valid } from 'semver';

/** The parts of one version that scripts depend on. */
export interface Promised {
  /** Ids of requirements. */
  ids: readonly string[];
  /** Environment names of options. */
  options: readonly string[];
  /** Supported versions of Node.js, from package.json. */
  node: string;
}

/** A change and the version step that it needs. */
export interface Reason {
  step: 'minor' | 'major';
  says: string;
}

/** Lists the changes that need more than a patch version (docs/gating-a-release.md). */
export function reasons(before: Promised, now: Promised): Reason[] {
  const minor = (says: string): Reason => ({ step: 'minor', says });
  const major = (says: string): Reason => ({ step: 'major', says });
  return [
    ...missing(now.ids, before.ids).map((id) => minor(`the requirement ${id} is new`)),
    ...missing(now.options, before.options).map((name) => minor(`the option ${name} is new`)),
    ...missing(before.options, now.options).map((name) => major(`the option ${name} is removed`)),
    ...(before.node === now.node ? [] : [major(`Node.js ${now.node} instead of ${before.node}`)]),
  ];
}

/** Returns the problems of a step from one version to the next. */
export function stepProblems(last: string, next: string, why: readonly Reason[]): string[] {
  if (valid(next) === null) return [`${next} is not a semantic version`];
  const steps: ReleaseType[] = ['patch', 'minor', 'major'];
  const following = steps.map((step) => `${inc(last, step)}`);
  if (!following.includes(next))
    return [`expected ${following.join(' or ')} after ${last}, received ${next}`];
  return why
    .map(({ step, says }) => ({ says, least: `${inc(last, step)}` }))
    .filter(({ least }) => !gte(next, least))
    .map(({ says, least }) => `${says}: expected at least ${least}, received ${next}`);
}

function missing(from: readonly string[], among: readonly string[]): string[] {
  return from.filter((each) => !among.includes(each));
}
