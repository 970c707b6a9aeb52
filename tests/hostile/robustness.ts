import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';

const HEAD = `# Robustness

How the suite behaves on misbehaving servers. Each row is a test of the real command, in version 1.3 as a rule:
\`fixtures/hostile\` contains the servers, and \`npm run test:hostile\` checks every row (\`-u\` updates this page).
In each case the run ends by itself, prints no call stack, and writes a complete report or none. Where responses are
large, it uses less than 400 MB.

## Limits

Responses are checked while they are read, and only the checked part is kept in memory. Exceeding a limit is an error of
the request, never a failure of the instance.

| What | Limit |
|---|---|
| A response body, decompressed | \`--max-bytes\`, by default 50 MB |
| JSON of one response, counted before parsing | 8 MB of text, 200 levels, and 100,000 values |
| Items of one list | the first 300 |
| A body that is not JSON, such as a mail | the first 20 kB; the rest is only counted |
| Content codings of a body (\`Content-Encoding\`) | two |
| Response headers | 16 kB |
| A requested URL | 8,000 characters |
| Memory of the check thread | 200 MB; if it needs more, it is ended, and the results so far are reported with status 3 |
| Duration of a run | \`--max-duration\`, plus 2 s for open requests (with writes plus \`--timeout\`); then the check thread is ended. Restoring may last 30 s longer; what it did not restore is named |
| A run in which no request is under way, none waits, and no result is reached | ended after 60 s; the results so far are reported, what waited for one is named, and data is restored |
| Evidence in a report | 20 violations per result, of 2,000 characters each; 4,000 characters of a body, 2,000 of a header; 100 undeclared fields per form |
| Files that are read | baselines, client profiles and \`.env\` 1 MB, \`--ca\` 4 MB, reports 16 MB, journals 256 MB; of a report texts of 100,000 characters, 10,000 members of one list or object, 100 levels, URLs of 16,000 characters, 100 versions and, with its extensions, 10,000 results, of YAML 5,000 items of one list; no devices, and no pipes except those of a shell (\`<(…)\`) |
| Another run that writes | waited for, up to two minutes: each run has a private bundle as its marker. Of two maintainers of a project each sees values of the other by their mark, which names and URLs can carry; flags, states and numbers cannot |
| A cache in front of the instance | A write is waited for as long as reads lag, up to five seconds; beyond, nothing is written. What compares responses is checked again with URLs that a cache does not know, and is inconclusive where it answers these too, with \`Age\` |
| A journal that cannot be written | Nothing more is written to the instance; the rest is restored |
| Numbers beyond 2^53 | Reported; nothing is judged by them, or written to their objects |
| Requests per second | With \`--rps\` and \`--gentle\` every request starts at least that much later than the one before it |
| The request body of \`conformance serve\` | 4 MB, then 413 |

## Misbehaving servers

Status 2 means that nothing was checked; with 0, 1 and 3 a report is written. No server received a write that must not
be sent. Misbehaviours of writes were tested with \`--allow-writes\`: after the run all data was restored, or the run
listed what was not. URL is the base URL of the server, N a number that varies between runs.

| Server | Exit status | Output |
|---|---|---|
`;

/** Renders fixtures/hostile/README.md. Takes the summary of the output per misbehaviour. */
export function robustness(summaries: ReadonlyMap<string, string>): string {
  const rows = MISBEHAVIOURS.map(
    ({ id, says }) => `| ${says} | ${summaries.get(id) ?? 'not tested'} |\n`,
  );
  return HEAD + rows.join('');
}
