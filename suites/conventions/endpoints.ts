import type { Api } from '../../harness/api.js';
import { at } from '../../harness/place.js';
import { type Need, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { isTurnedAway } from '../authorisation/refusal.js';
import { collectionAt, firstPage, GUARDED_COLLECTIONS, readerOf, sampledIds } from './sources.js';

type Declared = Pick<Requirement, 'id' | 'consequence'> & {
  /** Of the collection: `covers/`. */
  path: string;
};

const SPEC = 'Endpoint table';

/** Declares that the list of a collection answers 200 with an array. */
export function answersList({ path, ...declared }: Declared): Requirement {
  return requirement({
    ...declared,
    says: `\`GET /api/{v}/${path}\` answers 200 with an array`,
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: needsOf(path),
    async check({ api, expect }) {
      const list = await firstPage(api, path);
      if (isTurnedAway(list) && (await isNobodyLetIn(api, path))) {
        inconclusive('no caller that signs in is let in anywhere');
      }
      expect.status(list, 200);
      expect.array(list);
    },
  });
}

/** Declares that objects of a collection answer 200 by their id, with the object that was asked for. */
export function answersDetail({ path, ...declared }: Declared): Requirement {
  return requirement({
    ...declared,
    says: `\`GET /api/{v}/${path}{id}/\` answers 200 with the object of that id`,
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: needsOf(path),
    async check({ api, expect }) {
      const as = readerOf(path, api);
      const ids = await sampledIds(api, collectionAt(path));
      const details = await Promise.all(ids.map((id) => as.get(`${path}${id}/`)));
      expect.each(details, `${path} lists no object with an integer id`, (detail, index) => {
        expect.status(detail, 200);
        expect.object(detail);
        const id = at({ value: detail.json, at: { exchange: detail.exchange, pointer: '' } }, 'id');
        // A missing id is a matter of the fields, one that is no integer of the conventions.
        const other = Number.isInteger(id.value) && id.value !== ids[index];
        expect.that(!other, id, 'id', `the id that was asked for, ${ids[index]}`);
      });
    },
  });
}

/**
 * Whether all that callers must sign in for is refused to those that do: it is then signing in that
 * fails, which is judged by `auth.sign-in`, and no list.
 */
async function isNobodyLetIn(api: Api, path: string): Promise<boolean> {
  if (!GUARDED_COLLECTIONS.includes(path)) return false;
  const lists = await Promise.all(GUARDED_COLLECTIONS.map((each) => firstPage(api, each)));
  return lists.every(isTurnedAway);
}

function needsOf(path: string): Need[] {
  return GUARDED_COLLECTIONS.includes(path) ? ['signed-in'] : [];
}
