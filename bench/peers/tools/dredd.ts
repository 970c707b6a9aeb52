import { join } from 'node:path';
import { measured } from '../../command.js';
import type { Tool } from '../tool.js';

/** What of OpenAPI 3 Dredd understands is less than half: with Swagger 2.0 it reads the whole schemas. */
export const DREDD: Tool = {
  name: 'Dredd',
  setUp: 'Swagger 2.0, of whose schemas it reads all; of OpenAPI 3 it ignores most keywords',
  async run({ folder, installed, target }) {
    const header = `Authorization: Token ${target.token}`;
    const description = join(folder, 'swagger.json');
    const args = [description, target.url, '--header', header, '--no-color'];
    const ended = await measured(join(installed, 'dredd/bin/dredd'), args);
    const { 1: passing, 2: failing } =
      /complete: (\d+) passing, (\d+) failing/.exec(ended.stdout + ended.stderr) ?? [];
    if (passing === undefined) throw new Error(`Dredd came to no end: ${ended.stderr}`);
    const failed = [...ended.stdout.matchAll(/^fail: (GET .*) duration/gm)].flatMap(
      (m) => m[1] ?? [],
    );
    return { checks: Number(passing) + Number(failing), failed: [...new Set(failed)], ended };
  },
};
