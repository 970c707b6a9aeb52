import type { Report } from '../../harness/report.js';
import type { Item, List, Part } from '../document.js';
import { groupedBy } from './grouped-by.js';
import { several } from './quantities.js';
import { markOf } from './signs.js';

/** What is inconclusive and what was skipped, by reason, the most frequent first; without what a baseline expects. */
export function uncheckedPart(report: Report): Part {
  const items = [...itemsOf(report, 'inconclusive'), ...itemsOf(report, 'skipped')];
  const blocks: List[] = items.length === 0 ? [] : [{ type: 'list', items }];
  return { id: 'unchecked', title: 'Not checked', called: 'reasons', blocks };
}

function itemsOf({ results, target }: Report, verdict: 'inconclusive' | 'skipped'): Item[] {
  const all = target.versionsExamined;
  const own = results.filter((each) => each.verdict === verdict && each.expected === undefined);
  return groupedBy(own, ({ reason }) => reason)
    .map((group) => {
      const ids = [...new Set(group.map(({ requirement }) => requirement))];
      const versions = all.filter((each) => group.some(({ version }) => version === each));
      const where = versions.length < all.length ? ` in ${versions.join(' ')}` : '';
      const reason = group[0].reason ?? 'no reason given';
      const text = `${several(ids.length, 'requirement')}${where} ${verdict}: ${reason}`;
      return { mark: markOf(verdict), text, ids };
    })
    .sort((a, b) => b.ids.length - a.ids.length);
}
