import { readFileSync } from 'node:fs';
import type { Form, ResourceName } from '../../specification/resource.js';
import { isVersion, since, type Version } from '../../specification/versions.js';

/** The releases that were recorded. */
export const RELEASES = ['v2.1.6', 'v3.2.1', 'main'] as const;

/** One value of a recorded answer, and what docs/api.md says that it is. */
export interface Recorded {
  readonly version: Version;
  readonly resource: ResourceName;
  readonly form: Form;
  readonly value: unknown;
  readonly request: string;
}

interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
}

interface Route {
  readonly path: RegExp;
  readonly resource: ResourceName;
  readonly form: Form;
  /** The version from which its refusals are judged; none where docs/api.md shows no such path. */
  readonly since?: Version;
}

const COLLECTIONS: readonly [string, ResourceName][] = [
  ['bundles', 'bundle'],
  ['covers', 'cover'],
  ['events', 'event'],
  ['people', 'person'],
  ['projects', 'project'],
  ['series', 'series'],
  ['users', 'user'],
];

// docs/api.md, "Endpoint table"; the versions are those of B-8 to B-10. Two paths are not in the
// table, but what they answer is a comment like any other, so their successes are judged.
const ROUTES: readonly Route[] = [
  { path: /^\/$/, resource: 'root', form: 'detail', since: '1.0' },
  ...COLLECTIONS.map(([name, resource]): Route => {
    return { path: new RegExp(`^/${name}/$`), resource, form: 'list', since: '1.0' };
  }),
  ...COLLECTIONS.filter(([name]) => name !== 'events').map(([name, resource]): Route => {
    return { path: new RegExp(`^/${name}/[^/]+/$`), resource, form: 'detail', since: '1.0' };
  }),
  { path: /^\/covers\/\d+\/comments\/$/, resource: 'cover-comment', form: 'list', since: '1.1' },
  { path: /^\/covers\/\d+\/comments\/\d+\/$/, resource: 'cover-comment', form: 'detail' },
  { path: /^\/patches\/\d+\/comments\/$/, resource: 'patch-comment', form: 'list' },
  {
    path: /^\/patches\/\d+\/comments\/\d+\/$/,
    resource: 'patch-comment',
    form: 'detail',
    since: '1.3',
  },
  { path: /^\/patches\/\d+\/checks\/$/, resource: 'check', form: 'list', since: '1.2' },
  { path: /^\/patches\/\d+\/checks\/\d+\/$/, resource: 'check', form: 'detail', since: '1.2' },
];

/** Every value of a release's recorded answers that docs/api.md says something about. */
export function recordedBy(release: (typeof RELEASES)[number]): Recorded[] {
  const file = new URL(`../../fixtures/recordings/${release}.jsonl`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line): Answer => JSON.parse(line)).flatMap(valuesOf);
}

function valuesOf(answer: Answer): Recorded[] {
  const [, version = '', path = ''] = /^\/api\/([\d.]+)(\/[^?]*)/.exec(answer.path) ?? [];
  const route = ROUTES.find((each) => each.path.test(path));
  if (!isVersion(version) || route === undefined) return [];
  const isRead = answer.method === 'GET';
  if (!isRead && !['POST', 'PATCH', 'PUT'].includes(answer.method)) return [];
  const request = `${answer.method} ${answer.path}`;

  if (answer.status === 200 || answer.status === 201) {
    const isList = isRead && route.form === 'list';
    const values = isList && Array.isArray(answer.body) ? answer.body : [answer.body];
    const form = isRead ? route.form : 'detail';
    return values.map((value) => ({ version, resource: route.resource, form, value, request }));
  }

  // B-11: writes are judged from 1.2 on.
  const isJudged = route.since && since(route.since).includes(version);
  if (![403, 404].includes(answer.status) || !isJudged) return [];
  if (!isRead && !since('1.2').includes(version)) return [];
  const value = answer.body ?? answer.text;
  return [{ version, resource: 'error', form: 'detail', value, request }];
}
