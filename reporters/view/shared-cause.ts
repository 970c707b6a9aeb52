import type { Report, Result } from '../../harness/report.js';
import { exchangeOf } from './evidence.js';
import { versionsOf } from './version-range.js';

/** Fewer rows than these are read one by one. */
const MANY = 10;

/** So great a part of the red rows has something in common, or nothing is said of it. */
const MOST = 0.8;

/** What is said of one place or version before it is said of the next. */
type Kind = 'status' | 'path' | 'version';

const SENTENCES: Record<Kind, (what: string) => string> = {
  status: (what) => `were answered with ${what}`,
  path: (what) => `show at \`${what}\` and nowhere else`,
  version: (what) => `are red in version ${what} and in no other`,
};

/**
 * What most of many red rows share, in a sentence: one cause may be behind them all. Undefined where they
 * are few, or have nothing in common.
 */
export function sharedCause(report: Report): string | undefined {
  const rows = new Map<string, Result[]>();
  for (const result of report.results) {
    if (result.verdict !== 'fail' && result.verdict !== 'warn') continue;
    rows.set(result.requirement, [...(rows.get(result.requirement) ?? []), result]);
  }
  if (rows.size < MANY) return undefined;
  const shares = [...rows.values()].map((results) => sharesOf(report, results));
  const said = (['status', 'path', 'version'] as const).flatMap((kind) => {
    const counts = new Map<string, number>();
    for (const { [kind]: what } of shares) {
      if (what !== undefined) counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    if (most === undefined || most[1] < rows.size * MOST) return [];
    return [`${most[1]} of the ${rows.size} red requirements ${SENTENCES[kind](most[0])}`];
  });
  if (said.length === 0) return undefined;
  return `${said.join('; ')}. They may have one cause.`;
}

/** What all results of a row have in common, each undefined where they have not. */
function sharesOf(report: Report, results: readonly Result[]): Record<Kind, string | undefined> {
  const exchanges = results.flatMap(
    (result) => exchangeOf(report, result, result.violations[0]) ?? [],
  );
  const isOneOfMany = versionsOf(report).length > 1;
  return {
    status: only(
      exchanges.map(({ response }) => (response.status >= 500 ? `${response.status}` : '')),
    ),
    path: only(exchanges.map(({ request }) => collectionOf(request.url))),
    version: isOneOfMany ? only(results.map(({ version }) => version)) : undefined,
  };
}

function only(all: readonly string[]): string | undefined {
  const [first, ...more] = new Set(all);
  return more.length > 0 || first === '' ? undefined : first;
}

/** The first part of the path below the version: `covers/`. */
function collectionOf(url: string): string {
  return /\/api\/(?:\d+\.\d+\/)?([a-z]+\/)/.exec(url)?.[1] ?? '';
}
