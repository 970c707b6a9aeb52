// Runs the suite as built on an instance, in a process of its own, with the settings in the environment
// variable SETTINGS as JSON; so tests can shorten the waits of a run that writes. Prints the report.
const { supervisedRun } = await import(new URL('cli/supervised-run.js', process.argv[2]).href);
const progress = { begin() {}, inHand() {}, judged() {}, scanned() {}, end() {} };
const interruption = { signal: new AbortController().signal, ignore() {} };
const context = { everyExchange: false, progress, interruption, namesJournal: false, note() {} };
const { report } = await supervisedRun(JSON.parse(process.env.SETTINGS ?? ''), context);
process.stdout.write(JSON.stringify(report));
