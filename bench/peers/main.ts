// `npm run bench:peers` compares other tools with this suite on the same instances: `-- costs` measures the
// costs on a conforming instance (the machine should be idle), `-- faults` the drawn faults that each tool
// detects; the default is both. Writes bench/peers/results.json and the tables of bench/README.md.
import { machine } from '../machine.js';
import { writeInto } from '../page.js';
import { costsOf } from './costs.js';
import { installTools } from './install.js';
import { noticingOf } from './noticing.js';
import { soundSubjects } from './settings.js';
import { type Comparison, storeComparison } from './stored-comparison.js';
import { costTable, noticingTable } from './tables.js';
import { TOOLS } from './tools.js';

const HALVES = ['costs', 'faults'];

const selected = process.argv.slice(2);
const unknown = selected.find((half) => !HALVES.includes(half));
if (unknown !== undefined)
  throw new Error(`unknown argument "${unknown}": expected ${HALVES.join(' or ')}`);
const wants = (half: string) => selected.length === 0 || selected.includes(half);

const installed = installTools();
const ids = await soundSubjects();
const date = new Date().toISOString().slice(0, 10);
const found: Comparison = {};
if (wants('costs')) {
  found.costs = { date, machine: machine(), all: await costsOf(TOOLS, ids, installed) };
}
if (wants('faults')) found.noticing = { date, all: await noticingOf(TOOLS, ids, installed) };

const all = storeComparison(found);
writeInto('peers-costs', costTable(all, TOOLS));
writeInto('peers-faults', noticingTable(all, TOOLS));
