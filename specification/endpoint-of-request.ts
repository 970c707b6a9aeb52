/** A request below `/api/`. */
const API = /^.*?\/api(?:\/(\d+\.\d+))?(\/[^?]*)?$/;

/** The path of a request target without its query, and the parameters. */
export function partsOf(target: string): { path: string; query: URLSearchParams } {
  const [path = '', ...query] = target.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
}

/** The version and the path below it of a request to the API: `1.2` and `/patches/`. */
export function inApi(target: string): { version?: string; path: string } | undefined {
  const [, version, path = '/'] = API.exec(partsOf(target).path) ?? [];
  if (!/\/api(\/|$)/.test(partsOf(target).path)) return undefined;
  // A path without its last slash is redirected.
  const whole = path.endsWith('/') ? path : `${path}/`;
  return version === undefined ? { path: whole } : { version, path: whole };
}

/** The endpoint of a request as text: `GET /patches/{id}/`; for pages after the first `GET /patches/, later page`. */
export function endpointOf(method: string, target: string): string {
  const { path, query } = partsOf(target);
  const page = Number(query.get('page') ?? 1) > 1 ? ', later page' : '';
  return `${method} ${pattern(inApi(target)?.path ?? path)}${page}`;
}

/** A path with ids as placeholders: `/patches/{id}/checks/`, `/project/{project}/patch/{msgid}/mbox/`. */
export function pattern(path: string): string {
  return path
    .replace(/\/\d+(?=\/|$)/g, '/{id}')
    .replace(/^\/projects\/[^/]+/, '/projects/{id}')
    .replace(/\/project\/[^/]+/, '/project/{project}')
    .replace(/\/(patch|cover)\/.+?(?=\/(?:mbox|raw)\/?$|\/?$)/s, '/$1/{msgid}');
}
