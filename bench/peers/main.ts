// `npm run bench:peers` shows other tools the same instances, beside this suite: `-- costs` measures what
// they cost on a sound one (the machine should be idle), `-- faults` finds out which of the faults that are
// drawn they notice, neither means both. Writes bench/peers/results.json and the tables of bench/README.md.
import { machine } from '../machine.js';
import { writeInto } from '../page.js';
import { costsOf } from './costs.js';
import { installTools } from './install.js';
import { type Comparison, keepComparison } from './kept-comparison.js';
import { noticingOf } from './noticing.js';
import { soundSubjects } from './settings.js';
import { costTable, noticingTable } from './tables.js';
import { TOOLS } from './tools.js';

const HALVES = ['costs', 'faults'];

const asked = process.argv.slice(2);
const unknown = asked.find((half) => !HALVES.includes(half));
if (unknown !== undefined) throw new Error(`no "${unknown}" here: expected ${HALVES.join(' or ')}`);
const wants = (half: string) => asked.length === 0 || asked.includes(half);

const installed = installTools();
const ids = await soundSubjects();
const date = new Date().toISOString().slice(0, 10);
const found: Comparison = {};
if (wants('costs')) {
  found.costs = { date, machine: machine(), all: await costsOf(TOOLS, ids, installed) };
}
if (wants('faults')) found.noticing = { date, all: await noticingOf(TOOLS, ids, installed) };

const all = keepComparison(found);
writeInto('peers-costs', costTable(all, TOOLS));
writeInto('peers-faults', noticingTable(all, TOOLS));
