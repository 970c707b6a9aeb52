import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { ENDPOINTS } from '../../specification/endpoints.js';
import { FILTERS } from '../../specification/filters.js';
import { COMMON_PARAMETERS } from '../../specification/lists.js';
import { ALL_TABLES } from '../../specification/tables.js';
import { generatedFiles } from '../../tools/pages/generated-files.js';

const ROOT = new URL('../../', import.meta.url);
const FILES = generatedFiles(ROOT);

test.for([...FILES.keys()])('%s is what the code makes of it (npm run docs renews it)', (path) => {
  expect(readFileSync(new URL(path, ROOT), 'utf8')).toBe(FILES.get(path));
});

test.for([
  { folder: 'docs/requirements', ending: '.md' },
  { folder: 'fixtures/baselines', ending: '.yaml' },
])('$folder has those that are generated, and no others', ({ folder, ending }) => {
  const kept = readdirSync(new URL(folder, ROOT)).filter((name) => name.endsWith(ending));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((name) => !FILES.has(`${folder}/${name}`))).toEqual([]);
});

test('every field, every endpoint and its parameters are in docs/api.md', () => {
  const page = FILES.get('docs/api.md') ?? '';
  const names = [
    ...ALL_TABLES.flatMap(({ fields }) => fields.map(({ name }) => name)),
    ...COMMON_PARAMETERS.map(({ name }) => name),
    ...Object.values(FILTERS).flatMap((own) => own.map(({ parameter }) => parameter)),
  ];
  for (const name of names) expect(page).toContain(`\`${name}\``);
  for (const { id, method, path } of ENDPOINTS) {
    expect(page).toContain(`<a id="${id}"></a>\n\n#### \`${method.toUpperCase()} /${path}\`\n`);
  }
});

test('every requirement has its section, with its sentence and each of its faults', () => {
  for (const { name, requirements } of [...GROUPS, ...CLIENT_CONTRACTS.groups]) {
    const page = FILES.get(`docs/requirements/${name}.md`) ?? '';
    for (const { id, says } of requirements) {
      expect(page).toContain(`<a id="${id}"></a>\n\n## \`${id}\`\n\n> ${says}\n`);
      const detected = FAULTS.filter(({ detectedBy }) => detectedBy.includes(id));
      for (const fault of detected) expect(page).toContain(`\`${fault.id}\`: ${fault.says}`);
    }
  }
});
