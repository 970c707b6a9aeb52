import { HABITS } from '../../fixtures/hostile/catalogue.js';

const HEAD = `# Robustness

How the suite behaves with broken and hostile servers. Each row was tested with the command and a time limit of two seconds
per request. \`fixtures/hostile\` has the servers, and \`npm run test:hostile\` checks every row (\`-u\` updates them). In every
case the run ends by itself, uses less than 400 MB, prints no stack trace, and writes complete reports or none.

## Limits

Responses are processed as they arrive. Exceeding a limit is an error of the request, never a failure of the instance.

| limit on | value |
|---|---|
| response body, unpacked | \`--max-bytes\`, default 50 MB |
| JSON of one response | 16 MB of text, 200 levels, and 8 MB of estimated memory: 256 bytes for an object, 64 for an array, 160 for a new name, 32 and its length for a string, 16 for anything else |
| JSON of all responses that a run stores | 80 MB, estimated in the same way; above this only responses of up to 64 kB are read |
| items of one list | the first 300 |
| a string in JSON | the first 16 kB |
| a body that is not JSON, such as a mail | the first 20 kB; the rest is only counted |
| content codings of a body (Content-Encoding) | two |
| response headers | 16 kB |
| request URL | 8,000 characters |
| memory of the thread that checks | 200 MB; above this it ends, and the results so far are reported with status 3 |
| duration of a run | \`--max-duration\`, and 2 s for requests in progress (in a run that writes also \`--timeout\`); then the thread is ended |
| content of a report | 20 violations per result, of 2,000 characters each; 4,000 of a body, 2,000 of a header; 100 undeclared fields of a form |
| loading a module of \`--suite\` | 30 s and 16 MB |
| input files | baselines, client profiles and \`.env\` 1 MB, \`--ca\` 4 MB, reports 16 MB, \`--resume\` 64 MB, journals 256 MB; no devices, and no pipes except those of a shell (\`<(…)\`) |
| request body in \`conformance serve\` | 4 MB, then 413 |

## Misbehaving servers

Status 2 means that nothing was checked; 0, 1 and 3 come with a report. No server received a write that is not allowed. With
\`--allow-writes\`, all data was restored, or the report listed what was not. URL is the address of the server, N a number that
varies between runs.

| server | exit status | output |
|---|---|---|
`;

/** Renders the page from the output for each server. */
export function robustness(told: ReadonlyMap<string, string>): string {
  const rows = HABITS.map(({ id, says }) => `| ${says} | ${told.get(id) ?? 'not tried'} |\n`);
  return HEAD + rows.join('');
}
