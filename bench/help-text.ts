import { COMMAND, endedWell, measured } from './command.js';

/** Whether a subcommand has an option, such as `--patches`; what is not built yet is not measured. */
export async function hasOption(subcommand: string, option: string): Promise<boolean> {
  const { stdout } = endedWell(await measured(COMMAND, [subcommand, '--help']));
  return stdout.includes(`${option} `);
}
