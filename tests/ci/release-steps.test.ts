import { expect, test } from 'vitest';
import { dated, topEntry } from '../../release/changelog.js';
import { packingProblems } from '../../release/packed.js';
import { type Promised, reasons, stepProblems } from '../../release/size-of-step.js';

const BEFORE: Promised = { ids: ['a.b'], options: ['CONFORMANCE_ONLY'], node: '>=20' };

test.for([
  { last: '1.0.0', next: '1.0.1', problems: 0 },
  { last: '1.0.0', next: '1.1.0', problems: 0 },
  { last: '1.0.0', next: '2.0.0', problems: 0 },
  { last: '1.0.0', next: '1.0.2', problems: 1 },
  { last: '1.2.3', next: '1.2.2', problems: 1 },
  { last: '1.2.3', next: '1.2.3', problems: 1 },
  { last: '1.2.3', next: '1.3', problems: 1 },
])('from $last to $next with nothing new: $problems at fault', ({ last, next, problems }) => {
  expect(stepProblems(last, next, [])).toHaveLength(problems);
});

test.for([
  { what: 'a new id', now: { ids: ['a.b', 'a.c'] }, least: '1.1.0' },
  {
    what: 'a new option',
    now: { options: ['CONFORMANCE_ONLY', 'CONFORMANCE_SKIP'] },
    least: '1.1.0',
  },
  { what: 'an option less', now: { options: [] }, least: '2.0.0' },
  { what: 'another Node.js', now: { node: '>=22' }, least: '2.0.0' },
])('$what asks for $least after 1.0.0', ({ now, least }) => {
  const why = reasons(BEFORE, { ...BEFORE, ...now });
  expect(why).toHaveLength(1);
  expect(stepProblems('1.0.0', '1.0.1', why).join()).toContain(`at least ${least}`);
  expect(stepProblems('1.0.0', least, why)).toEqual([]);
});

test('the first heading of a version is read and dated, and no other', () => {
  const text = '# Changes\n\n## 1.1.0 (unreleased)\n\n- a\n- b\n\n## 1.0.0 (2026-01-01)\n\n- c\n';
  expect(topEntry(text)).toEqual({ version: '1.1.0', isUnreleased: true, changes: 2 });
  const after = dated(text, '2026-02-03');
  expect(topEntry(after)).toMatchObject({ version: '1.1.0', isUnreleased: false });
  expect(after).toContain('## 1.0.0 (2026-01-01)');
  expect(() => topEntry('# Changes\n')).toThrow('unreleased');
});

test('what a package must not hold is named, and what it lacks', () => {
  const unwanted = ['.env', 'cli/main.ts', 'dist/proof/main.js', 'dist/fixtures/hostile/a.js'];
  const wanted = ['dist/cli/main.d.ts', 'package.json', 'proof/README.md', '.env.example'];
  const problems = packingProblems([...unwanted, ...wanted]).join('\n');
  for (const path of unwanted) expect(problems).toContain(`would contain ${path}`);
  expect(problems).toContain('lacks bin/conformance.js');
  for (const path of wanted) expect(problems).not.toContain(path);
});
