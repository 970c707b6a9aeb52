import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyVerdict } from '../reporters/reports.js';
import { sampleRequirement, sampleResults } from '../reporters/sample.js';
import { conformance, inNewFolder } from './command.js';

// Stored reports, baselines and profiles of others are hostile until shown otherwise (SECURITY.md).

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
const keys = (many: number) =>
  Object.fromEntries(Array.from({ length: many }, (_, n) => [`k${n}`, 1]));

test.for<[what: string, observed: unknown, says: string]>([
  ['a text of three million characters', 'a\n'.repeat(1_500_000), 'more than 100000 characters'],
  ['20,000 items in one list', Array.from({ length: 20_000 }, () => 1), 'more than 10000 members'],
  ['80,000 members in one object', keys(80_000), 'more than 10000 members'],
  ['a name that is a long text', { ['a'.repeat(200_000)]: 1 }, 'more than 100000 characters'],
  ['1,000 levels', deep(1_000), 'nested more than 100 deep'],
])('a report with %s is damaged, which is said in one line', async ([, observed, says]) => {
  await inNewFolder(async (cwd) => {
    const report = everyVerdict();
    const [first] = report.results;
    if (first !== undefined) first.observed = observed;
    await writeFile(join(cwd, 'run.json'), JSON.stringify(report));
    for (const command of ['report', 'compare']) {
      const files = command === 'report' ? ['run.json'] : ['run.json', 'run.json'];
      const { status, stderr } = await conformance([command, ...files], { cwd });
      expect(stderr).toMatch(new RegExp(`^conformance: run.json is damaged: [^\\n]*${says}\\n$`));
      expect(status).toBe(2);
    }
  });
});

test.for<[what: string, text: string, says: string]>([
  ['80,000 keys', Object.keys(keys(80_000)).join(': 1\n'), 'unknown key "k0"'],
  [
    'a list of 60,000 names',
    `requirements:\n${'- root.answers\n'.repeat(60_000)}a`,
    'more than 5000',
  ],
  ['50,000 levels', `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'nested too deeply'],
  ['a key twice', 'a: 1\nb: 1\na: 1\n', 'line 3: invalid YAML: Map keys must be unique'],
])('YAML with %s is refused in one line', async ([, text, says]) => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'own.yml'), `${text}: 1\n`);
    await writeFile(join(cwd, 'run.json'), JSON.stringify(everyVerdict()));
    for (const args of [
      ['demo', '--baseline', 'own.yml'],
      ['client', 'own.yml', 'run.json'],
    ]) {
      const { status, stderr } = await conformance(args, { cwd });
      expect(stderr).toContain(says);
      expect(stderr.trimEnd()).not.toContain('\n');
      expect(status).toBe(2);
    }
  });
});

test('what a report holds in place of a text is not called', async () => {
  await inNewFolder(async (cwd) => {
    const uncallable = { toString: 1, valueOf: 1 };
    const report = everyVerdict();
    for (const id of ['page.default-size', 'client.dates', 'comment.cover.list.in-1.0']) {
      report.requirements.push(sampleRequirement({ id, title: 'a', group: 'a' }));
      const given = { verdict: 'observed', observed: uncallable } as const;
      report.results.push(...sampleResults(id, report.target.versionsExamined, given));
    }
    const [one, other] = ['demo', 'roles'].map((name) => ({
      ...report,
      options: { [name]: [uncallable], only: [uncallable], project: uncallable },
    }));
    await writeFile(join(cwd, 'one.json'), JSON.stringify(one));
    await writeFile(join(cwd, 'other.json'), JSON.stringify(other));
    for (const args of [
      ['report', 'one.json', '--report', 'a.md', '--report', 'a.html', '--report', 'a.xml'],
      ['compare', 'one.json', 'other.json', '--report', 'a.md'],
      ['client', '--all', 'other.json', '--report', 'a.md'],
    ]) {
      const { status, stderr } = await conformance(args, { cwd });
      expect(stderr).not.toMatch(/bug|primitive/);
      expect(status).not.toBe(2);
    }
  });
});

test('the roles of a report are text in Markdown', async () => {
  await inNewFolder(async (cwd) => {
    const report = everyVerdict();
    const role = '![x](http://e.test/a.png) @maintainer <b>\u001b[31m';
    report.scope.roles = [role] as unknown as typeof report.scope.roles;
    await writeFile(join(cwd, 'run.json'), JSON.stringify(report));
    await conformance(['report', 'run.json', '--report', 'run.md'], { cwd });
    const text = await readFile(join(cwd, 'run.md'), 'utf8');
    // In code nothing is markup.
    const plain = text.replaceAll(/`[^`\n]*`/g, '');
    expect(plain).toContain('maintainer');
    for (const sign of ['![x]', '<b>', '@maintainer', '\u001b']) expect(plain).not.toContain(sign);
  });
});

test('a text that begins with blanks begins no list, heading or code in Markdown', async () => {
  await inNewFolder(async (cwd) => {
    for (const sign of [' - x', ' 1. x', '    # x']) {
      const report = everyVerdict();
      for (const { violations } of report.results) {
        for (const violation of violations) violation.message = sign;
      }
      await writeFile(join(cwd, 'run.json'), JSON.stringify(report));
      await conformance(['report', 'run.json', '--report', 'run.md'], { cwd });
      expect(await readFile(join(cwd, 'run.md'), 'utf8')).not.toMatch(/^ +(?:- |1\. |# )x/m);
    }
  });
});

test('a file that is replaced keeps its permissions', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'run.json'), JSON.stringify(everyVerdict()));
    for (const mode of [0o600, 0o640]) {
      await writeFile(join(cwd, 'run.md'), 'old');
      await chmod(join(cwd, 'run.md'), mode);
      await conformance(['report', 'run.json', '--report', 'run.md'], { cwd });
      expect(await readFile(join(cwd, 'run.md'), 'utf8')).not.toBe('old');
      expect((await stat(join(cwd, 'run.md'))).mode & 0o777).toBe(mode);
    }
  });
});

test('a journal of millions of empty lines is refused', async () => {
  await inNewFolder(async (cwd) => {
    const head = {
      entry: 'head',
      format: 'conformance-journal/1',
      run: '0123abcd',
      startedAt: '2026-01-01T00:00:00Z',
      baseUrl: 'http://127.0.0.1:1',
    };
    await writeFile(join(cwd, 'j'), `${JSON.stringify(head)}\n${'\n'.repeat(4_000_000)}`);
    const { status, stderr } = await conformance(['restore', 'j'], { cwd });
    expect(stderr).toContain('more than 10000 lines are no entries');
    expect(status).toBe(2);
  });
});
