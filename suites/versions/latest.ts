import type { Api } from '../../harness/api.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { latestVersion } from '../../harness/later-versions.js';
import { isObject, type Seen, seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { GUARDED_COLLECTIONS, idOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { EVERYTHING, readOneOfEach } from '../support/paths-with-id.js';
import { AS_CURL, WITHOUT_ACCEPT } from '../support/request-variants.js';

/** Everything without a version is that of the latest one (docs/verdicts.md B-33, B-42). */
export const latest: Requirement = requirement({
  id: 'version.latest',
  says: 'Requests to `/api` without a version receive the latest version: the root, every list, and one object of each kind',
  spec: 'Versioning',
  versions: since('1.1'),
  compares: true,
  consequence: 'A client that names no version gets the fields of an old one, or nothing.',
  async check(context) {
    const { api, instance, expect } = context;
    const version = await latestVersion(api, instance);
    const read = await readOneOfEach(EVERYTHING, context, async (as, own, path) => {
      const answer = await withoutVersion(as, own);
      // The fields of an object are a matter of its list: that it is there is enough.
      if (isOfOne(path) && answer.status === 200) return { path, answer, known: answer };
      // The request of conv.json.any-accept.
      return { path, answer, known: await as.follow(`/api/${version}/${own}`, AS_CURL) };
    });
    // What the latest version itself does not return is a matter of its own requirements.
    const due = read.filter(({ known }) => known.status === 200 && known.notJson === undefined);
    const missing = 'nothing can be read in the latest version';
    expect.each(due, missing, ({ path, answer, known }) => {
      // "`/api` without a version" must exist (docs/verdicts.md B-42).
      expect.status(answer, 200);
      if (isOfOne(path)) return;
      const isList = Array.isArray(known.json);
      if (isList) expect.array(answer);
      else expect.object(answer);
      const [found, wanted] = isList ? inBoth(answer, known) : [seen(answer), seen(known)];
      if (found === undefined || wanted === undefined) return;
      // Others may have any value (docs/verdicts.md B-39).
      const [names, own] = [namesOf(found), namesOf(wanted)];
      const hasAll = own.every((name) => names.includes(name));
      const expected = `the fields of version ${version}: ${own.join(', ')}`;
      expect.that(hasAll, { ...found, value: names.join(', ') }, named(answer), expected);
    });
    // People and users have the same fields in every version.
    const telling = due.filter(({ path }) => !GUARDED_COLLECTIONS.includes(path));
    const isShown = telling.some(({ answer, known }) => inBoth(answer, known).length > 0);
    if (!isShown) inconclusive('every list but people and users is empty or cannot be read');
  },
});

/**
 * What a path without a version returns: the request of conv.json.no-accept. Where that fails, one that accepts JSON
 * shows whether the path or the missing header is why.
 */
async function withoutVersion(reader: Api, own: string): Promise<Answer> {
  const unversioned = reader.unversioned();
  const plain = await unversioned.get(own, WITHOUT_ACCEPT);
  const isJson = plain.status === 200 && plain.notJson === undefined;
  return isJson ? plain : unversioned.get(own);
}

function isOfOne(path: string): boolean {
  return path.endsWith('}/');
}

/** The objects that two lists show, each in the form of the one and of the other. */
function inBoth(answer: Answer, known: Answer): Seen[] {
  const rows = new Map(rowsOf(known).map((row) => [idOf(row), row]));
  return rowsOf(answer).flatMap((row) => {
    const twin = rows.get(idOf(row));
    return twin === undefined ? [] : [row, twin];
  });
}

function namesOf({ value }: Seen): string[] {
  return isObject(value) ? Object.keys(value).sort() : [];
}
