import type { Report } from '../../harness/report.js';
import { observationsOf } from '../view/observations.js';
import { number } from '../view/quantities.js';
import { versionRange } from '../view/version-range.js';
import { idLink } from './link.js';
import { type Content, markup } from './markup.js';
import type { Section } from './section.js';
import { withCode } from './sentence.js';

/** What the instance does where the specification is silent, versions with the same value together. */
export function observations(report: Report): Section[] {
  const seen = observationsOf(report);
  if (seen.length === 0) return [];
  const content = seen.map(
    ({
      requirement,
      values,
    }) => markup`<article><h3>${withCode(requirement.title)} ${idLink(requirement)}</h3>
<dl class="facts">${values.map(
      ({ value, versions }) => markup`<dt>${versionRange(versions)}</dt><dd>${shown(value)}</dd>
`,
    )}</dl></article>
`,
  );
  const title = `Observations (${number(seen.length)})`;
  return [{ id: 'observations', title, label: 'Observations', content, folded: true }];
}

/** A value in words where it has a plain form, else as JSON. */
function shown(value: unknown): Content {
  if (typeof value === 'string') return withCode(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return inLine(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  return markup`<ul class="plain">${entries.map(
    ([name, each]) => markup`<li><b>${name}</b> ${inLine(each)}</li>`,
  )}</ul>`;
}

function inLine(value: unknown): string {
  if (typeof value === 'string') return value;
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  if (isPlain) return value.join(', ') || 'none';
  return JSON.stringify(value) ?? String(value);
}
