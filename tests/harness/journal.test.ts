import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../harness/check.js';
import { Journal, JournalUnwritable } from '../../harness/journal.js';
import { situationOf } from '../../harness/situation.js';
import { readJournal } from '../../harness/stored-journal.js';
import { restoreJournal } from '../../harness/writing/phase.js';
import { inNewFolder } from '../cli/command.js';
import { call } from '../reference/call.js';
import { declared } from './declared.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { asked, json, settingsFor } from './serving.js';
import { linesOf, withReference, writing } from './writing.js';

const HEAD = { run: 'abc', baseUrl: 'http://127.0.0.1:9', startedAt: '2026-01-02T03:04:05Z' };

test('a journal is for its owner only, and is never written over', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'journal');
    Journal.begin(path, HEAD).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => Journal.begin(path, HEAD)).toThrow(/EEXIST/);
  });
});

test('where not even the head can be written no file is left, which would be in the way of the next run', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'journal');
    const noSpace = () => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    expect(() => Journal.begin(path, HEAD, noSpace)).toThrow('ENOSPC');
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, '');
    expect(() => readJournal(path)).toThrow('it is empty: the run wrote nothing; remove the file');
  });
});

test('what is appended is read back; a last line that is not whole is left out', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'journal');
    const journal = Journal.begin(path, HEAD);
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

/** A journal whose disk is full after the first line. */
function full(folder: string): Journal {
  let writes = 0;
  return Journal.begin(join(folder, 'journal'), HEAD, (file, bytes, offset) => {
    writes += 1;
    if (writes === 1) return writeSync(file, bytes, offset);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
}

test('a journal that can no longer be written is one sentence, again and again', async () => {
  await inNewFolder(async (folder) => {
    const journal = full(folder);
    const says =
      /^the journal cannot be written \(ENOSPC: .+\): nothing more was written to the instance$/;
    for (const n of [1, 2]) {
      expect(() => journal.append({ entry: 'refused', n })).toThrow(says);
      expect(() => journal.note({ entry: 'refused', n })).toThrow(JournalUnwritable);
    }
    journal.close();
  });
});

test('a check whose journal cannot be written is inconclusive, not a bug', async () => {
  await inNewFolder(async (folder) => {
    const journal = full(folder);
    const fails = async () => journal.append({ entry: 'refused', n: 1 });
    const pair = { requirement: declared('rule', { check: fails }), version: '1.2' } as const;
    const { result } = await asked(json([]), {}, async (client, { url }) => {
      return check(pair.requirement, pair.version, situationOf(client, ['1.2'], settingsFor(url)));
    });
    journal.close();
    expect(result).toMatchObject({ verdict: 'inconclusive', code: 'not-written' });
  });
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
    expect(seen.map((each) => each.split('\n')[0])).toEqual(['PATCH', 'PATCH', 'POST']);
    const [trial = '', patch = '', post = ''] = seen;
    expect(trial.trimEnd().split('\n').at(-1)).toMatch(/"entry":"write".*"first_name":"Ursula"/);
    expect(patch).toMatch(/"entry":"original","object":"users\/3".*"first_name":"Ursula"/);
    expect(patch.trimEnd().split('\n').at(-1)).toMatch(/"entry":"write".*"first_name":"Other"/);
    expect(post.trimEnd().split('\n').at(-1)).toMatch(/"entry":"creating".*"of this test"/);
  });
});

/** What becomes of a journal while its run writes, and what the run says then. */
const LOSSES: [string, (path: string) => void, string][] = [
  ['is removed', (path) => rmSync(path), 'it was removed or replaced'],
  [
    'gets a line of another program',
    (path) => appendFileSync(path, 'rotated\n'),
    'another program has written to it',
  ],
  [
    'is replaced by another file',
    (path) => {
      rmSync(path);
      writeFileSync(path, 'another\n');
    },
    'it was removed or replaced',
  ],
];

