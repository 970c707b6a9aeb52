import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../harness/check.js';
import { Journal, JournalUnwritable, readJournal } from '../../harness/journal.js';
import { situationOf } from '../../harness/situation.js';
import { restoreJournal } from '../../harness/writing/phase.js';
import { inNewFolder } from '../cli/command.js';
import { declared } from './declared.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { asked, json, settingsFor } from './serving.js';
import { linesOf, withReference, writing } from './writing.js';

const HEAD = { run: 'abc', baseUrl: 'http://127.0.0.1:9', startedAt: '2026-01-02T03:04:05Z' };

test('a journal is for its owner only, and is never written over', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'journal');
    Journal.begin(path, HEAD);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => Journal.begin(path, HEAD)).toThrow(/EEXIST/);
  });
});

test('what is appended is read back; a last line that is not whole is left out', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'journal');
    Journal.begin(path, HEAD);
    const journal = Journal.open(path);
    const entry = {
      entry: 'write',
      n: 1,
      object: 'users/3',
      values: { a: 'ä\n' },
    } as const;
    journal.append(entry);
    journal.close();
    appendFileSync(path, '{"entry":"write","obj');
    const { head, entries } = readJournal(path);
    expect(head).toMatchObject(HEAD);
    expect(entries).toEqual([entry]);
  });
});

test('a journal that can no longer be written is one sentence, again and again', () => {
  const journal = Journal.open('/dev/full');
  const full =
    /^the journal cannot be written \(ENOSPC: .+\): nothing more was written to the instance$/;
  for (const n of [1, 2]) {
    expect(() => journal.append({ entry: 'refused', n })).toThrow(full);
    expect(() => journal.note({ entry: 'refused', n })).toThrow(JournalUnwritable);
  }
  journal.close();
});

test('a check whose journal cannot be written is inconclusive, not a bug', async () => {
  const fails = async () => Journal.open('/dev/full').append({ entry: 'refused', n: 1 });
  const pair = { requirement: declared('rule', { check: fails }), version: '1.2' } as const;
  const { result } = await asked(json([]), {}, async (client, { url }) => {
    return check(pair.requirement, pair.version, situationOf(client, ['1.2'], settingsFor(url)));
  });
  expect(result).toMatchObject({ verdict: 'inconclusive', code: 'not-written' });
});

test('what undoing a write takes is in the file when the write arrives', async () => {
  await withReference(async ({ reference }) => {
    const seen: string[] = [];
    let path = '';
    await withProxy(
      reference.url,
      ({ write, method }) => {
        if (write > 0 && path !== '') seen.push(`${method}\n${readFileSync(path, 'utf8')}`);
        return 'pass';
      },
      (url) =>
        writing(url, reference, async ({ write, as, journal }) => {
          path = journal;
          const me = `users/${write.ownId('user')}/`;
          await write.send(as('user'), 'PATCH', me, { json: { first_name: 'Other' } });
          await write.send(as('user'), 'POST', 'bundles/', {
            json: { name: 'of this test', patches: write.patches() },
          });
          path = '';
        }),
    );
    expect(seen.map((each) => each.split('\n')[0])).toEqual(['PATCH', 'POST']);
    const [patch = '', post = ''] = seen;
    expect(patch).toMatch(/"entry":"original","object":"users\/3".*"first_name":"Ursula"/);
    expect(patch.trimEnd().split('\n').at(-1)).toMatch(/"entry":"write".*"first_name":"Other"/);
    expect(post.trimEnd().split('\n').at(-1)).toMatch(/"entry":"creating".*"of this test"/);
  });
});

test('restoring during a run says that it goes on, and leaves it the journal', async () => {
  await withReference(async ({ reference, before }) => {
    let goOn = () => {};
    const decide = ({ method, path }: PassedRequest): Fate => {
      if (path.includes('-before')) goOn();
      return method === 'PATCH' ? { status: 400, body: '{}', arrives: false } : 'pass';
    };
    await withProxy(reference.url, decide, (url) =>
      writing(url, reference, async ({ write, as, journal }) => {
        const user = `users/${write.ownId('user')}`;
        await write.send(as('user'), 'PATCH', `${user}/`, { json: { last_name: 'Other' } });
        goOn = () => write.journal.append({ entry: 'write', n: 9, object: user, values: {} });
        const settings = settingsFor(url, { credentials: reference.roles });
        const { restored } = await restoreJournal(journal, settings);
        expect(restored.notRestored).toEqual([
          expect.objectContaining({
            url,
            why: expect.stringMatching(/^the run of this journal has/),
          }),
        ]);
        expect(linesOf(journal).length).toBeGreaterThan(1);
        goOn = () => {};
      }),
    );
    expect(reference.snapshot()).toEqual(before);
  });
});

test.for<[string, RegExp, (list: Record<string, unknown>[]) => string | undefined]>([
  ['whose URL is a 404', /bundles\/ lists it, but its URL returns 404/, () => undefined],
  [
    'whose id is beyond 2^53',
    /"conformance-.*" of this run has an id that cannot be used/,
    (list) =>
      JSON.stringify(list).replaceAll(/"id":\d+(?=,"url":"[^"]*bundles)/g, '"id":9007199254740993'),
  ],
])('a bundle %s is named as remaining', async ([, why, listed]) => {
  await withReference(async ({ reference }) => {
    let isRestoring = false;
    const decide = async ({ method, path, headers }: PassedRequest): Promise<Fate> => {
      if (!isRestoring || method !== 'GET') return 'pass';
      if (/bundles\/\d+/.test(path)) return { status: 404, body: '{}', arrives: false };
      if (!path.includes('/bundles/')) return 'pass';
      const { authorization = '' } = headers;
      const list = await fetch(reference.url + path, { headers: { authorization } });
      const body = listed((await list.json()) as Record<string, unknown>[]);
      return body === undefined ? 'pass' : { status: 200, body, arrives: false };
    };
    const { notRestored } = await withProxy(reference.url, decide, (url) =>
      writing(url, reference, async ({ write, as }) => {
        await write.bundle(as('user'));
        isRestoring = true;
      }),
    );
    expect(notRestored.map((each) => each.why)).toContainEqual(expect.stringMatching(why));
  });
});
