import type { Where } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { firstPage, TOP_LISTS } from '../support/lists/first-rows.js';
import { readExisting, refusalsOf } from '../support/paths-with-id.js';

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

/** The root, every list, one list as an authenticated caller, and every path with an id. */
async function readsOf(where: Where): Promise<Answer[]> {
  const { api } = where;
  const answers = await Promise.all([
    api.get(''),
    firstPage(api.signedIn(), 'bundles/'),
    ...TOP_LISTS.map(({ path }) => firstPage(api, path)),
  ]);
  return [...answers, ...(await readExisting(where))].filter(({ status }) => status === 200);
}
