import { HABITS } from '../../fixtures/hostile/catalogue.js';

const HEAD = `# Robustness

What the suite does with machines that misbehave. Each row was tried with the real command, each request having two
seconds: \`fixtures/hostile\` holds the servers, and \`npm run test:hostile\` checks every row (with \`-u\` it renews them). In
every case the run ends by itself, holds less than 400 MB, shows no call stack, and writes a whole report or none.

Status 2 says that nothing was judged; 1, 3 and 0 come with a report. None was sent a write that it was not to be sent,
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
