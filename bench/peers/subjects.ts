import { request } from 'undici';
import { isObject } from '../../harness/place.js';
import { VERSION } from './operations.js';

/** An instance, and the token that every tool uses. */
export interface Target {
  url: string;
  token: string;
}

/**
 * The ids for the parameters of the operations, chosen so that no nested list is empty. Rejects with an
 * Error if the instance has no such objects.
 */
export async function subjectsOf(target: Target): Promise<Map<string, number>> {
  const cover = await withSome(target, 'covers/', ['comments/']);
  const patch = await withSome(target, 'patches/', ['comments/', 'checks/']);
  const children = {
    coverComment: `covers/${cover}/comments/`,
    patchComment: `patches/${patch}/comments/`,
    check: `patches/${patch}/checks/`,
    bundle: 'bundles/',
    person: 'people/',
    project: 'projects/',
    series: 'series/',
  };
  const first = await Promise.all(
    Object.entries(children).map(
      async ([name, path]) => [name, (await ids(target, path))[0] ?? Number.NaN] as const,
    ),
  );
  // B-14: `settings` are returned only to the own user.
  return new Map([...first, ['cover', cover], ['patch', patch], ['user', await ownId(target)]]);
}

/** A response to a GET. */
export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends an authenticated GET. */
export async function get({ url, token }: Target, path: string): Promise<Answered> {
  const headers = { authorization: `Token ${token}`, accept: 'application/json' };
  const { statusCode, headers: received, body } = await request(`${url}${path}`, { headers });
  return { status: statusCode, headers: received, text: await body.text() };
}

async function withSome(
  target: Target,
  path: string,
  children: readonly string[],
): Promise<number> {
  for (const id of await ids(target, path)) {
    const found = await Promise.all(children.map((child) => ids(target, `${path}${id}/${child}`)));
    if (found.every(({ length }) => length > 0)) return id;
  }
  throw new Error(`no object of ${path} has ${children.join(' and ')}`);
}

async function ids(target: Target, path: string): Promise<number[]> {
  return (await rows(target, path)).map(({ id }) => Number(id));
}

/** The own user, whose settings are returned. */
async function ownId(target: Target): Promise<number> {
  for (const id of await ids(target, 'users/')) {
    const { text } = await get(target, `/api/${VERSION}/users/${id}/`);
    const user: unknown = JSON.parse(text);
    if (isObject(user) && 'settings' in user) return id;
  }
  throw new Error('the token is that of no user');
}

async function rows(target: Target, path: string): Promise<Record<string, unknown>[]> {
  const { text } = await get(target, `/api/${VERSION}/${path}?per_page=100`);
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(isObject) : [];
}
