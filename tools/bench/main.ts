// `npm run bench` measures runs and writes the results into docs/cost.md. It exits with 0 if all limits
// hold but those that are only reported, else 1.
import { commit } from './commit.js';
import { measureDemo } from './demo.js';
import { measureInstances } from './instances.js';
import type { Limit } from './limit.js';
import { machine } from './machine.js';
import { table, writeInto } from './page.js';
import { measureSlowServer } from './slow-server.js';

const measuredCommit = commit();
const found = [await measureInstances(), await measureSlowServer(), await measureDemo()];
const limits = found.flatMap((each) => each.limits);
const sign = ({ holds, isReportedOnly }: Limit) =>
  holds ? 'holds' : `exceeded${isReportedOnly ? ' (reported only)' : ''}`;
const date = new Date().toISOString().slice(0, 10);
writeInto(
  'limits',
  table(
    ['', 'limit', 'measured'],
    limits.map((each) => [sign(each), each.says, each.found]),
  ),
);
writeInto(
  'figures',
  [
    ...found.map((each) => each.table),
    `Measured on ${date}, ${measuredCommit}: ${machine()}.`,
  ].join('\n\n'),
);

for (const each of found) console.log(`${each.table}\n`);
for (const each of limits) console.log(`${sign(each)}  ${each.says}: ${each.found}`);
process.exitCode = limits.every(({ holds, isReportedOnly }) => holds || isReportedOnly) ? 0 : 1;
