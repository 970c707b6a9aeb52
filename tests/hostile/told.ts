import type { Sampled } from './met.js';

/** Lines that begin so are a call stack. */
const STACK = /^\s+at .+(:\d+:\d+|<anonymous>)\)?$/m;

/** Whether somebody was shown a call stack, or that the suite is at fault. */
export function blamesItself({ stdout, stderr }: Sampled): boolean {
  const shown = `${stdout}\n${stderr}`;
  return STACK.test(shown) || /fault of (the check itself|this suite|conformance)/.test(shown);
}

/** Lines that the log of a CI would obey; there must be none. */
export function obeyedIn({ stdout, stderr }: Sampled): string[] {
  const lines = `${stdout}\n${stderr}`.split('\n');
  return lines.filter((line) => /^\s*::|##\[/.test(line));
}

/**
 * What the command said of a server in short: why it refused, or the verdict and its warnings. Not that little
 * was judged: how much is left open can depend on the speed of the machine.
 */
export function told({ status, stdout, stderr, url }: Sampled): string {
  const refusal = /^conformance: (.+)$/m.exec(stderr)?.[1];
  const all = stdout.split('\n! ').slice(1).map(firstParagraph).filter(isSentence);
  const warnings = all.filter((warning) => !warning.startsWith('Little was judged'));
  const badge = /^ ([A-Z ]+?) {2}/.exec(stdout.trimEnd().split('\n').at(-1) ?? '')?.[1];
  const isRestored = !/^conformance: not all is as it was: /m.test(stderr);
  const left = isRestored ? [] : ['It names what is not as it was'];
  const said = badge === undefined ? [refusal ?? ''] : [badge, ...left, ...warnings];
  return `${status} | ${withoutChance(said.join('. '), url)}`;
}

/** The signs of the matrix begin like a warning, and are none. */
function isSentence(text: string): boolean {
  return /^[A-Z].*[.?]$/.test(text);
}

function firstParagraph(text: string): string {
  const [paragraph = ''] = text.split('\n\n');
  return paragraph.replace(/\s+/g, ' ').trim();
}

/** Ports, and whatever depends on which request came first. */
function withoutChance(text: string, url: string): string {
  return text
    .replaceAll(url, 'URL')
    .replaceAll(url.replace('https:', 'http:'), 'http:URL')
    .replace(/GET \/api\/1\.\d\/\S*?(?=[: ])/g, 'GET /api/…')
    .replace(/\b(of|,) \d[\d,]*(?= )/g, '$1 N')
    .replace(/was (closed|reset) before/g, 'was closed or reset before')
    .replace(/Retry-After: [A-Z][^)]*/g, 'Retry-After: DATE')
    .replaceAll('|', '\\|');
}
