import type { ReportedRequirement } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { isChecked, isHeld } from './change-kind.js';
import type { ClientChange, Comparison, Judged, Step } from './comparison.js';
import { isComparable } from './depth.js';
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
  const isUnclear = steps.some(({ to, changes: own }) =>
    own
      .filter((change) => isMust(change) && change.kind === 'not-comparable')
      .flatMap(({ cells }) => cells.filter(({ from }) => isHeld(from.verdict)))
      .some((cell) => !isSettled(cell.to, to, compared)),
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

/** Whether a report after `subject`, in which something is violated, shows that it holds. */
function isSettled(
  { requirement, version }: Judged,
  subject: string,
  compared: Basis['compared'],
): boolean {
  const index = compared.findIndex(({ name }) => name === subject);
  const own = compared[index]?.side;
  const result = own && resultIn(own, requirement, version);
  return compared.slice(index + 1).some(({ side }) => {
    const later = resultIn(side, requirement, version);
    if (own === undefined || result === undefined || later === undefined) return false;
    return isHeld(later.verdict) && isComparable(side.report, { report: own.report, result });
  });
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
        const isOlder = (each: Version) => placeOf(each) < placeOf(version);
        // Where an older one has come back since, it is not the oldest that are gone.
        const isOldest = !left.some(isOlder) && (now.includes(version) || !now.some(isOlder));
        return { version, isOldest };
      })
      .filter(({ version, isOldest }) => !isOldest || !now.includes(version));
  });
}
