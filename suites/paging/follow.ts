import { ForeignOrigin } from '../../harness/client/transport-error.js';
import type { Link } from '../../harness/link-header.js';
import type { PagedPath } from './lists.js';
import { linksOf, numberIn, type Page, pageOf } from './page.js';

/**
 * The page of the list that a link names; undefined where there is no such link or it leads away from
 * the instance. What else the link should have kept of the request is judged apart, and kept here.
 */
export async function followed(
  { api }: PagedPath,
  page: Page,
  relation: string,
): Promise<Page | undefined> {
  const [link] = linksOf(page, relation);
  if (link === undefined) return undefined;
  try {
    return pageOf(await api.follow(asAsked(link, page)));
  } catch (error) {
    if (error instanceof ForeignOrigin) return undefined;
    throw error;
  }
}

function asAsked(link: Link, page: Page): string {
  if (numberIn(link, page) === undefined) return link.target;
  const target = new URL(link.target);
  const asked = new URL(page.answer.url).searchParams;
  for (const name of new Set(asked.keys())) {
    const values = asked.getAll(name);
    const kept = String(target.searchParams.getAll(name)) === String(values);
    if (name === 'page' || kept) continue;
    target.searchParams.delete(name);
    for (const value of values) target.searchParams.append(name, value);
  }
  return target.href;
}
