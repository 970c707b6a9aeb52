import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../docs/pages.js';

const FOLDER = `${ROOT}.github/ISSUE_TEMPLATE/`;
const FORMS = readdirSync(FOLDER).filter((name) => name !== 'config.yml');

interface Form {
  name: string;
  description: string;
  body: {
    type: string;
    id?: string;
    attributes: { label?: string; value?: string; options?: string[] };
    validations?: { required: boolean };
  }[];
}

test('there is a form for a false alarm, a missed defect and a new requirement', () => {
  expect(FORMS).toEqual(['false-alarm.yml', 'missed-defect.yml', 'new-requirement.yml']);
});

// What GitHub demands of a form, or shows none.
test.for(FORMS)('%s is a form as GitHub takes it, and asks for evidence', (name) => {
  const { name: title, description, body } = parse(readFileSync(FOLDER + name, 'utf8')) as Form;
  expect(title).toMatch(/^\w/);
  expect(description).toMatch(/^\w/);
  const asked = body.filter(({ type }) => type !== 'markdown');
  const ids = asked.map(({ id }) => id);
  expect(new Set(ids).size).toBe(asked.length);
  for (const { type, attributes, validations } of asked) {
    expect(['input', 'textarea', 'dropdown']).toContain(type);
    expect(attributes.label).toMatch(/^\w/);
    expect(validations).toEqual({ required: true });
    for (const option of attributes.options ?? []) expect(option).toBeTypeOf('string');
  }
  expect(ids.filter((id) => /^(evidence|report)$/.test(id ?? ''))).toHaveLength(1);
});
