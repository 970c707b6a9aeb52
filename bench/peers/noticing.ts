import { withReference } from '../reference.js';
import { drawFaults } from './draw.js';
import { withSetting } from './settings.js';
import type { Setting, Tool } from './tool.js';

/** A fault, and the failures of each tool on an instance with it. */
export interface Noticed {
  fault: string;
  says: string;
  /** The failures by tool, except those on the conforming instance; empty if the tool did not detect the fault. */
  by: Record<string, string[]>;
}

/** The drawn faults and the tools that detect them. */
export interface Noticing {
  visible: number;
  reading: number;
  faults: Noticed[];
}

const NO_END = 'did not finish';

/** Runs every tool on an instance with each drawn fault. */
export async function noticingOf(
  tools: readonly Tool[],
  ids: ReadonlyMap<string, number>,
  installed: string,
): Promise<Noticing> {
  const { drawn, visible, reading } = await drawFaults(ids);
  const sound = await failuresOf([], tools, ids, installed);
  const broken = tools.filter(({ name }) => sound[name]?.includes(NO_END));
  if (broken.length > 0) throw new Error('a tool did not finish on the conforming instance');
  const faults: Noticed[] = [];
  for (const { id, says } of drawn) {
    const by = await failuresOf(['--fault', id], tools, ids, installed);
    for (const [tool, failed] of Object.entries(by)) {
      by[tool] = failed.filter((each) => !sound[tool]?.includes(each));
    }
    faults.push({ fault: id, says, by });
    console.log(`${id}: ${noticers(by).join(', ') || 'detected by no tool'}`);
  }
  return { visible, reading, faults };
}

/** The names of the tools that detected a fault. */
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

/** Runs a tool. A tool that does not finish on a faulty instance counts as having detected the fault. */
async function failuresBy(tool: Tool, setting: Setting): Promise<string[]> {
  try {
    return [...new Set((await tool.run(setting)).failed)];
  } catch (error) {
    console.log(`${tool.name}: ${error instanceof Error ? error.message : String(error)}`);
    return [NO_END];
  }
}
