import type { Report } from '../../harness/report.js';
import type { Block, Fact, Part } from '../document.js';
import { groupedBy } from './grouped-by.js';
import { groupsOf } from './groups.js';
import { number } from './quantities.js';
import { versionRange } from './version-range.js';

/** What the instance does where the specification is silent, versions with the same value together. */
export function observationsPart(report: Report, verbose: boolean): Part {
  const seen = groupsOf(report)
    .flatMap(({ rows }) => rows)
    .map(({ requirement, results }) => {
      const own = [...results.values()].filter(({ observed }) => observed !== undefined);
      const facts = groupedBy(own, ({ observed }) => observed).map((group): Fact => {
        const versions = versionRange(group.map(({ version }) => version));
        return [versions, valueText(group[0].observed)];
      });
      return { requirement, facts };
    })
    .filter(({ facts }) => facts.length > 0);
  return {
    id: 'observations',
    title: `Observations (${number(seen.length)})`,
    label: 'Observations',
    called: 'observations',
    folded: true,
    pageOnly: verbose ? undefined : true,
    blocks: seen.flatMap(({ requirement, facts }): Block[] => [
      { type: 'text', text: `${requirement.title} (\`${requirement.id}\`)`, look: 'strong' },
      { type: 'facts', facts },
    ]),
  };
}

/** A text as it is, any other value as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
}
