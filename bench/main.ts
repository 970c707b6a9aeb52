// `npm run bench` measures everything, `npm run bench -- NAME…` some parts; what is known of the others is
// kept. Writes bench/results.json and the figures of bench/README.md, and ends with a table of the bars of
// what was measured: status 0 if all of them hold, 1 if one does not or was not measured.
import { machine } from './machine.js';
import { barInWords, barsInMarkdown, figureInWords, figuresInMarkdown, writeInto } from './page.js';
import { PARTS, partsNamed } from './parts.js';
import { keepResults, type Result } from './results.js';

const parts = partsNamed(process.argv.slice(2));
const results: Result[] = [];
for (const part of parts) {
  console.log(`\n${part.title}`);
  const outcome = await part.measure();
  for (const figure of outcome.figures) console.log(figureInWords(figure));
  for (const note of outcome.notes ?? []) console.log(`  ${note}`);
  const { name, title } = part;
  results.push({ name, title, date: today(), machine: machine(), ...outcome });
}

const all = keepResults(
  results,
  PARTS.map(({ name }) => name),
);
writeInto('bars', barsInMarkdown(all));
writeInto('figures', figuresInMarkdown(all));

const bars = results.flatMap((result) => result.bars);
console.log('');
for (const bar of bars) console.log(barInWords(bar));
process.exitCode = bars.every(({ holds }) => holds === true) ? 0 : 1;

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
