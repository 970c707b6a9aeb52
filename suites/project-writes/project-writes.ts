import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, elements } from '../../harness/place.js';
import type { Chapter, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ANONYMOUS, OTHER } from '../write-rules/callers.js';
import { keptChanges } from '../write-rules/change.js';
import { expectRefused } from '../write-rules/invalid.js';
import { writes } from '../write-rules/subject.js';
import { PROJECT } from '../write-rules/subjects.js';
import { refusesCaller } from '../write-rules/unauthorized.js';
import { updateRules } from '../write-rules/update-rules.js';

/** A template that any instance can fill in. */
const PLAIN_TEMPLATE = 'https://list-archive-url-format.example.org/1/{}';

const OWN_RULES: readonly Requirement[] = [
  writes(PROJECT, {
    id: 'project.update.template.readable',
    says: 'Whatever template a project is given, the covers of the project can still be listed',
    spec: 'Endpoint table',
    consequence: 'One word of a maintainer makes lists unreadable for everybody.',
    async check(context) {
      const { api, expect, write } = context;
      await keptChanges(context, PROJECT);
      const path = await PROJECT.path(context);
      const query = { project: write.project().id, per_page: 1 };
      const put = (template: string) =>
        write.send(api.as('maintainer'), 'PATCH', path, {
          json: { list_archive_url_format: template },
        });
      // What other requirements have left there must not count as the state before.
      await put(PLAIN_TEMPLATE);
      if ((await api.list('covers/', query)).length === 0) inconclusive('it has no cover letter');
      const { templates } = await import('../write-rules/values.js');
      await write.property(templates(), async (template) => {
        await put(template);
        const covers = await api.get('covers/', { query });
        if (covers.status !== 200) await put(PLAIN_TEMPLATE);
        expect.status(covers, 200);
      });
    },
  }),
  writes(PROJECT, {
    id: 'project.update.by-maintainer',
    says: 'Updating a project requires that the caller is a maintainer of it: `maintainers` names who did',
    spec: 'Endpoint table',
    level: 'should',
    consequence: 'A client does not offer somebody what she may do, or asks the wrong people.',
    async check(context) {
      const [changed] = await keptChanges(context, PROJECT);
      if (changed === undefined) return inconclusive('nothing was changed');
      const own = context.write.ownId('maintainer');
      const maintainers = at(changed.after, 'maintainers');
      if (!Array.isArray(maintainers.value)) {
        inconclusive('the project does not name its maintainers');
      }
      const ids = elements(maintainers).map((each) => at(each, 'id').value);
      // What is no user is a matter of types.
      if (!ids.every(Number.isInteger)) inconclusive('a maintainer has no id');
      const expected = `user ${own} among them, who has just updated it`;
      context.expect.that(ids.includes(own), maintainers, 'maintainers', expected);
    },
  }),
  writes(PROJECT, {
    id: 'project.update.invalid.no-url',
    says: '`web_url` is a URL: a text that is none is refused with 400',
    spec: 'Errors',
    level: 'should',
    consequence: 'A client that follows the link of a project fails on what is no link.',
    async check(context) {
      const own = { name: 'an address', answer: await noAddress(context) };
      expectRefused(context, own.name, [own]);
    },
  }),
];

/** The project that the run may change, from 1.2 on. */
export const projectWrites: Chapter = {
  name: 'project-writes',
  requirements: [
    ...updateRules(PROJECT),
    ...OWN_RULES,
    ...refusesCaller(PROJECT, OTHER, 'project.update.other'),
    ...refusesCaller(PROJECT, ANONYMOUS, 'project.update.anonymous'),
  ],
};

/** What a text that is no URL is answered in its place; sent once in a version. */
export function noAddress(context: CheckContext): Promise<Answer> {
  const { api, instance, write } = context;
  return instance.once(`a project with no address in ${api.version}`, async () => {
    await keptChanges(context, PROJECT);
    const json = { web_url: 'no address' };
    const path = await PROJECT.path(context);
    return write.send(api.as('maintainer'), 'PATCH', path, { json });
  });
}