test.for(LOSSES)(
  'a run whose journal %s writes nothing more, restores from memory and says so',
  async ([, lose, why]) => {
    await withReference(async ({ reference, before }) => {
      let said = '';
      let journal = '';
      const reported = await writing(reference.url, reference, async (given) => {
        const { write, as } = given;
        write.onWaiting = (sentence) => {
          said = sentence;
        };
        journal = given.journal;
        const path = `users/${write.ownId('user')}/`;
        const send = (last_name: string) =>
          write.send(as('user'), 'PATCH', path, { json: { last_name } });
        expect((await send('Ours')).status).toBe(200);
        lose(journal);
        await expect(send('Ours again')).rejects.toThrow(JournalUnwritable);
        await expect(send('And again')).rejects.toThrow(why);
        const users = (reference.snapshot() as { users: { id: number; last_name: string }[] })
          .users;
        expect(users.find(({ id }) => id === 3)?.last_name).toBe('Ours');
        const moved = said.split('it is now ')[1] ?? '';
        expect(moved).toBe(`${journal}.1`);
        expect(readJournal(moved).entries.map(({ entry }) => entry)).toContain('original');
      });
      expect(said).toContain(why);
      expect(reference.snapshot()).toEqual(before);
      expect(reported).toMatchObject({ notRestored: [], journal: undefined });
      expect(statSync(`${journal}.1`, { throwIfNoEntry: false })).toBeUndefined();
    });
  },
);

test('a journal that a mount shows with another number is not lost', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'journal');
    const journal = Journal.begin(path, HEAD);
    copyFileSync(path, `${path}.copy`);
    rmSync(path);
    copyFileSync(`${path}.copy`, path);
    journal.append({ entry: 'refused', n: 1 });
    expect(journal.path).toBe(path);
    journal.close();
  });
});

test('a run that restore has taken over writes nothing more, and restores what it still sent', async () => {
  await withReference(async ({ reference, before }) => {
    const settings = settingsFor(reference.url, { credentials: reference.roles });
    let journal = '';
    const reported = await writing(reference.url, reference, async (given) => {
      const { write, as } = given;
      journal = given.journal;
      const path = `users/${write.ownId('user')}/`;
      const json = { last_name: 'Ours' };
      expect((await write.send(as('user'), 'PATCH', path, { json })).status).toBe(200);
      const { restored } = await restoreJournal(journal, settings);
      expect(restored.notRestored).toEqual([]);
      expect(reference.snapshot()).toEqual(before);
      // The write that was on its way when the run was suspended.
      const how = { role: 'user', method: 'PATCH', json } as const;
      await call(reference, `/api/1.3/${path}`, how);
      const next = write.send(as('user'), 'PATCH', path, { json: { last_name: 'Ours too' } });
      await expect(next).rejects.toThrow('conformance restore has taken it over');
    });
    expect(reference.snapshot()).toEqual(before);
    expect(reported.notRestored).toEqual([]);
    expect(statSync(journal, { throwIfNoEntry: false })).toBeUndefined();
  });
});

test('of a damaged journal what can be read is restored, and the line is named', async () => {
  await withReference(async ({ reference, before }) => {
    const settings = settingsFor(reference.url, { credentials: reference.roles });
    await inNewFolder(async (folder) => {
      const copy = join(folder, 'copy');
      await writing(reference.url, reference, async ({ write, as, journal }) => {
        const path = `users/${write.ownId('user')}/`;
        await write.send(as('user'), 'PATCH', path, { json: { last_name: 'Ours' } });
        const lines = linesOf(journal);
        // Zeros in place of a line that a power cut kept from the disk.
        lines.splice(2, 0, '\0'.repeat(60));
        writeFileSync(copy, `${lines.join('\n')}\n`);
        const { restored } = await restoreJournal(copy, settings);
        const why = 'line 3 of the journal is damaged: what it held is not restored';
        expect(restored.notRestored).toEqual([{ url: reference.url, field: '*', why }]);
        expect(reference.snapshot()).toEqual(before);
        expect(statSync(copy).size).toBeGreaterThan(0);
      });
    });
  });
});

test('a run that goes on writing while it is restored is named, and keeps its journal', async () => {
  await withReference(async ({ reference }) => {
    let goOn = () => {};
    const decide = ({ path }: PassedRequest): Fate => {
      if (path.includes('-before')) goOn();
      return 'pass';
    };
    await withProxy(reference.url, decide, (url) =>
      writing(url, reference, async ({ write, as, journal }) => {
        const user = `users/${write.ownId('user')}`;
        await write.send(as('user'), 'PATCH', `${user}/`, { json: { last_name: 'Other' } });
        const entry = { entry: 'write', n: 9, object: user, values: {} };
        goOn = () => appendFileSync(journal, `${JSON.stringify(entry)}\n`);
        const settings = settingsFor(url, { credentials: reference.roles });
        const { restored } = await restoreJournal(journal, settings);
        const why = expect.stringMatching(/^the run of this journal has written meanwhile/);
        expect(restored.notRestored).toEqual([expect.objectContaining({ url, why })]);
        expect(linesOf(journal).length).toBeGreaterThan(1);
        goOn = () => {};
      }),
    );
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
      return body === undefined ? 'pass' : { status: list.status, body, arrives: false };
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
