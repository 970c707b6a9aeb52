import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { ran, withInstance } from './instance.js';

const words = (text: string) => text.replace(/\s+/g, ' ');

/** Runs the command on the reference behind something that answers instead of it, or not. */
function tested(front: (sound: Behaviour['front']) => Behaviour['front']) {
  const change = (behaviour: Behaviour) => {
    behaviour.front = front(behaviour.front);
  };
  return withInstance({ change }, ({ url }) =>
    ran(['--base-url', url, '--only', 'version.*,root.*,cover.list']),
  );
}

/** Version 1.5, which has a field more than 1.4, and is the latest; `latest` is what has no version. */
function withLaterVersion(latest: '1.4' | '1.5') {
  return (sound: Behaviour['front']): Behaviour['front'] =>
    async (request, answer) => {
      const { pathname, search, origin } = new URL(request.url);
      const [, later] = /^\/api\/1\.5\/(.*)$/.exec(pathname) ?? [];
      const [, unversioned] = /^\/api\/(?!\d)(.*)$/.exec(pathname) ?? [];
      const path = later ?? (latest === '1.5' ? unversioned : undefined);
      if (path === undefined) return sound(request, answer);
      const url = `${origin}/api/1.4/${path}${search}`;
      const response = await sound(new Request(url, request), answer);
      const text = (await response.text())
        .replaceAll('/api/1.4/', '/api/1.5/')
        .replaceAll('{"id":', '{"field_of_1.5":true,"id":');
      return new Response(text, response);
    };
}

test('a later version is named, and neither missing nor wrong', async () => {
  const { status, stdout } = await tested(withLaterVersion('1.5'));
  expect(status, stdout).toBe(0);
  expect(stdout).toContain('1.0 1.1 1.2 1.3 1.4 offered, 1.5 offered, unknown, not tested');
  expect(words(stdout)).toContain(
    'The instance also offers 1.5, which the specification does not describe: this report says nothing about it.',
  );
  expect(stdout).toMatch(/ CONFORMANT .* in 1\.0–1\.4\n/);
});

test('requests without a version must receive the later one', async () => {
  const { status, stdout } = await tested(withLaterVersion('1.4'));
  expect(status).toBe(1);
  expect(stdout).toMatch(/\n✗ version\.latest {2}MUST, fails in 1\.1–1\.4\n/);
  expect(words(stdout)).toContain('the fields of version 1.5: ');
});

test('an instance that returns its root for any version offers none of them', async () => {
  const { status, stdout } = await tested((sound) => (request, answer) => {
    const url = request.url.replace('/api/1.5/', '/api/1.4/');
    return sound(new Request(url, request), answer);
  });
  expect(status).toBe(0);
  expect(stdout).toContain('versions  1.0 1.1 1.2 1.3 1.4 offered\n');
  expect(stdout).not.toContain('also offers');
});
