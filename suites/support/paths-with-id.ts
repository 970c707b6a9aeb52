import type { Api } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { inconclusive } from '../../harness/violation.js';
import { reading, versionsReading } from '../../specification/endpoints.js';
import { type List, SHOWN_LISTS } from '../../specification/lists.js';
import type { Version } from '../../specification/versions.js';
import { COLLECTIONS, firstPage, pathOf, readerOf } from './lists/first-rows.js';
import { sampledIds, whyNoSample } from './objects/sampled-rows.js';
import { UNKNOWN_ID } from './unknown-id.js';

/** A documented path with an id in it. */
export interface PathWithId {
  /** The object that the id is of; part of the requirement's id. */
  name: string;
  /** As in the endpoint table: `patches/{patch_id}/checks/`. */
  path: string;
  versions: readonly Version[];
  signedIn: boolean;
  /** Reads the path with an existing id, as the control. Usually cached. */
  known(api: Api, instance: Instance): Promise<Answer>;
  /** Reads the path with an unknown id. */
  unknown(api: Api, instance: Instance): Promise<Answer>;
}

type Reads = Pick<PathWithId, 'known' | 'unknown'>;

/** Every documented path with an id, in the versions that have it (docs/verdicts.md B-8 to B-10). */
export const PATHS_WITH_ID: readonly PathWithId[] = [
  ...COLLECTIONS.map(detailOf),
  ...SHOWN_LISTS.filter(({ parent }) => parent !== undefined).map((list) =>
    pathWithId(list.name, list.path, {
      known: async (api, instance) => firstPage(api, await pathOf(list, instance)),
      unknown: (api) => api.get(list.path.replace(/\{\w+\}/, String(UNKNOWN_ID))),
    }),
  ),
  pathWithId('check', 'patches/{patch_id}/checks/{check_id}/', {
    async known(api, instance) {
      const { patch, check } = await instance.check();
      return api.get(`patches/${patch}/checks/${check}/`);
    },
    async unknown(api, instance) {
      const { patch } = await instance.check();
      return api.get(`patches/${patch}/checks/${UNKNOWN_ID}/`);
    },
  }),
  pathWithId('patch-comment', 'patches/{patch_id}/comments/{comment_id}/', {
    async known(api, instance) {
      const { parent, comment } = await instance.patchComment();
      return api.get(`patches/${parent}/comments/${comment}/`);
    },
    async unknown(api, instance) {
      const { parent } = await instance.patchComment();
      return api.get(`patches/${parent}/comments/${UNKNOWN_ID}/`);
    },
  }),
];

function pathWithId(name: string, path: string, reads: Reads): PathWithId {
  return {
    name,
    path,
    versions: versionsReading(path),
    signedIn: reading(path).signedIn,
    ...reads,
  };
}

function detailOf(collection: List): PathWithId {
  const { path, resource } = collection;
  return pathWithId(resource, `${path}{id}/`, {
    async known(api) {
      const [id] = await sampledIds(api, collection);
      if (id === undefined) return inconclusive(await whyNoSample(api, path));
      return readerOf(path, api).get(`${path}${id}/`);
    },
    unknown: (api) => readerOf(path, api).get(`${path}${UNKNOWN_ID}/`),
  });
}
