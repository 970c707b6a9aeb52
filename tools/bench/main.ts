// `npm run bench` measures runs and writes the results into docs/cost.md. It exits with 0 if all limits
// hold but those that are only reported, else 1.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { table } from '../pages/markdown.js';
import { type Limit, measureDemo, measureInstances, measureSlowServer } from './measurements.js';
import { ROOT } from './processes.js';

const PAGE = new URL('docs/cost.md', ROOT);

const measuredCommit = commit();
const found = [await measureInstances(), await measureSlowServer(), await measureDemo()];
const limits = found.flatMap((each) => each.limits);
const rows = limits.map((each) => [signOf(each), each.says, each.found]);
const tables = found.map((each) => table(each.head, each.rows));
const date = new Date().toISOString().slice(0, 10);
writeInto('limits', table(['', 'limit', 'measured'], rows));
writeInto(
  'figures',
  [...tables, `Measured on ${date}, ${measuredCommit}: ${machine()}.`].join('\n\n'),
);

for (const each of tables) console.log(`${each}\n`);
for (const [sign, says, value] of rows) console.log(`${sign}  ${says}: ${value}`);
process.exitCode = limits.every(({ holds, isReportedOnly }) => holds || isReportedOnly) ? 0 : 1;

function signOf({ holds, isReportedOnly }: Limit): string {
  return holds ? 'holds' : `exceeded${isReportedOnly ? ' (reported only)' : ''}`;
}

/** The commit that is measured, and whether files other than the page differ from it. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: fileURLToPath(ROOT), encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ':(exclude)docs/cost.md');
  return `commit ${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' with uncommitted changes'}`;
}

/** The machine of the measurement, in one line. */
function machine(): string {
  const model = cpus()[0]?.model.trim() || 'a processor that does not say its name';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${model}, ${memory} GB, ${platform()} ${release()} (${arch()}), Node ${process.version}`;
}

/**
 * Writes text into the page between `<!-- NAME -->` and `<!-- /NAME -->`. Throws an Error if it has no such
 * markers.
 */
function writeInto(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!place.test(page)) throw new Error(`docs/cost.md has no place for ${name}`);
  writeFileSync(
    PAGE,
    page.replace(place, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  );
}
