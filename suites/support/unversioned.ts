import type { Api } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { readableList } from './lists/first-rows.js';

/**
 * The lists requested without a version, each with another Accept header: anything, or none. If the
 * response is right, it serves the requirements on both; otherwise each is requested separately.
 */
const ASKED_BY = { 'covers/': '*/*', 'events/': '' } as const;

/** A list that is requested without a version. */
export type Unversioned = keyof typeof ASKED_BY;

/** The paths of those lists. */
export const UNVERSIONED = Object.keys(ASKED_BY) as Unversioned[];

/** The response of a list without a version in its path, after at most one redirect. */
export async function unversioned(api: Api, path: Unversioned): Promise<Answer> {
  const answer = await asked(api, path);
  return isJson(answer) ? answer : api.followWithRedirect(addressOf(path));
}

/**
 * The response to this Accept header, or to none if it is empty; reuses the response of a list
 * requested for another requirement.
 */
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
