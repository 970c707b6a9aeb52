import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { Mismatch } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { everyList, type NotShown, targetsOf, unlinked } from './judging.js';
import { linksOf, mismatch, numberIn, type Page } from './page.js';
import type { PagedList } from './probe.js';

/** Declares that pages have a link; `where` says why a list has no page that must have it. */
export function present(
  relation: string,
  says: string,
  consequence: string,
  where: (list: PagedList) => NotShown = () => undefined,
): Requirement {
  return requirement({
    id: `page.${relation}.present`,
    says,
    spec: 'Limits',
    level: 'must',
    versions: ALL,
    consequence,
    check: (context) =>
      everyList(context, (list) => {
        const { middle } = list;
        const reason = unlinked(list) ?? where(list);
        if (middle === undefined || reason !== undefined) return reason;
        if (linksOf(middle, relation).length > 0) return undefined;
        return context.expect.fail(lacks(middle, relation));
      }),
  });
}

function lacks(page: Page, relation: string): Mismatch {
  const seen = page.header.links.flatMap(({ relations }) => relations);
  const message = `expected a link with rel="${relation}", got ${seen.join(', ') || 'none'}`;
  return mismatch(page, message, `a link with rel="${relation}"`, page.answer.headers.link);
}

/** Judges that every link of a page with a relation leads to the page of a number. */
export function leadsTo(
  { expect }: CheckContext,
  page: Page,
  relation: string,
  wanted: number,
): NotShown {
  const links = linksOf(page, relation);
  if (links.length === 0) return `no page has \`${relation}\` (see page.${relation}.present)`;
  const numbers = links.map((link) => numberIn(link, page));
  if (numbers.every((number) => number === wanted)) return undefined;
  if (numbers.includes(undefined)) return `the address of \`${relation}\` names no page by number`;
  const message = `rel="${relation}": expected page ${wanted}, got page ${numbers.join(' and ')}`;
  return expect.fail(mismatch(page, message, `page ${wanted}`, targetsOf(page, relation)));
}
