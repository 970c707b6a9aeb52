import { withReference } from '../reference.js';
import { drawFaults } from './draw.js';
import { withSetting } from './settings.js';
import type { Setting, Tool } from './tool.js';

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

const NO_END = 'it came to no end';

/** Shows every tool an instance with each fault that is drawn. */
export async function noticingOf(
  tools: readonly Tool[],
  ids: ReadonlyMap<string, number>,
  installed: string,
): Promise<Noticing> {
  const { drawn, visible, reading } = await drawFaults(ids);
  const sound = await failuresOf([], tools, ids, installed);
  const broken = tools.filter(({ name }) => sound[name]?.includes(NO_END));
  if (broken.length > 0) throw new Error('a tool came to no end on the sound instance');
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
      for (const tool of tools) failed[tool.name] = await failuresBy(tool, setting);
      return failed;
    }),
  );
}

/** A tool that comes to no end on a defective instance is red there, too, and so it has noticed. */
async function failuresBy(tool: Tool, setting: Setting): Promise<string[]> {
  try {
    return [...new Set((await tool.run(setting)).failed)];
  } catch (error) {
    console.log(`${tool.name}: ${error instanceof Error ? error.message : String(error)}`);
    return [NO_END];
  }
}
