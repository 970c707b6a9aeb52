import { extname } from 'node:path';
import type { ClientAnswers } from '../analysis/client-profile/answer.js';
import type { Comparison } from '../analysis/comparison/comparison.js';
import type { LiveComparison } from '../analysis/instances/result.js';
import type { ClientTrial } from '../analysis/trial/result.js';
import type { Report } from '../harness/report.js';
import { renderBadge } from './badge.js';
import { clientsDocument } from './clients.js';
import { comparisonDocument } from './comparison.js';
import type { Document, Rendering } from './document.js';
import { renderHar } from './har.js';
import { renderHtml } from './html.js';
import { renderJunit } from './junit.js';
import { liveDocument } from './live.js';
import { renderMarkdown } from './markdown.js';
import { jsonText } from './printable.js';
import { runDocument } from './run.js';
import { trialDocument } from './trial.js';

/** Makes the text of a file. */
export type Renderer<T> = (subject: T, rendering?: Rendering) => string;

/** The result of a command: as a document in three formats, and in those of its own. */
export interface Product<T> {
  /** In words: `a comparison`. */
  what: string;
  documentOf(subject: T, rendering?: Rendering): Document;
  /** Further formats by extension. */
  formats?: Readonly<Record<string, Renderer<T>>>;
}

export const RUN: Product<Report> = {
  what: 'a report',
  documentOf: runDocument,
  formats: {
    '.xml': renderJunit,
    '.har': renderHar,
    '.svg': renderBadge,
  },
};

export const COMPARISON: Product<Comparison> = {
  what: 'a comparison',
  documentOf: comparisonDocument,
};

export const LIVE: Product<LiveComparison> = {
  what: 'a comparison',
  documentOf: liveDocument,
};

export const CLIENTS: Product<ClientAnswers> = {
  what: 'the answers for clients',
  documentOf: clientsDocument,
};

export const TRIAL: Product<ClientTrial> = {
  what: 'the trial of a client',
  documentOf: trialDocument,
};

/** Whether a file's format shows all that was exchanged, so that the run has to keep it. */
export function wantsEveryExchange(path: string): boolean {
  return extname(path).toLowerCase() === '.har';
}

/**
 * The format of `--report FILE` by the file's extension, in upper or lower case. Throws a RangeError
 * that lists what is allowed if there is no such format.
 */
export function formatFor<T>(
  { what, documentOf, formats = {} }: Product<T>,
  path: string,
): Renderer<T> {
  const all = new Map<string, Renderer<T>>([
    ['.json', (subject) => jsonText(subject)],
    ['.html', (subject, rendering) => renderHtml(documentOf(subject, rendering))],
    ['.md', (subject, rendering) => renderMarkdown(documentOf(subject, rendering))],
    ...Object.entries(formats),
  ]);
  const found = all.get(extname(path).toLowerCase());
  if (found !== undefined) return found;
  throw new RangeError(
    `"${path}" names no format of ${what}: expected a file ending in ${[...all.keys()].join(', ')}`,
  );
}
