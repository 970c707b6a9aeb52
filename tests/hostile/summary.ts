import type { Trial } from './trial.js';

/** Matches a line of a call stack. */
const STACK = /^\s+at .+(:\d+:\d+|<anonymous>)\)?$/m;

/** Whether the output contains a call stack or reports an error of the suite. */
export function blamesItself({ stdout, stderr }: Trial): boolean {
  const output = `${stdout}\n${stderr}`;
  return STACK.test(output) || /bug in (the check itself|the test suite|conformance)/.test(output);
}

/** Lines that a CI log would run as a command; there must be none. */
export function ciCommandsIn({ stdout, stderr, reportText }: Trial): string[] {
  const lines = `${stdout}\n${stderr}\n${reportText}`.split('\n');
  return lines.filter((line) => CI_COMMAND.test(line));
}

/** What GitHub, Azure, TeamCity, GitLab and Buildkite obey. */
const CI_COMMAND =
  /##(?:vso|teamcity)?\[|section_(?:start|end):|^\s*(?:::|(?:---|\+\+\+|~~~|\^\^\^) )/i;

/**
 * A summary of the output: the reason why nothing was checked, or the verdict and its warnings. The
 * warning that little was checked is omitted, because it can depend on the speed of the machine.
 */
export function summaryOf({ status, stdout, stderr, url }: Trial): string {
  const refusal = /^conformance: (.+)$/m.exec(stderr)?.[1];
  const all = stdout.split('\n! ').slice(1).map(firstParagraph).filter(isSentence);
  const warnings = all.filter((warning) => !warning.startsWith('Little was checked'));
  const badge = /^ ([A-Z ]+?) {2}/.exec(stdout.trimEnd().split('\n').at(-1) ?? '')?.[1];
  const isRestored = !/^conformance: data not fully restored: /m.test(stderr);
  const left = isRestored ? [] : ['The objects that were not restored are listed'];
  const said = badge === undefined ? [refusal ?? ''] : [badge, ...left, ...warnings];
  return `${status} | ${withoutChance(said.join('. '), url)}`;
}

/** Excludes rows of the matrix, which begin like a warning. */
function isSentence(text: string): boolean {
  return /^[A-Z].*[.?]$/.test(text);
}

function firstParagraph(text: string): string {
  const [paragraph = ''] = text.split('\n\n');
  return paragraph.replace(/\s+/g, ' ').trim();
}

/** Where a sentence with a full stop was joined to the next one. */
const TWO_STOPS = /(?<!\.)\.\. /g;

/** A slow machine never sends so much that a pace is found. */
const PACE = /, from about \S+ requests? a second on/g;

/** On a busy machine a few requests of a refused run get no response at all. */
const A_FEW_LOST = /(?<= returned 403), N had no complete response/g;

/** Replaces ports, and values that depend on the order of requests. */
function withoutChance(text: string, url: string): string {
  return text
    .replaceAll(url, 'URL')
    .replaceAll(url.replace('https:', 'http:'), 'http:URL')
    .replace(/(?<=Unusual JSON: )\d[\d,]*/g, 'N')
    .replace(/proxy http:\S+/, 'proxy PROXY')
    .replace(/GET \/api\/1\.\d\/\S*?(?=[: ])/g, 'GET /api/…')
    .replace(TWO_STOPS, '. ')
    .replace(PACE, '')
    .replace(/(\bof|\b,|:|\brefused|[a-z)]\.) \d[\d,]*(?= )/g, '$1 N')
    .replace(A_FEW_LOST, '')
    .replaceAll(' N request got', ' N requests got')
    .replace(/was (closed|reset) before/g, 'was closed or reset before')
    .replace(/Retry-After: [A-Z][^)]*/g, 'Retry-After: DATE')
    .replaceAll('|', '\\|');
}
