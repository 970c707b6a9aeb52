import type { Entry } from '../../analysis/baseline/entry.js';
import { renderEntry } from '../../analysis/baseline/entry-text.js';
import type { ReportedRequirement, Result } from '../../harness/report.js';
import type { ReleaseRun } from './release-runs.js';

/** Renders the starter baseline of each release, by the name that `--baseline` takes. */
export function starterBaselines(runs: readonly ReleaseRun[]): Map<string, string> {
  return new Map(runs.map((run) => [`patchwork-${run.name}`, starterBaseline(run)]));
}

function starterBaseline(run: ReleaseRun): string {
  const blocks = run.report.requirements.flatMap((requirement) => {
    const entry = entryFor(run, requirement);
    if (entry === undefined) return [];
    return [`  # “${requirement.title}”\n${renderEntry(entry, [])}\n`];
  });
  return `${header(run)}\nexpected:\n${blocks.join('\n')}`;
}

function entryFor(
  { name, report }: ReleaseRun,
  { id, level }: ReportedRequirement,
): Entry | undefined {
  const own = report.results.filter(({ requirement }) => requirement === id);
  const failed = own.filter(({ verdict }) => verdict === 'fail');
  const open = own.filter(({ verdict }) => verdict === 'inconclusive' && level === 'must');
  const cells = failed.length > 0 ? failed : open;
  const [first] = cells;
  if (first === undefined) return undefined;
  return {
    requirement: id,
    versions: cells.map(({ version }) => version),
    verdict: failed.length > 0 ? 'fail' : 'inconclusive',
    reason: `release ${name}: ${seenIn(first)}`,
  };
}

/** What was seen, in one line. */
export function seenIn({ violations: [first], reason }: Result): string {
  return (first?.message ?? reason ?? '').replaceAll(/\s+/g, ' ');
}

function header({ name, revision }: ReleaseRun): string {
  return `# The known failures of Patchwork ${name} (${revision}): --baseline patchwork-${name} expects them
#
# Generated from fixtures/releases/${name}.json by npm run docs. Entries that do not fail on an instance are no
# problem. To make a baseline of your own: --baseline patchwork-${name} --write-baseline known.yaml
`;
}
