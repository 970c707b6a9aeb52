import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { readOptions } from '../../cli/read-options.js';
import { inNewFolder, outcome, start } from '../cli/command.js';

test('serve --patches has as many, the last page, a filter and a search among them', async () => {
  await inNewFolder(async (cwd) => {
    const child = start(['serve', '--patches', '1000000'], { cwd });
    const ended = outcome(child);
    try {
      const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
      const ask = async (query: string) => {
        const response = await fetch(`${url}/api/1.3/patches/?per_page=1&${query}`);
        const last = /page=(\d+)>; rel="last"/.exec(response.headers.get('link') ?? '')?.[1];
        type Row = { id: number; msgid: string; name: string };
        return { rows: (await response.json()) as Row[], last };
      };
      const { rows, last } = await ask('page=last');
      expect([rows[0]?.id, last]).toEqual([1_000_000, '1000000']);
      const msgid = rows[0]?.msgid.slice(1, -1) ?? '';
      expect((await ask(`msgid=${encodeURIComponent(msgid)}`)).rows[0]?.id).toBe(1_000_000);
      const term = encodeURIComponent(rows[0]?.name ?? '');
      expect(Number((await ask(`q=${term}`)).last)).toBeGreaterThan(998_500);
    } finally {
      child.kill('SIGINT');
      await ended;
    }
  });
});

test.for(['99', '10000001', 'many'])('%s patches are out of bounds', (number, { expect }) => {
  expect(() => readOptions('serve', { patches: [number] }, [])).toThrow(
    `--patches: expected a whole number from 100 to 10000000, received "${number}"`,
  );
});
