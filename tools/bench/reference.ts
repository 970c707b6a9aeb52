import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { COMMAND, type Environment, plainEnvironment } from './command.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** A reference instance in a process of its own. */
export interface Served {
  url: string;
  /** The environment of a run: base URL, project and credentials. */
  environment: Environment;
}

/**
 * Starts `conformance serve`, runs `use` with it and stops it. Rejects with an Error if it does not start,
 * and with the rejection of `use`.
 */
export function withReference<T>(
  options: readonly string[],
  use: (served: Served) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, 'env');
    const child = spawn(process.execPath, [COMMAND, 'serve', '--write-env', file, ...options], {
      env: plainEnvironment(),
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    try {
      const lines = createInterface(child.stdout);
      const first: unknown[] = await Promise.race([once(lines, 'line'), exit]);
      const [url] = first;
      if (typeof url !== 'string') throw new Error(`serve ${options.join(' ')} ended at once`);
      return await use({ url, environment: variables(readFileSync(file, 'utf8')) });
    } finally {
      child.kill();
      await exit;
    }
  });
}

function variables(text: string): Environment {
  const given = Object.entries(parseEnv(text));
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']));
}
