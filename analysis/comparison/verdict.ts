import type { ReportedRequirement } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { isChecked, isHeld } from './change-kind.js';
import type { ClientChange, Comparison, Judged, Step } from './comparison.js';
import { resultIn, type Side } from './side.js';

/** What the verdict of a comparison rests on. */
interface Basis {
  of: Comparison['of'];
  /** The versions that count. */
  versions: readonly Version[];
  compared: readonly { name: string; side: Side }[];
  steps: readonly Step[];
  requirements: readonly ReportedRequirement[];
  clients?: readonly ClientChange[];
}

/** The verdict of a comparison; `Comparison` says what each means. */
export function verdictOn(basis: Basis): Comparison['verdict'] {
  const { of, compared, steps, requirements, clients = [] } = basis;
  const musts = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  const isMust = ({ requirement }: { requirement: string }) => musts.has(requirement);
  const changes = steps.flatMap((step) => step.changes).filter(isMust);
  const went = versionsWent(basis);
  if (
    clients.some(({ kind }) => kind === 'breaks') ||
    changes.some(({ kind }) => kind === 'regression') ||
    went.some(({ isOldest }) => !isOldest)
  ) {
    return 'regressed';
  }
  const newest = of === 'reports' ? compared.at(-1)?.side : undefined;
  // What a later report checks again is open no more.
  const isOpen = ({ requirement, version }: Judged) => {
    const result = newest && resultIn(newest, requirement, version);
    return result === undefined || !isChecked(result.verdict);
  };
  const isLess = changes.some(
    ({ kind, cells }) => kind === 'no-longer-checked' && cells.some(({ to }) => isOpen(to)),
  );
  // In a step before it is not: the newest report is held against one that can be compared, or the last pass.
  const isUnclear = (steps.at(-1)?.changes ?? [])
    .filter(isMust)
    .some(
      ({ kind, cells }) =>
        kind === 'not-comparable' && cells.some(({ from }) => isHeld(from.verdict)),
    );
  // A later version need not have every requirement of an earlier one, but a later report should.
  const gone = of === 'reports' ? steps.flatMap((step) => step.requirementsGone) : [];
  const isGone = gone
    .filter(isMust)
    .some(({ judged }) => judged.some((each) => isChecked(each.verdict) && isOpen(each)));
  const isUnknown = clients.some(
    ({ kind, to }) => kind === 'not-known' && to === compared.at(-1)?.name,
  );
  const isOpenStill = isLess || isUnclear || isGone || isUnknown || went.length > 0;
  return isOpenStill ? 'incomplete' : 'not-regressed';
}

/** The versions that went; only the oldest may be removed ("Versioning"), as no older one is left. */
function versionsWent({ versions, compared, steps }: Basis): { isOldest: boolean }[] {
  const placeOf = (version: Version) => VERSIONS.indexOf(version);
  return steps.flatMap((step) => {
    const to = compared.find(({ name }) => name === step.to);
    const left = to?.side.report.target.versionsOffered ?? [];
    const now = compared.at(-1)?.side.report.target.versionsOffered ?? [];
    return step.versionsWent
      .filter(({ version }) => versions.includes(version))
      .map(({ version }) => {
        const isOldest = left.every((each) => placeOf(each) > placeOf(version));
        return { version, isOldest };
      })
      .filter(({ version, isOldest }) => !isOldest || !now.includes(version));
  });
}
