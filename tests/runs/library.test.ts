import { mkdir, rmdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import type { ServedInstance } from '../../library/index.js';
import { inNewFolder } from '../cli/command.js';
import { closedAddress, withServer } from '../cli/servers.js';

// The engine runs what is built, so that is what is tested; it runs here within a test of Vitest's, as
// it does in the tests of a user.
const built = new URL('../../dist/library/index.js', import.meta.url);
const library = (await import(built.href)) as typeof import('../../library/index.js');
const { compare, parseReport, render, run, serve, validate, VERSIONS } = library;

let instance: ServedInstance;
let faulty: ServedInstance;
beforeAll(async () => {
  instance = await serve();
  faulty = await serve({ fault: 'last-off-by-one' });
});
afterAll(async () => {
  await instance.stop();
  await faulty.stop();
});

/** What `run` says of options that are wrong. */
async function refusal(options: object): Promise<string> {
  const error: unknown = await run(options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(library.Refusal);
  return error instanceof Error ? error.message : '';
}

/** Reports on a sound and on a faulty instance, by two runs at the same time. */
let sound: Report;
let unsound: Report;

describe('run', () => {
  it('gives the report, and leaves no trace in the process', async () => {
    const events = ['SIGINT', 'SIGTERM', 'exit', 'uncaughtException', 'unhandledRejection'];
    const state = () => ({
      listeners: events.map((name) => process.listenerCount(name)),
      environment: { ...process.env },
      exitCode: process.exitCode,
    });
    const before = state();
    const versions = ['1.2', '1.3'];
    [sound, unsound] = await Promise.all([
      run({ baseUrl: instance.url, versions, only: 'paging', seed: 7 }),
      run({ baseUrl: faulty.url, versions: '1.2..1.3', only: ['page.*'], concurrency: 2 }),
    ]);
    expect(sound).toMatchObject({ verdict: 'conformant', seed: 7 });
    expect(sound.target.versionsExamined).toEqual(versions);
    expect(unsound).toMatchObject({ verdict: 'nonconformant', options: { concurrency: 2 } });
    expect(state()).toEqual(before);
  });

  it('reads the environment only if it is told to', async () => {
    const environment = { CONFORMANCE_BASE_URL: instance.url, CONFORMANCE_ONLY: 'root' };
    const report = await run({ environment, versions: '1.4' });
    expect(report.options).toMatchObject({ only: ['root'], versions: ['1.4'] });
    Object.assign(process.env, environment);
    try {
      expect(await refusal({})).toMatch(/^no instance given: expected --base-url URL /);
    } finally {
      for (const name of Object.keys(environment)) delete process.env[name];
    }
  });

  it('refuses a misspelt name in the environment that it is given', async () => {
    const environment = { CONFORMANCE_BASE_URL: instance.url, CONFORMANCE_USER_TOKN: 'hunter2' };
    expect(await refusal({ environment })).toBe(
      'unknown option CONFORMANCE_USER_TOKN in the environment; did you mean CONFORMANCE_USER_TOKEN?',
    );
  });

  it('ends early when it is told to', async () => {
    const ended = run({ baseUrl: instance.url, signal: AbortSignal.abort(new Error('enough')) });
    await expect(ended).rejects.toThrow('enough');
    const controller = new AbortController();
    // It answers for the roots; whatever else is asked for ends the run.
    const roots: RequestListener = (request, response) => {
      if (!/^\/api\/1\.\d\/$/.test(request.url ?? '')) return controller.abort();
      return response.setHeader('content-type', 'application/json').end('{"projects":""}');
    };
    const report = await withServer(roots, (baseUrl) =>
      run({ baseUrl, signal: controller.signal }),
    );
    expect(report).toMatchObject({ interrupted: true });
    expect(report.results.some(({ verdict }) => verdict === 'inconclusive')).toBe(true);
  });

  it.each([
    [{ baseUrl: 'x y' }, /^baseUrl: expected a URL such as .*, received "x y"$/],
    [{ baseurl: 'x' }, /^unknown option baseurl; expected one of baseUrl, project, .*userToken/],
    [{ quiet: true }, /^unknown option quiet; expected one of /],
    [{ concurrency: 65 }, /^concurrency: expected a whole number from 1 to 64, received "65"$/],
    [{ versions: ['2.0'] }, /^versions: "2.0" is no version: expected 1.0, /],
    [{ only: ['nix'] }, /^--only: "nix" matches nothing: expected /],
    [{ allowWrites: 'yes' }, /^allowWrites: expected true or false, received a string$/],
    [{ userToken: { secret: 1 } }, /^userToken: expected TOKEN as text, received an object$/],
    [{ userName: 'me' }, /^CONFORMANCE_USER_NAME is set without CONFORMANCE_USER_PASSWORD; /],
    [{ baseline: 'none.yaml' }, /^--baseline: none.yaml cannot be read: /],
    [{ userToken: 'patches' }, /^CONFORMANCE_USER_TOKEN: its value is also part of the paths /],
    [
      { userToken: 'a-token', allowWrites: true, journal: 'one', writeBaseline: './one' },
      /^--write-baseline: .\/one is also the file of --journal; expected another file$/,
    ],
  ])('refuses %o', async (options, said) => {
    expect(await refusal({ baseUrl: instance.url, ...options })).toMatch(said);
  });

  it('refuses to run in a directory that is gone', async () => {
    const home = process.cwd();
    await inNewFolder(async (cwd) => {
      const gone = join(cwd, 'gone');
      await mkdir(gone);
      process.chdir(gone);
      await rmdir(gone);
    });
    const said = await refusal({ baseUrl: instance.url }).finally(() => process.chdir(home));
    expect(said).toMatch(/^the current directory cannot be used \(no such file or directory\); /);
  });

  it('says so where nothing could be judged', async () => {
    const closed = run({ baseUrl: await closedAddress() });
    const error: unknown = await closed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(library.CannotExamine);
    expect(String(error)).toMatch(/connection refused.*; nothing was checked$/);
  });
});

test('serve refuses what it does not know', async () => {
  await expect(serve({ fault: ['nix'] })).rejects.toThrow(/^--fault: .*nix/);
  await expect(serve({ port: 65_536 })).rejects.toThrow(/^port: expected a whole number/);
  const port = Number(new URL(instance.url).port);
  await expect(serve({ port })).rejects.toThrow(/in use; choose another with --port/);
});

describe('what is made of reports', () => {
  it('is each format of the command', () => {
    expect(parseReport(render(sound, 'json'))).toEqual(sound);
    expect(render(sound, 'html')).toMatch(/^<!doctype html>/i);
    expect(render(sound, 'md')).toMatch(
      /^## ✅ Conformant \(read-only, anonymous, --only: 25 requirements\)/,
    );
    expect(render(sound, 'xml')).toMatch(/^<\?xml .*\n<testsuites name="patchwork-conformance /);
    expect(render(sound, 'svg')).toMatch(/^<svg /);
    expect(JSON.parse(render(unsound, 'har'))).toHaveProperty('log.entries');
    expect(render(unsound, 'txt')).toMatch(
      /\n NONCONFORMANT {2}\(.*\)\s+· 1 requirement\s+fails · (?:.|\n)*\n$/,
    );
  });

  it('is a comparison, of reports and of versions', () => {
    const comparison = compare([
      { name: 'before', report: sound },
      { name: 'after', report: unsound },
    ]);
    expect(comparison.verdict).toBe('regressed');
    expect(comparison.subjects.map(({ file }) => file)).toEqual(['before', 'after']);
    expect(render(comparison, 'txt')).toContain('Passed in A, violated in B.');
    expect(render(comparison, 'md')).toContain('page.last.points');
    const within = compare([{ name: 'x', report: sound }], { versions: ['1.2', '1.3'] });
    expect(within).toMatchObject({ of: 'versions', verdict: 'not-regressed' });
    for (const few of [[{ name: 'x', report: sound }], []]) {
      expect(() => compare(few)).toThrow(library.Refusal);
      expect(() => compare(few)).toThrow(
        /^compare needs two or more reports, or one report and --versions, such as --versions 1\.1,1\.3$/,
      );
    }
    expect(() => render(comparison, 'xml' as 'md')).toThrow(
      /^format of a comparison: expected json, html, md or txt, received "xml"$/,
    );
  });
});

describe('validate', () => {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${instance.url}/api/1.2/${path}`)).json();

  it('finds nothing in what is sound', async () => {
    const list = await read('covers/');
    expect(validate(list, { version: '1.2', resource: 'cover', form: 'list' })).toEqual([]);
    const cover = await read('covers/1/');
    expect(validate(cover, { version: '1.2', resource: 'cover', form: 'detail' })).toEqual([]);
  });

  it('tells each mismatch in the words of a report', async () => {
    const list = await read('covers/');
    expect(validate(list, { version: '1.0', resource: 'cover', form: 'list' })[0]).toMatchObject({
      message: expect.stringMatching(/^`web_url` of a listed cover: expected absent before 1\.1, /),
      pointer: '/0/web_url',
    });
    expect(validate(12, { version: '1.0', resource: 'root', form: 'detail' })).toEqual([
      {
        message: 'the root: expected an object, got 12',
        pointer: '',
        expected: 'an object',
        received: '12',
      },
    ]);
  });

  it('refuses a form that there is not', () => {
    const event = { version: '1.0', resource: 'event', form: 'detail' } as const;
    expect(() => validate({}, event)).toThrow('form of event: expected list, received "detail"');
    expect(VERSIONS.at(-1)).toBe('1.4');
  });
});
