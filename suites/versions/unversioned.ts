import type { Api } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { readableList } from '../conventions/sources.js';

/**
 * The lists that are asked for without a version, each by a client of another kind: one that accepts
 * anything, and one that sends no Accept header. What is answered rightly to such a client is answered
 * rightly in both respects; else each is asked for alone.
 */
const ASKED_BY = { 'covers/': '*/*', 'events/': '' } as const;

/** A list that is asked for without a version. */
export type Unversioned = keyof typeof ASKED_BY;

/** The names of those lists. */
export const UNVERSIONED = Object.keys(ASKED_BY) as Unversioned[];

/** What a list answers at its path without a version, or where one redirect leads. */
export async function unversioned(api: Api, path: Unversioned): Promise<Answer> {
  const answer = await asked(api, path);
  return isJson(answer) ? answer : api.followWithRedirect(addressOf(path));
}

/** What a client is answered that sends this Accept header, or none if it is empty; by a list that others are answered by. */
export async function answerTo(accept: '*/*' | '', api: Api): Promise<Answer> {
  const path = UNVERSIONED.find((each) => ASKED_BY[each] === accept);
  const answer = path === undefined ? undefined : await asked(api, path);
  if (answer !== undefined && isJson(answer)) return answer;
  return api.get(await readableList(api, 'projects/'), { headers: { accept } });
}

function asked(api: Api, path: Unversioned): Promise<Answer> {
  return api.follow(addressOf(path), { headers: { accept: ASKED_BY[path] } });
}

function addressOf(path: Unversioned): string {
  return `/api/${path}?per_page=${LARGEST_PAGE}`;
}

function isJson({ status, notJson }: Answer): boolean {
  return status === 200 && notJson === undefined;
}
