import { at, seen } from '../../harness/place.js';
import { type Need, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { collectionAt, firstPage, GUARDED_COLLECTIONS, readerOf } from './lists/first-rows.js';
import { sampledIds, whyNoSample } from './objects/sampled-rows.js';

type Declared = Pick<Requirement, 'id' | 'consequence'> & {
  /** The path of the collection: `covers/`. */
  path: string;
};

const SPEC = 'Endpoint table';

/** Declares that the list of a collection returns 200 with an array. */
export function answersList({ path, ...declared }: Declared): Requirement {
  return requirement({
    ...declared,
    says: `\`GET /api/{v}/${path}\` returns 200 with an array`,
    spec: SPEC,
    needs: needsOf(path),
    async check({ api, expect }) {
      const list = await firstPage(api, path);
      expect.status(list, 200);
      expect.array(list);
    },
  });
}

/** Declares that an object of a collection is returned with 200 by its id. */
export function answersDetail({ path, ...declared }: Declared): Requirement {
  return requirement({
    ...declared,
    says: `\`GET /api/{v}/${path}{id}/\` returns 200 with the object of that id`,
    spec: SPEC,
    compares: true,
    needs: needsOf(path),
    async check({ api, expect }) {
      const as = readerOf(path, api);
      const ids = await sampledIds(api, collectionAt(path));
      const details = await Promise.all(ids.map((id) => as.get(`${path}${id}/`)));
      if (ids.length === 0) inconclusive(await whyNoSample(api, path));
      expect.each(details, '', (detail, index) => {
        expect.status(detail, 200);
        expect.object(detail);
        const id = at(seen(detail), 'id');
        expect.that(id.value === ids[index], id, 'id', `the requested id, ${ids[index]}`);
      });
    },
  });
}

function needsOf(path: string): Need[] {
  return GUARDED_COLLECTIONS.includes(path) ? ['signed-in'] : [];
}
