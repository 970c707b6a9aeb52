// `npm run bench` measures read-only runs and writes the results into bench/README.md. It exits with 0 if
// all limits hold, else 1.
import { measureInstances } from './instances.js';
import { machine } from './machine.js';
import { table, writeInto } from './page.js';
import { measureSlowServer } from './slow-server.js';

const found = [await measureInstances(), await measureSlowServer()];
const limits = found.flatMap((each) => each.limits);
const sign = (holds: boolean) => (holds ? 'holds' : 'exceeded');
const date = new Date().toISOString().slice(0, 10);
writeInto(
  'limits',
  table(
    ['', 'limit', 'measured'],
    limits.map(({ says, found, holds }) => [sign(holds), says, found]),
  ),
);
writeInto(
  'figures',
  [...found.map((each) => each.table), `Measured on ${date}: ${machine()}.`].join('\n\n'),
);

for (const each of found) console.log(`${each.table}\n`);
for (const { says, found, holds } of limits) console.log(`${sign(holds)}  ${says}: ${found}`);
process.exitCode = limits.every(({ holds }) => holds) ? 0 : 1;
