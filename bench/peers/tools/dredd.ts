import { join } from 'node:path';
import { measured } from '../../command.js';
import type { Tool } from '../tool.js';

/** Dredd supports only part of OpenAPI 3 and reads full schemas only with Swagger 2.0. */
export const DREDD: Tool = {
  name: 'Dredd',
  setUp:
    'with Swagger 2.0, whose schemas it checks completely; of OpenAPI 3 it ignores most keywords',
  async run({ folder, installed, target }) {
    const header = `Authorization: Token ${target.token}`;
    const description = join(folder, 'swagger.json');
    const args = [description, target.url, '--header', header, '--no-color'];
    const ended = await measured(join(installed, 'dredd/bin/dredd'), args);
    const { 1: passing, 2: failing } =
      /complete: (\d+) passing, (\d+) failing/.exec(ended.stdout + ended.stderr) ?? [];
    if (passing === undefined) throw new Error(`Dredd did not finish: ${ended.stderr}`);
    const failed = [...ended.stdout.matchAll(/^fail: (GET .*) duration/gm)].flatMap(
      (m) => m[1] ?? [],
    );
    return { checks: Number(passing) + Number(failing), failed: [...new Set(failed)], ended };
  },
};
