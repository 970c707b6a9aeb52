import type { Report } from '../../harness/report.js';
import { groupsOf, type Row } from '../view/groups.js';
import { number } from '../view/quantities.js';
import { type Content, type Markup, markup } from './markup.js';
import type { Section } from './section.js';
import { breakable, withCode } from './sentence.js';

/** What the instance does where there is something to record, versions that do the same together. */
export function observations(report: Report): Section[] {
  const seen = groupsOf(report)
    .flatMap(({ rows }) => rows)
    .flatMap((row) => observed(row) ?? []);
  if (seen.length === 0) return [];
  const title = `Observations (${number(seen.length)})`;
  return [{ id: 'observations', title, label: 'Observations', content: seen, folded: true }];
}

function observed({ requirement, results }: Row): Markup | undefined {
  const values = new Map<string, { value: unknown; versions: string[] }>();
  for (const { version, observed: value } of results.values()) {
    if (value === undefined) continue;
    const key = JSON.stringify(value) ?? String(value);
    const alike = values.get(key) ?? { value, versions: [] };
    alike.versions.push(version);
    values.set(key, alike);
  }
  if (values.size === 0) return undefined;
  const lines = [...values.values()].map(
    ({ value, versions }) => markup`<dt>in ${versions.join(' ')}</dt><dd>${shown(value)}</dd>
`,
  );
  return markup`<article class="observation"><h3>${withCode(requirement.title)} <span class="id">${breakable(requirement.id)}</span></h3>
<dl class="facts">${lines}</dl></article>
`;
}

/** A value in plain words where it has a plain form, else as JSON. */
function shown(value: unknown): Content {
  if (typeof value === 'string') return withCode(value);
  if (isPlainList(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return jsonOf(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  return markup`<ul class="plain entries">${entries.map(
    ([name, each]) => markup`<li><b>${name}</b> ${shownInLine(each)}</li>`,
  )}</ul>`;
}

function shownInLine(value: unknown): Content {
  if (typeof value === 'string') return value;
  return isPlainList(value) && value.length > 0 ? value.join(', ') : jsonOf(value);
}

function isPlainList(value: unknown): value is readonly (string | number)[] {
  return (
    Array.isArray(value) &&
    value.every((each) => typeof each === 'string' || typeof each === 'number')
  );
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
