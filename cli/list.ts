import { declaredBy } from '../harness/declared-by.js';
import { EXIT } from '../harness/outcome.js';
import type { Group } from '../harness/requirement.js';
import { versionRange } from '../reporters/view/words.js';
import { selectedCatalogue } from './choice.js';
import type { Values } from './options.js';
import type { Terminal } from './terminal.js';

/**
 * `conformance list`: lists the selected requirements by group; or as JSON. Returns
 * the exit status. Rejects with a Refusal if nothing is selected.
 */
export async function listCommand(values: Values<'list'>, terminal: Terminal): Promise<number> {
  const { selected } = selectedCatalogue(values);
  await terminal.print(values.json ? asJson(selected) : asText(selected));
  return EXIT.conformant;
}

function asJson(groups: readonly Group[]): string {
  const rows = groups.flatMap(({ name, requirements }) =>
    requirements.map((each) => ({
      id: each.id,
      title: each.says,
      group: name,
      spec: each.spec,
      level: each.level,
      versions: each.versions,
      needs: each.needs,
      consequence: each.consequence,
      breaks: each.breaks,
      declaredBy: declaredBy(each),
    })),
  );
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** One line for each requirement, so that it can be searched; each group has a heading. */
function asText(groups: readonly Group[]): string {
  const all = groups.flatMap(({ requirements }) => requirements);
  const widest = Math.max(...all.map(({ id }) => id.length));
  const range = Math.max(...all.map(({ versions }) => versionRange(versions).length));
  const blocks = groups.map(({ name, requirements }) => {
    const lines = requirements.map(
      ({ id, level, versions, says }) =>
        `  ${id.padEnd(widest)}  ${level.padEnd(7)}  ${versionRange(versions).padEnd(range)}  ${says}`,
    );
    return [name, ...lines].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}
