import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { requirementPages } from '../../proof/requirement-pages.js';

const FOLDER = new URL('../../docs/requirements/', import.meta.url);

test('docs/requirements is what the catalogues make of it (npm run docs renews it)', () => {
  const kept = readdirSync(FOLDER).map((name): [string, string] => [
    name,
    readFileSync(new URL(name, FOLDER), 'utf8'),
  ]);
  const made = [...requirementPages(GROUPS, FAULTS)];
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(made));
});

test('every requirement has its section, with its sentence and each of its faults', () => {
  const pages = requirementPages(GROUPS, FAULTS);
  for (const { name, requirements } of GROUPS) {
    const page = pages.get(`${name}.md`) ?? '';
    for (const { id, says } of requirements) {
      expect(page).toContain(`<a id="${id}"></a>\n\n## \`${id}\`\n\n> ${says}\n`);
      const detected = FAULTS.filter(({ detectedBy }) => detectedBy.includes(id));
      for (const fault of detected) expect(page).toContain(`\`${fault.id}\`: ${fault.says}`);
    }
  }
});
