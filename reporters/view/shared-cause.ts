import type { Report, Result } from '../../harness/report.js';
import { exchangeOf } from './evidence.js';
import { groupedBy } from './grouped-by.js';

/** Fewer failing requirements than these are read one by one. */
const MANY = 10;

/** The share of the failing requirements that must have something in common for it to be said. */
const MOST = 0.8;

const KINDS = {
  status: (what: string) => `returned ${what}`,
  path: (what: string) => `fail at \`${what}\` and nowhere else`,
  version: (what: string) => `fail in version ${what} and in no other`,
};

/** What most of many failing requirements share, in a sentence; undefined where they are few, or share nothing. */
export function sharedCause(report: Report): string | undefined {
  const failing = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const rows = groupedBy(failing, ({ requirement }) => requirement);
  if (rows.length < MANY) return undefined;
  const shares = rows.map((results) => sharesOf(report, results));
  const said = (['status', 'path', 'version'] as const).flatMap((kind) => {
    const values = shares.map((share) => share[kind]).filter((value) => value !== undefined);
    const [most] = groupedBy(values, (value) => value).sort((a, b) => b.length - a.length);
    if (most === undefined || most.length < rows.length * MOST) return [];
    return [`${most.length} of the ${rows.length} failing requirements ${KINDS[kind](most[0])}`];
  });
  return said.length === 0 ? undefined : `${said.join('; ')}. They may have one cause.`;
}

/** What all results of a requirement have in common, each undefined where they have not. */
function sharesOf(report: Report, results: readonly Result[]) {
  const exchanges = results.flatMap(
    (result) => exchangeOf(report, result, result.violations[0]) ?? [],
  );
  const statuses = exchanges.map(({ response }) => response.status);
  // The first part of the path below the version: `covers/`.
  const paths = exchanges.map(
    ({ request }) => /\/api\/(?:\d+\.\d+\/)?([a-z]+\/)/.exec(request.url)?.[1] ?? '',
  );
  const { versionsExamined } = report.target;
  return {
    status: only(statuses.map((status) => (status >= 500 ? `${status}` : ''))),
    path: only(paths),
    version: versionsExamined.length > 1 ? only(results.map(({ version }) => version)) : undefined,
  };
}

function only(all: readonly string[]): string | undefined {
  const [first, ...more] = new Set(all);
  return more.length > 0 || first === '' ? undefined : first;
}
