import { isObject, type JsonObject } from '../harness/place.js';
import type { Role } from '../harness/role.js';
import type { Ask, IdOnSide, Resource } from './ask.js';
import { chosen } from './plan-objects.js';
import type { Sample } from './sample.js';

/** The name of a patch after the first of its series. */
const LATER = /\b[2-9]\/\d/;

/** Requests for messages and diffs, which have no version: by id, and at the URLs in the fields `mbox`. */
export function planDownloads(sample: Sample, roles: readonly Role[]): Ask[] {
  const idsOf = (resource: Resource) => chosen(sample.rows.get(resource) ?? [], 0).slice(0, 4);
  return [
    ...idsOf('patch').flatMap((own) => [
      download((id) => `/patch/${id('patch', own)}/mbox/`),
      download((id) => `/patch/${id('patch', own)}/raw/`),
    ]),
    ...inSeries(sample.rows.get('patch') ?? []).flatMap(([own, series]) => [
      download((id) => `/patch/${id('patch', own)}/mbox/?series=*`, ['series']),
      download(
        (id) => `/patch/${id('patch', own)}/mbox/?series=${id('series', series)}`,
        ['series'],
      ),
    ]),
    ...withoutSeries(sample.rows.get('patch') ?? []).map((own) =>
      download((id) => `/patch/${id('patch', own)}/mbox/?series=*`, ['series'], 'without a series'),
    ),
    ...idsOf('series').map((own) => download((id) => `/series/${id('series', own)}/mbox/`)),
    ...idsOf('cover').map((own) => download((id) => `/cover/${id('cover', own)}/mbox/`)),
    ...bundleDownloads(sample.rows.get('bundle') ?? [], roles),
    ...(['patch', 'cover'] as const).flatMap((resource) =>
      sampled(sample.rows.get(resource) ?? []).flatMap((row) => {
        const path = pathOf(row.mbox);
        if (path === undefined) return [];
        const [series] = inSeries([row]);
        return [
          download(() => path),
          ...(resource === 'patch' ? [download(() => path.replace(/mbox\/$/, 'raw/'))] : []),
          ...(series === undefined
            ? []
            : [
                download(() => `${path}?series=*`, ['series']),
                download((id) => `${path}?series=${id('series', series[1])}`, ['series']),
              ]),
        ];
      }),
    ),
    download(() => '/patch/999999999/mbox/', [], 'unknown id'),
    download(() => '/about/'),
  ];
}

function download(
  target: (id: IdOnSide) => string,
  parameters: readonly string[] = [],
  situation?: string,
): Ask {
  return { version: undefined, role: 'anonymous', target, parameters, situation };
}

/** Ids of patches after the first of a series, and of that series. */
function inSeries(rows: readonly JsonObject[]): [patch: number, series: number][] {
  const all = rows.flatMap(({ id, series, name }): [number, number, boolean][] => {
    const first: unknown = Array.isArray(series) ? series[0] : undefined;
    if (typeof id !== 'number' || !isObject(first) || typeof first.id !== 'number') return [];
    return [[id, first.id, typeof name === 'string' && LATER.test(name)]];
  });
  const later = all.filter(([, , isLater]) => isLater);
  return [...later, ...all].slice(0, 3).map(([patch, series]) => [patch, series]);
}

function withoutSeries(rows: readonly JsonObject[]): number[] {
  const own = rows.filter(({ series }) => Array.isArray(series) && series.length === 0);
  return own.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])).slice(0, 1);
}

/** A public and a private bundle, for each role. */
function bundleDownloads(rows: readonly JsonObject[], roles: readonly Role[]): Ask[] {
  const chosenRows = [true, false].flatMap((isPublic) =>
    rows.filter((row) => row.public === isPublic).slice(0, 1),
  );
  return chosenRows.flatMap(({ mbox }) => {
    const [path, owner, own] = /\/bundle\/([^/]+)\/([^/]+)\/mbox\/$/.exec(String(mbox)) ?? [];
    if (path === undefined || own === undefined) return [];
    // The reference and old releases name a bundle by its id, newer ones by its name.
    const target = (id: IdOnSide) =>
      /^\d+$/.test(own) ? `/bundle/${owner}/${id('bundle', Number(own))}/mbox/` : path;
    return (['anonymous', ...roles] as Role[]).map((role) => ({
      ...download(target, [], `as ${role}`),
      role,
    }));
  });
}

/** Objects whose URLs need escapes come first. */
function sampled(rows: readonly JsonObject[]): JsonObject[] {
  const isOdd = ({ mbox }: JsonObject) => typeof mbox === 'string' && mbox.includes('%');
  return [...rows.filter(isOdd).slice(0, 4), ...inPlace(rows, isOdd)];
}

/** Others, among them one that is not the first of its series. */
function inPlace(rows: readonly JsonObject[], isOdd: (row: JsonObject) => boolean): JsonObject[] {
  const plain = rows.filter((row) => !isOdd(row));
  const later = plain.filter(({ name }) => typeof name === 'string' && LATER.test(name));
  return [...plain.slice(0, 1), ...later.slice(0, 1)];
}

/** The path of a URL by message id, which is the same on both instances. */
function pathOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return pathname.includes('/project/') ? pathname.slice(pathname.indexOf('/project/')) : undefined;
}
