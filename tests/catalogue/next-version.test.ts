import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Field } from '../../specification/resource.js';
import type { Version } from '../../specification/versions.js';

// A version that the specification does not have. The modules are loaded anew, with one entry more in
// the list of versions and in some resources: whoever adds a version edits nothing else.

const NEXT = '1.5' as Version;

/** The fields that 1.5 adds, by resource or by part of one. */
const ADDED: readonly [resource: string, name: string, field: Field][] = [
  ['root', 'relations', { type: 'url', since: NEXT }],
  ['project', 'archived', { type: 'boolean', since: NEXT }],
  ['user', 'timezone', { type: 'text', since: NEXT, in: ['detail'] }],
  ['patch', 'hash', { type: 'text', blank: true, since: NEXT }],
  ['cover', 'reviewers', { type: { many: 'user' }, since: NEXT, in: ['detail'] }],
  ['event', 'payload.patch-created hash', { type: 'text', since: NEXT }],
];

async function claimsOfNext() {
  vi.resetModules();
  const { VERSIONS } = await import('../../specification/versions.js');
  const { SOURCES } = await import('../../specification/resources/index.js');
  (VERSIONS as unknown as string[]).push(NEXT);
  for (const [resource, path, field] of ADDED) {
    const [name = '', part = ''] = path.split(' ').reverse();
    const source = SOURCES[resource as keyof typeof SOURCES];
    const fields = source.parts?.[part] ?? source.fields;
    (fields as Record<string, Field>)[name] = field;
  }
  return import('./claims.js');
}

let claims: Awaited<ReturnType<typeof claimsOfNext>>;
// Test files share modules: what was loaded with the added version must not reach the next file.
beforeAll(async () => {
  claims = await claimsOfNext();
});
afterAll(() => {
  vi.resetModules();
});

test.for(['1.0', '1.4', NEXT] as Version[])('in %s each violation is claimed once', (version) => {
  expect(claims.wronglyClaimed(version)).toEqual([]);
});

test('a field with its version gives its requirements', () => {
  const named = claims.FORM_REQUIREMENTS.filter(({ id }) => id.endsWith(`-${NEXT}`));
  expect(named.map(({ id, says }) => `${id}: ${says}`)).toEqual([
    'root.fields.since-1.5: From 1.5 on the root has relations',
    'root.absent.before-1.5: Before 1.5 the root has no relations',
    'project.fields.since-1.5: From 1.5 on a project has archived',
    'project.absent.before-1.5: Before 1.5 a project has no archived',
    'project.embedded.fields.since-1.5: From 1.5 on an embedded project has archived',
    'project.embedded.absent.before-1.5: Before 1.5 an embedded project has no archived',
    'user.fields.detail.since-1.5: From 1.5 on the detailed user adds timezone',
    'user.absent.before-1.5: Before 1.5 a user has no timezone',
    'patch.embedded.fields.since-1.5: From 1.5 on an embedded patch has hash',
    'patch.embedded.absent.before-1.5: Before 1.5 an embedded patch has no hash',
    'cover.fields.detail.since-1.5: From 1.5 on the detailed cover letter adds reviewers',
    'cover.absent.before-1.5: Before 1.5 a cover letter has no reviewers',
    'event.payload.patch-created.since-1.5: From 1.5 on the payload of patch-created has hash',
    'event.payload.patch-created.absent.before-1.5: Before 1.5 the payload of patch-created has no hash',
  ]);
  for (const { id, versions } of named) {
    expect(versions, id).toEqual(
      id.includes('.since-') ? [NEXT] : ['1.0', '1.1', '1.2', '1.3', '1.4'],
    );
  }
});

test('the types of such a field are claimed by the requirement on the types of its resource', () => {
  const violation = { table: 'cover.detail', field: 'reviewers', aspect: 'type' as const };
  expect(claims.claimants(violation, NEXT)).toEqual(['cover.types']);
});
