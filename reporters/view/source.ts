import type { ReportedRequirement } from '../../harness/report.js';

type Cited = Pick<ReportedRequirement, 'spec' | 'suite' | 'link'>;

/** The section that a requirement rests on: `API, Limits`, or `acme, Trees` of the suite acme. */
export function sectionOf({ spec, suite }: Cited): string {
  return `${suite ?? 'API'}, ${spec}`;
}

/** The address of the section; undefined if the report has none that leads to the web. */
export function addressOf({ link }: Cited): string | undefined {
  const isAddress = link !== undefined && /^https?:\/\//i.test(link) && URL.canParse(link);
  return isAddress ? new URL(link).href : undefined;
}

/** For texts without links: the address of the section, or its name. */
export function sourceOf(requirement: Cited): string {
  return addressOf(requirement) ?? sectionOf(requirement);
}

/** The address of the page that describes a requirement, beside the specification; undefined where that is elsewhere. */
export function pageOf({ id, group, ...cited }: Cited & { id: string; group: string }) {
  const [, base] = /^(.*\/docs\/)api\.md#/.exec(addressOf(cited) ?? '') ?? [];
  if (base === undefined || cited.suite !== undefined) return undefined;
  const [page, anchor] = [group, id].map((each) => encodeURIComponent(each.toWellFormed()));
  return `${base}requirements/${page}.md#${anchor}`;
}
