import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';

/** Of several words, as a search looks for one. */
const SECRET = 'Kanarienvogel Pferdchen Batteriesatz';

/** The fields that filters and searches take their values from. */
const NAMES = ['name', 'msgid', 'hash', 'state', 'slug', 'link_name', 'username', 'context'];

test('no part of a secret is sent that the names of objects show, since it would not be masked', async () => {
  const behaviour = soundBehaviour();
  const urls: string[] = [];
  behaviour.front = async (request, answer) => {
    urls.push(decodeURIComponent(request.url).replaceAll('+', ' '));
    const response = await answer(request);
    const body = (await response.text()).replace(/"(\w+)":"(?:[^"\\]|\\.)*"/g, (whole, name) =>
      NAMES.includes(name) ? `"${name}":"${SECRET}"` : whole,
    );
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(body, { status: response.status, headers });
  };
  const reference = await startReference({ behaviour });
  try {
    await inNewFolder(async (cwd) => {
      const only = ['--versions', '1.3', '--only', 'filters,search'];
      const reports = ['--verbose', '--report', 'r.json', '--report', 'r.har'];
      const env = { CONFORMANCE_HEADERS: `X-Gate: ${SECRET}` };
      const { stdout, stderr } = await conformance(
        ['run', '--base-url', reference.url, ...only, ...reports],
        { cwd, env },
      );
      const files = await Promise.all(
        ['r.json', 'r.har'].map((file) => readFile(join(cwd, file), 'utf8')),
      );
      expect(urls.length).toBeGreaterThan(50);
      // The whole is masked.
      const sent = urls.map((url) => url.replaceAll(SECRET, '')).join('\n');
      for (const text of [sent, stdout, stderr, ...files]) {
        for (let at = 0; at + 8 <= SECRET.length; at += 1) {
          expect(text).not.toContain(SECRET.slice(at, at + 8));
        }
      }
    });
  } finally {
    await reference.stop();
  }
});
