import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { refusalsOf } from '../support/error-detail.js';
import { firstPage, TOP_LISTS } from '../support/lists/first-rows.js';
import { PATHS_WITH_ID } from '../support/paths-with-id.js';
import { readable } from '../support/readable.js';

/** `application/json` or a subtype such as `application/hal+json`, with any parameters. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Checks one response of each documented path. */
export const contentType: Requirement = requirement({
  id: 'conv.json.content-type',
  says: 'Responses are JSON, and their `Content-Type` says so',
  spec: 'Conventions',
  level: 'should',
  consequence: 'A client that checks the Content-Type does not decode the response.',
  async check(context) {
    const read = [...(await readsOf(context)), ...(await refusalsOf(context))];
    const json = read.filter(({ notJson }) => notJson === undefined);
    context.expect.each(json, 'no response was JSON', (answer) => {
      const type = header(answer, 'content-type') ?? '';
      const found = seen(answer, type);
      const what = `Content-Type of ${named(answer)}`;
      context.expect.that(JSON_TYPE.test(type), found, what, 'application/json');
    });
  },
});

/**
 * The root, every list, one list as an authenticated caller, and one object per resource; all are
 * read anyway.
 */
async function readsOf({ api, instance }: Pick<CheckContext, 'api' | 'instance'>) {
  const withId = PATHS_WITH_ID.filter(({ versions }) => versions.includes(api.version));
  const reads = [
    () => api.get(''),
    () => firstPage(api.signedIn(), 'bundles/'),
    ...TOP_LISTS.map(
      ({ path }) =>
        () =>
          firstPage(api, path),
    ),
    ...withId.map(
      ({ signedIn, known }) =>
        () =>
          known(signedIn ? api.signedIn() : api, instance),
    ),
  ];
  const answers = await Promise.all(
    reads.map((read) => readable(async (): Promise<Answer[]> => [await read()])),
  );
  return answers.flat().filter(({ status }) => status === 200);
}
