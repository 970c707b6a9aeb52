import { readFile } from 'node:fs/promises';
import { type RequestListener, request as send } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { formsOf } from '../cli/secret-forms.js';
import { withServer } from '../cli/servers.js';

const SECRET = 'Zx9Qw7Lm3Rt5Yp2Kd8Hs6Jf4Gn1Vb0Cc7Ta5Me3U';
const FORMS = formsOf(SECRET);

/** Eight characters of the secret are too many, in whatever form. */
const PARTS = [SECRET, Buffer.from(SECRET).toString('base64'), Buffer.from(SECRET).toString('hex')];
const WINDOW = [8, 12, 16];

/** An answer, as the instance gives it. */
interface Given {
  status: number;
  statusText: string;
  headers: Record<string, string | string[]>;
  body: string;
}

const isIn = (pattern: RegExp) => (form: string) => pattern.test(form);

/** What an instance may do with a form of the secret; the forms that can stand there. */
const PLACES: Record<
  string,
  [put: (given: Given, form: string) => void, can: (form: string) => boolean]
> = {
  'the text of the status': [
    (given, form) => Object.assign(given, { statusText: form, status: 500 }),
    isIn(/^[\x20-\x7e]{1,300}$/),
  ],
  'the name of a header': [(given, form) => (given.headers[form] = 'x'), isIn(/^[\w%+-]{1,200}$/)],
  'a header': [(given, form) => (given.headers['x-echo'] = form), isIn(/^[\x20-\x7e]{1,300}$/)],
  'the encoding': [
    (given, form) => (given.headers['content-encoding'] = form),
    isIn(/^[\x20-\x7e]{1,300}$/),
  ],
  'the encoding, behind another text': [
    (given, form) => (given.headers['content-encoding'] = `${'e'.repeat(3)}${form}`),
    isIn(/^[\x20-\x7e]{1,300}$/),
  ],
  'the type': [
    (given, form) => (given.headers['content-type'] = `text/${form}`),
    isIn(/^[\x20-\x7e]{1,300}$/),
  ],
  'a redirect': [
    (given, form) => {
      given.status = 302;
      given.headers.location = `/login?next=${form}`;
    },
    isIn(/^[\x21-\x7e]{1,900}$/),
  ],
  'a link': [
    (given, form) => (given.headers.link = `</api/1.3/people/?page=${form}>; rel="next"`),
    isIn(/^[\x21-\x7e]{1,900}$/),
  ],
  'a key of JSON': [(given, form) => (given.body = JSON.stringify({ [form]: 1 })), () => true],
  'a value of JSON': [
    (given, form) => (given.body = JSON.stringify([{ id: form, url: form, name: [form] }])),
    () => true,
  ],
  'broken JSON': [(given, form) => (given.body = `{"a": ${form}`), () => true],
  'a page': [
    (given, form) => {
      given.headers['content-type'] = 'text/html';
      given.status = 502;
      given.body = `<title>${form}</title>${form}`;
    },
    () => true,
  ],
  'a long list in Cyrillic, at its cut': [
    (given, form) => {
      const before = 'ж'.repeat(2985 - Math.min(form.length, 20));
      given.body = JSON.stringify([{ id: 'x', name: `${before}${form}`, more: 'ж'.repeat(9_000) }]);
    },
    () => true,
  ],
  'a long page, at its cut': [
    (given, form) => {
      given.headers['content-type'] = 'text/plain';
      given.body = `${'x'.repeat(19_980)}${form}${'x'.repeat(9_000)}`;
    },
    () => true,
  ],
};

const FILES = ['json', 'html', 'md', 'xml', 'har', 'svg'].map((type) => `r.${type}`);

test.for(Object.keys(PLACES))('nothing of a secret is written that stands in %s', async (place) => {
  const [put, can] = PLACES[place] ?? [];
  if (put === undefined || can === undefined) throw new Error(`no such place: ${place}`);
  const forms = FORMS.filter(can);
  expect(forms.length).toBeGreaterThan(3);
  const reference = await startReference();
  let done = 0;
  const disturbed: RequestListener = (request, response) => {
    const { method, url = '/', headers } = request;
    const { authorization: _, ...own } = headers;
    const onwards = send(new URL(url, reference.url), { method, headers: own }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      const { 'content-length': __, 'transfer-encoding': ___, ...kept } = answer.headers;
      const given: Given = {
        status: answer.statusCode ?? 502,
        statusText: answer.statusMessage ?? '',
        headers: kept as Given['headers'],
        body: Buffer.concat(chunks).toString('utf8'),
      };
      const isRoot = /\/api\/(\d\.\d\/)?(\?.*)?$/.test(url);
      if (!isRoot) {
        put(given, forms[done % forms.length] ?? '');
        done += 1;
      }
      try {
        response.writeHead(given.status, given.statusText, given.headers);
      } catch {
        response.writeHead(500);
      }
      response.end(given.body);
    });
    onwards.end();
    request.resume();
  };
  try {
    await withServer(disturbed, (url) =>
      inNewFolder(async (cwd) => {
        const env = { CONFORMANCE_USER_TOKEN: SECRET };
        const only = ['--versions', '1.3', '--only', 'people,covers,search'];
        const reports = FILES.flatMap((file) => ['--report', file]);
        const args = ['run', '--base-url', url, '--verbose', '--debug', '--show-emails'];
        // Enough for each form, where requests are repeated as well.
        const most = ['--max-duration', '12'];
        const { stdout, stderr } = await conformance([...args, ...most, ...only, ...reports], {
          cwd,
          env,
        });
        expect(done, stderr).toBeGreaterThan(0);
        const texts = await Promise.all(
          FILES.map((file) => readFile(join(cwd, file), 'utf8').catch(() => '')),
        );
        for (const text of [stdout, stderr, ...texts]) {
          for (const [which, part] of PARTS.entries()) {
            const width = WINDOW[which] ?? 8;
            for (let at = 0; at + width <= part.length; at += 1) {
              const piece = part.slice(at, at + width);
              const found = text.toLowerCase().indexOf(piece.toLowerCase());
              const near = found < 0 ? '' : text.slice(found - 60, found + 60);
              expect(near, place).toBe('');
            }
          }
        }
      }),
    );
  } finally {
    await reference.stop();
  }
});
