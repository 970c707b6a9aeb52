// `npm run bench` measures reading runs, writes what it finds into bench/README.md, and ends with the
// bars: status 0 if all of them hold, else 1.
import { measureInstances } from './instances.js';
import { machine } from './machine.js';
import { table, writeInto } from './page.js';
import { measureSlowServer } from './slow-server.js';

const found = [await measureInstances(), await measureSlowServer()];
const bars = found.flatMap((each) => each.bars);
const sign = (holds: boolean) => (holds ? 'holds' : 'does not hold');
const date = new Date().toISOString().slice(0, 10);
writeInto(
  'bars',
  table(
    ['', 'bar', 'found'],
    bars.map(({ says, found, holds }) => [sign(holds), says, found]),
  ),
);
writeInto(
  'figures',
  [...found.map((each) => each.table), `Measured on ${date}: ${machine()}.`].join('\n\n'),
);

for (const each of found) console.log(`${each.table}\n`);
for (const { says, found, holds } of bars) console.log(`${sign(holds)}  ${says}: ${found}`);
process.exitCode = bars.every(({ holds }) => holds) ? 0 : 1;
