import { withReference } from '../reference.js';
import { drawFaults } from './draw.js';
import { withSetting } from './settings.js';
import type { Tool } from './tool.js';

/** One fault, and what each tool held against an instance with it. */
export interface Noticed {
  fault: string;
  says: string;
  /** What failed, by the name of the tool, as far as it did not fail on the sound instance; empty if it noticed nothing. */
  by: Record<string, string[]>;
}

/** Which tools notice which of the faults that were drawn. */
export interface Noticing {
  visible: number;
  reading: number;
  faults: Noticed[];
}

/** Shows every tool an instance with each fault that is drawn. */
export async function noticingOf(
  tools: readonly Tool[],
  ids: ReadonlyMap<string, number>,
  installed: string,
): Promise<Noticing> {
  const { drawn, visible, reading } = await drawFaults(ids);
  const sound = await failuresOf([], tools, ids, installed);
  const faults: Noticed[] = [];
  for (const { id, says } of drawn) {
    const by = await failuresOf(['--fault', id], tools, ids, installed);
    for (const [tool, failed] of Object.entries(by)) {
      by[tool] = failed.filter((each) => !sound[tool]?.includes(each));
    }
    faults.push({ fault: id, says, by });
    console.log(`${id}: ${noticers(by).join(', ') || 'noticed by none'}`);
  }
  return { visible, reading, faults };
}

/** The names of the tools that noticed something. */
export function noticers(by: Record<string, string[]>): string[] {
  return Object.keys(by).filter((tool) => (by[tool]?.length ?? 0) > 0);
}

function failuresOf(
  options: readonly string[],
  tools: readonly Tool[],
  ids: ReadonlyMap<string, number>,
  installed: string,
): Promise<Record<string, string[]>> {
  return withReference(options, (served) =>
    withSetting(served, ids, installed, async (setting) => {
      const failed: Record<string, string[]> = {};
      for (const tool of tools) {
        const made = await tool.run(setting);
        failed[tool.name] = [...new Set(made.failed)];
      }
      return failed;
    }),
  );
}
