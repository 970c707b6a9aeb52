import { HABITS } from '../../fixtures/hostile/catalogue.js';

const HEAD = `# Robustness

What the suite does with machines that misbehave. Each row was tried with the real command, each request having two
seconds: \`fixtures/hostile\` holds the servers, and \`npm run test:hostile\` checks every row (with \`-u\` it renews them). In
every case the run ends by itself, holds less than 400 MB, shows no call stack, and writes a whole report or none.

## Limits

An answer is looked at as it comes in, and no more of it is kept than is checked. What goes beyond a limit is an error of
that request, which is never held against the instance as a failure.

| What | Limit |
|---|---|
| The body of an answer, unpacked | \`--max-bytes\`, 50 MB unless given |
| JSON in one answer | 16 MB of text, 200 levels, and 8 MB of memory as it is counted before it is read: 256 bytes for an object, 64 for an array, 160 for a name that is new, 32 and its length for a string, 16 for anything else |
| JSON of all answers that a run keeps | 80 MB, counted the same way; the reference takes half of that. Beyond it answers of up to 64 kB are read |
| The rows of one list | the first 300 |
| A string in JSON | its first 16 kB |
| A body that is no JSON, such as a mail | its first 20 kB; the rest is counted |
| Codings of a body (Content-Encoding) | two |
| The headers of an answer | 16 kB |
| An address that is asked for | 8,000 characters |
| The values of the thread that checks | 200 MB; if it takes more it ends, and what was checked until then is reported, with status 3 |
| The time of a run | \`--max-duration\`, and 2 s more for what is under way (where it writes, \`--timeout\` as well); then the thread that checks is ended |
| What a report shows | 20 violations a result, of 2,000 characters each; 4,000 of a body, 2,000 of a header; 100 undeclared fields of a form |
| Loading a module of \`--suite\` | 30 s and 16 MB |
| Files that are read | baselines, client profiles and \`.env\` 1 MB, \`--ca\` 4 MB, reports 16 MB, \`--resume\` 64 MB, journals 256 MB; no devices, and no pipes but those of a shell (\`<(…)\`) |
| The body of a request to \`conformance serve\` | 4 MB, then 413 |

## Machines that misbehave

Status 2 says that nothing was checked; 1, 3 and 0 come with a report. None was sent a write that it was not to be sent,
and where the habit is one of writing, which is tried with \`--allow-writes\`, all was as before after the run, or the
run said what was not. URL is the address of the server, N a number that
differs from run to run.

| The server | Exit status | What the suite says |
|---|---|---|
`;

/** The page of all that was tried, by what the command told of each habit. */
export function robustness(told: ReadonlyMap<string, string>): string {
  const rows = HABITS.map(({ id, says }) => `| ${says} | ${told.get(id) ?? 'not tried'} |\n`);
  return HEAD + rows.join('');
}
