import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { requirementPages } from '../../tools/pages/requirement-pages.js';

const CONTRACTS = CLIENT_CONTRACTS.groups;

const DOCUMENTED = { groups: GROUPS, contracts: CONTRACTS, faults: FAULTS };

test('every requirement has its section, with its sentence and each of its faults', () => {
  const pages = requirementPages(DOCUMENTED);
  for (const { name, requirements } of [...GROUPS, ...CONTRACTS]) {
    const page = pages.get(`${name}.md`) ?? '';
    for (const { id, says } of requirements) {
      expect(page).toContain(`<a id="${id}"></a>\n\n## \`${id}\`\n\n> ${says}\n`);
      const detected = FAULTS.filter(({ detectedBy }) => detectedBy.includes(id));
      for (const fault of detected) expect(page).toContain(`\`${fault.id}\`: ${fault.says}`);
    }
  }
});

test('client contracts stand apart: a table of their own, and the clients in place of a section', () => {
  const pages = requirementPages(DOCUMENTED);
  const [specified = '', apart = ''] = pages.get('README.md')?.split('## Client contracts') ?? [];
  for (const { name } of GROUPS) expect(specified).toContain(`| [${name}](${name}.md) |`);
  for (const { name, requirements } of CONTRACTS) {
    expect(specified).not.toContain(name);
    expect(apart).toContain(`| [${name}](${name}.md) |`);
    const page = pages.get(`${name}.md`) ?? '';
    expect(page).not.toContain('../api.md#');
    expect(page.match(/^- breaks: .+\n- source: `.+`$/gm)).toHaveLength(requirements.length);
  }
});
