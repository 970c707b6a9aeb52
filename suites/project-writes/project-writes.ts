import { at, elements } from '../../harness/place.js';
import { tryValues } from '../../harness/property.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ofEach } from '../support/writing/attempt-rule.js';
import { changes, keptFields } from '../support/writing/changes.js';
import { ofOtherMaintainer } from '../support/writing/other-maintainer.js';
import { writes } from '../support/writing/subject.js';
import { PROJECT } from '../support/writing/subjects.js';
import { updateRules } from '../support/writing/updates.js';
import { templates } from '../support/writing/values.js';

const OWN_RULES: readonly Requirement[] = [
  writes(PROJECT, {
    id: 'project.update.template.readable',
    says: 'For any template of a project, the covers of the project can be listed',
    spec: 'Endpoint table',
    consequence: 'One value set by a maintainer makes lists unreadable for every client.',
    async check(context) {
      const { api, expect, queries, write } = context;
      await keptFields(context, PROJECT);
      const path = await PROJECT.path(context);
      const query = { project: write.project().id, per_page: 1 };
      const put = (template: string) =>
        write.send(api.as('maintainer'), 'PATCH', path, {
          json: { list_archive_url_format: template },
        });
      const plainTemplate = `https://list-archive-url-format.example.org/${write.marker}/1/{}`;
      // Resets values of other requirements, which must not count as the previous state.
      await put(plainTemplate);
      const plain = await api.get('covers/', { query });
      if (plain.status >= 500) expect.status(plain, 200);
      if ((await api.list('covers/', query)).length === 0)
        inconclusive('the project has no cover letter');
      const readable = async (template: string) => {
        await put(template);
        const covers = await api.get('covers/', { query });
        if (covers.status !== 200) await put(plainTemplate);
        expect.status(covers, 200);
      };
      await tryValues(templates(write.marker), readable, {
        seed: queries.seed,
        id: `project templates ${api.version}`,
      });
    },
  }),
  writes(PROJECT, {
    id: 'project.update.by-maintainer',
    says: 'Updating a project requires that the caller is a maintainer of it: `maintainers` contains the caller',
    spec: 'Endpoint table',
    level: 'should',
    consequence: 'A client wrongly hides or offers the option to edit a project.',
    async check(context) {
      await keptFields(context, PROJECT);
      const [changed] = await changes(context, PROJECT);
      if (changed === undefined) return inconclusive('no field of the project was sent');
      const own = context.write.ownId('maintainer');
      const maintainers = at(changed.after, 'maintainers');
      if (!Array.isArray(maintainers.value)) {
        inconclusive('the project has no array `maintainers`');
      }
      const ids = elements(maintainers).map((each) => at(each, 'id').value);
      // A wrong type has a requirement of its own.
      if (!ids.every(Number.isInteger)) inconclusive('a maintainer has no integer `id`');
      const expected = `user ${own}, who updated the project, in the array`;
      context.expect.that(ids.includes(own), maintainers, 'maintainers', expected);
    },
  }),
  ofOtherMaintainer(
    PROJECT,
    ['PATCH', 'PUT'],
    ({ write }) => `projects/${write.otherProject().id}`,
  ),
  ofEach(PROJECT, {
    id: 'project.update.invalid.no-url',
    says: '`web_url` is a URL: a string that is not a URL is refused with 400',
    spec: 'Errors',
    level: 'should',
    consequence: 'A client that follows the link of a project fails.',
    rows: ({ alsoInvalid }) => alsoInvalid,
    expects: ({ expect }, { answer }) => expect.status(answer, 400),
  }),
];

/** Updates of the project that the run may change, from 1.2 on. */
export const projectWrites: Group = {
  name: 'project-writes',
  requirements: [...updateRules(PROJECT), ...OWN_RULES],
};
