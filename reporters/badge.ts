import { failsUnexpectedly, isOpenMust } from '../harness/outcome.js';
import type { Report, Result } from '../harness/report.js';
import { testedIn } from '../harness/scope.js';
import type { Tone } from './document.js';
import { type Markup, markup } from './html/markup.js';
import { vacuity } from './view/caveats.js';
import { summaryOf } from './view/summary.js';
import { inOrder, versionRange } from './view/words.js';

const LABEL = 'Patchwork API';

const HEIGHT = 20;
const PADDING = 7;

/** The average width of a character. `textLength` fits the text to it, whatever font is used. */
const CHARACTER = 6.4;

/** White stands on each of them with a contrast of 4.5 to 1 or more (WCAG 2.2, AA). */
const COLOURS: Record<Tone | 'label', string> = {
  label: '#4a4f57',
  good: '#1a7f37',
  bad: '#c0282d',
  open: '#8a5a00',
};

/**
 * The report as a badge, an SVG image in one line of text: which versions conform, or which one
 * does not. It needs no font of its own and says the same to a screen reader.
 */
export function renderBadge(report: Report): string {
  const message = messageOf(report);
  const left = textWidth(LABEL) + 2 * PADDING;
  const right = textWidth(message) + 2 * PADDING;
  const says = `${LABEL}: ${message}`;
  const { tone } = summaryOf(report);
  const colour = COLOURS[tone === 'good' && vacuity(report).length > 0 ? 'open' : tone];
  return `${markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${says}">
<title>${says}</title>
<clipPath id="rounded"><rect width="${left + right}" height="${HEIGHT}" rx="3"/></clipPath>
<g clip-path="url(#rounded)">
<rect width="${left}" height="${HEIGHT}" fill="${COLOURS.label}"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${colour}"/>
</g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
${words(LABEL, PADDING)}
${words(message, left + PADDING)}
</g>
</svg>`}\n`;
}

function words(text: string, x: number): Markup {
  return markup`<text x="${x}" y="14" textLength="${textWidth(text)}">${text}</text>`;
}

/** The verdict with its versions, never without its scope: `1.0–1.4 conformant (read-only, anonymous), 266/474`. */
function messageOf(report: Report): string {
  const { name, tone, scope } = summaryOf(report);
  const { requirements, of } = report.judged;
  const versionsWith = (isSo: (result: Result) => boolean) =>
    versionRange(inOrder(report.results.filter(isSo).map(({ version }) => version)));
  const about =
    tone === 'good'
      ? versionRange(testedIn(report))
      : versionsWith(failsUnexpectedly) || versionsWith(isOpenMust(report));
  return `${about} ${name} (${scope}), ${requirements}/${of}`.trim();
}

function textWidth(text: string): number {
  return Math.ceil([...text].length * CHARACTER);
}
