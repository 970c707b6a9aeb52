import { readdirSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { browserScript } from '../../reporters/html/assets.js';

const FOLDER = new URL('../../reporters/html/browser/', import.meta.url);

const MODULES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));

const DECLARED = MODULES.flatMap((text) =>
  [...text.matchAll(/^(?:export )?(?:async )?(?:function|const|let|class) ([\w$]+)/gm)].map(
    ([, name]) => name ?? '',
  ),
);

it('the modules of the page share a scope, in which no name is declared twice', () => {
  expect(DECLARED.length).toBeGreaterThan(MODULES.length);
  expect(DECLARED.filter((name, index) => DECLARED.indexOf(name) !== index)).toEqual([]);
});

it('the script of the page is its modules, each once, as a browser takes it', () => {
  const script = browserScript('report-page.js');
  expect(script).not.toMatch(/^(import|export) /m);
  for (const name of DECLARED) {
    const declared = new RegExp(`^(async )?(function|const|let|class) ${name}\\b`, 'gm');
    expect(script.match(declared), name).toHaveLength(1);
  }
  expect(new Script(script)).toBeInstanceOf(Script);
});
