import { extname } from 'node:path';
import type { ClientAnswers } from '../analysis/client-profile/answer.js';
import type { Comparison } from '../analysis/comparison/comparison.js';
import type { Report } from '../harness/report.js';
import type { LiveComparison } from '../live/result.js';
import type { ClientTrial } from '../trials/result.js';
import { renderBadge } from './badge.js';
import { renderClientsHtml } from './client/html.js';
import { renderClientsMarkdown } from './client/markdown.js';
import { renderComparisonHtml } from './comparison/html.js';
import { renderComparisonMarkdown } from './comparison/markdown.js';
import { renderHar } from './har.js';
import { renderHtml } from './html.js';
import { jsonText } from './json-text.js';
import { renderJunit } from './junit.js';
import { renderLiveHtml } from './live/html.js';
import { renderLiveMarkdown } from './live/markdown.js';
import { renderMarkdown } from './markdown.js';
import type { Rendering } from './rendering.js';
import { renderTrialHtml } from './trial/html.js';
import { renderTrialJunit } from './trial/junit.js';
import { renderTrialMarkdown } from './trial/markdown.js';

/** Makes a text of a report. */
export type Renderer = (report: Report, rendering?: Rendering) => string;

/** Makes a text of a comparison. */
export type ComparisonRenderer = (comparison: Comparison, rendering?: Rendering) => string;

const FORMATS: Record<string, Renderer> = {
  '.json': (report) => jsonText(report),
  '.html': renderHtml,
  '.md': renderMarkdown,
  '.xml': renderJunit,
  '.har': renderHar,
  '.svg': renderBadge,
};

const COMPARISON_FORMATS: Record<string, ComparisonRenderer> = {
  '.json': (comparison) => jsonText(comparison),
  '.md': renderComparisonMarkdown,
  '.html': renderComparisonHtml,
};

const LIVE_FORMATS: Record<string, (comparison: LiveComparison) => string> = {
  '.json': jsonText,
  '.md': renderLiveMarkdown,
  '.html': renderLiveHtml,
};

const CLIENT_FORMATS: Record<string, (answers: ClientAnswers) => string> = {
  '.json': jsonText,
  '.md': renderClientsMarkdown,
  '.html': renderClientsHtml,
};

const TRIAL_FORMATS: Record<string, (trial: ClientTrial) => string> = {
  '.json': jsonText,
  '.md': renderTrialMarkdown,
  '.html': renderTrialHtml,
  '.xml': renderTrialJunit,
};

/** Whether a file's format shows all that was exchanged, so that the run has to keep it. */
export function wantsEveryExchange(path: string): boolean {
  return extname(path).toLowerCase() === '.har';
}

/**
 * The format of `--report FILE` by the file's extension, in upper or lower case. Throws a RangeError
 * that lists what is allowed if there is no such format.
 */
export function formatFor(path: string): Renderer {
  return byExtension(FORMATS, path, 'a report');
}

/** The same for `compare --report FILE`. */
export function comparisonFormatFor(path: string): ComparisonRenderer {
  return byExtension(COMPARISON_FORMATS, path, 'a comparison');
}

/** The same for `compare --live --report FILE`. */
export function liveFormatFor(path: string): (comparison: LiveComparison) => string {
  return byExtension(LIVE_FORMATS, path, 'a comparison');
}

/** The same for `client --report FILE`. */
export function clientFormatFor(path: string): (answers: ClientAnswers) => string {
  return byExtension(CLIENT_FORMATS, path, 'the answers for clients');
}

/** The same for `try-client --report FILE`. */
export function trialFormatFor(path: string): (trial: ClientTrial) => string {
  return byExtension(TRIAL_FORMATS, path, 'the trial of a client');
}

function byExtension<T>(formats: Record<string, T>, path: string, what: string): T {
  const found = new Map(Object.entries(formats)).get(extname(path).toLowerCase());
  if (found !== undefined) return found;
  throw new RangeError(
    `"${path}" names no format of ${what}: expected a file ending in ${Object.keys(formats).join(', ')}`,
  );
}
