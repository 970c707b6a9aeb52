import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { terminalOf } from './rendered.js';
import { conformant } from './reports.js';

const SCHEMA = new URL('../../schemas/report.schema.json', import.meta.url);

const CLEAN: ReportedWrites = {
  allowed: true,
  hazardous: false,
  restored: 12,
  notRestored: [],
  leftBehind: [],
};

const MESSY: ReportedWrites = {
  ...CLEAN,
  notRestored: [
    { url: 'http://e.test/api/1.3/users/3/', field: 'first_name', why: 'changed \u001b[31msince' },
  ],
  leftBehind: [
    { kind: 'check', url: 'http://e.test/api/1.3/patches/1/checks/7/', why: 'none is deleted' },
    { kind: 'check', url: 'http://e.test/api/1.3/patches/1/checks/8/', why: 'none is deleted' },
  ],
  journal: 'run.journal',
};

/** What the terminal report says of what was written, on one line. */
function said(writes: ReportedWrites): string {
  const report: Report = { ...conformant(), writes };
  const text = terminalOf(report, { colour: false, columns: 80, verbose: false });
  return text.replaceAll(/\s+/g, ' ');
}

test('a run that wrote nothing says nothing of it', () => {
  const text = terminalOf(conformant(), { colour: false, columns: 80, verbose: false });
  expect(text).not.toContain('── Writes');
});

test('that everything was restored is one line', () => {
  expect(said(CLEAN)).toMatch(/Writes ─+ 12 objects restored or removed ── Next/);
});

test('what is not as it was is named, harmlessly, and the verdict stays last', () => {
  const text = said(MESSY);
  expect(text).toContain('12 objects restored or removed; 1 value not restored');
  expect(text).toContain('not restored: first_name of http://e.test/api/1.3/users/3/: changed');
  expect(text).not.toContain('\u001b');
  expect(text).toContain(
    '2 checks remain (none is deleted): http://e.test/api/1.3/patches/1/checks/{7,8}/',
  );
  expect(text).toContain(
    'to try again: npx --no -- patchwork-conformance restore --base-url https://patchwork.example.org run.journal',
  );
  expect(text).toMatch(
    /run\.journal ── Next steps ─+ find out how to check more: \S.* doctor \S+ \S+ CONFORMANT [^─]+$/,
  );
});

test('the schema of the report takes both, and refuses what lacks a part', () => {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  const isTaken = (writes: unknown) =>
    validate(JSON.parse(JSON.stringify({ ...conformant(), writes })));
  expect([CLEAN, MESSY].map(isTaken)).toEqual([true, true]);
  for (const part of ['allowed', 'hazardous', 'restored', 'notRestored', 'leftBehind']) {
    expect(isTaken({ ...CLEAN, [part]: undefined }), part).toBe(false);
  }
});
