import { expect, test } from 'vitest';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';

const words = (text: string) => text.replace(/\s+/g, ' ');

/** Runs the command on the reference with another behaviour. */
async function tested(change: (behaviour: Behaviour) => void, args: readonly string[] = []) {
  const behaviour = soundBehaviour();
  change(behaviour);
  const reference = await startReference({ behaviour });
  try {
    return await inNewFolder((cwd) =>
      conformance(['--base-url', reference.url, '--only', 'version.*,root.*,cover.list', ...args], {
        cwd,
      }),
    );
  } finally {
    await reference.stop();
  }
}

/** Version 1.5, which has a field more than 1.4, and is the latest; `latest` is what has no version. */
function withLaterVersion(behaviour: Behaviour, latest: '1.4' | '1.5' = '1.5'): void {
  const { front } = behaviour;
  behaviour.front = async (request, answer) => {
    const { pathname, search, origin } = new URL(request.url);
    const [, later] = /^\/api\/1\.5\/(.*)$/.exec(pathname) ?? [];
    const [, unversioned] = /^\/api\/(?!\d)(.*)$/.exec(pathname) ?? [];
    const path = later ?? (latest === '1.5' ? unversioned : undefined);
    if (path === undefined) return front(request, answer);
    const response = await front(
      new Request(`${origin}/api/1.4/${path}${search}`, request),
      answer,
    );
    const text = (await response.text())
      .replaceAll('/api/1.4/', '/api/1.5/')
      .replaceAll('{"id":', '{"field_of_1.5":true,"id":');
    return new Response(text, response);
  };
}

test('a later version is named, and neither missing nor wrong', async () => {
  const { status, stdout } = await tested((behaviour) => withLaterVersion(behaviour));
  expect(status, stdout).toBe(0);
  expect(stdout).toContain('1.0 1.1 1.2 1.3 1.4 offered, 1.5 offered, unknown, not tested');
  expect(words(stdout)).toContain(
    'The instance also offers 1.5, which the specification does not describe: this report says nothing about it.',
  );
  expect(stdout).toMatch(/ CONFORMANT .* in 1\.0–1\.4\n/);
});

test('requests without a version must receive the later one', async () => {
  const { status, stdout } = await tested((behaviour) => withLaterVersion(behaviour, '1.4'));
  expect(status).toBe(1);
  expect(stdout).toMatch(/\n✗ version\.latest {2}MUST, fails in 1\.1–1\.4\n/);
  expect(words(stdout)).toContain('the fields of version 1.5: ');
});

test('an instance that returns its root for any version offers none of them', async () => {
  const { status, stdout } = await tested((behaviour) => {
    const { front } = behaviour;
    behaviour.front = (request, answer) =>
      front(new Request(request.url.replace('/api/1.5/', '/api/1.4/'), request), answer);
  });
  expect(status).toBe(0);
  expect(stdout).toContain('versions  1.0 1.1 1.2 1.3 1.4 offered\n');
  expect(stdout).not.toContain('also offers');
});

test('a version that is missing in the middle keeps its column', async () => {
  const { stdout } = await tested((behaviour) => {
    const { front } = behaviour;
    behaviour.front = async (request, answer) =>
      request.url.includes('/api/1.2/')
        ? Response.json({ detail: 'Not found.' }, { status: 404 })
        : front(request, answer);
  });
  expect(stdout).toContain('1.0 1.1 1.3 1.4 offered, 1.2 not offered');
  expect(stdout).toMatch(/ 1\.0 +1\.1 +1\.2 +1\.3 +1\.4\n/);
  expect(stdout).toMatch(/^conformant +\w+ +\w+ +· +\w+ +\w+$/m);
  // The verdict is on what was tested.
  expect(stdout).toMatch(/ in 1\.0–1\.1, 1\.3–1\.4\n$/);
});
