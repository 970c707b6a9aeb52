import { execFile } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyProject, ROOT } from '../project-copy.js';

test('no configuration of tools that lies beside the package, or above it, is run', async () => {
  const copy = copyProject();
  try {
    cpSync(join(ROOT, 'dist'), join(copy.folder, 'dist'), { recursive: true });
    const ran = join(copy.folder, 'ran');
    const code = `require('node:fs').writeFileSync(${JSON.stringify(ran)}, ''); module.exports = {};`;
    for (const name of ['postcss.config.cjs', 'vite.config.cjs', 'vitest.config.cjs']) {
      writeFileSync(join(copy.folder, name), code);
    }
    writeFileSync(join(copy.folder, 'pnpm-workspace.yaml'), 'packages: []\n');
    const main = join(copy.folder, 'dist', 'cli', 'main.js');
    const args = [main, 'demo', '--only', 'root.answers', '--versions', '1.3'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy.folder });
    expect(stdout).toContain('CONFORMANT');
    expect(existsSync(ran)).toBe(false);
  } finally {
    copy.remove();
  }
});
