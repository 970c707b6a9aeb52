import { segment } from '../../harness/api.js';
import { unlike } from '../../harness/expect.js';
import { at, isObject } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { answersCollection } from '../support/endpoints.js';
import { firstRows } from '../support/first-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import { isUrl } from '../support/url.js';

const EMBEDDED_SPEC = 'Embedded project (in bundles, covers, series, events)';

/** Fields filled in by hand that docs/api.md types as URLs. */
const HAND_FILLED = ['web_url', 'scm_url', 'webscm_url', 'list_archive_url'];

/** Projects: the full form, and the form embedded in bundles, covers, series and events. */
export const projects: Group = {
  name: 'projects',
  requirements: [
    ...answersCollection('project'),
    ...formsOfResource({
      id: 'project',
      one: 'a project',
      spec: 'Project (full)',
      embeddedSpec: EMBEDDED_SPEC,
    }),
    objectRequirement({
      id: 'project.urls',
      says: 'web_url, scm_url, webscm_url and list_archive_url of a project are URLs',
      spec: EMBEDDED_SPEC,
      level: 'should',
      consequence: 'A client displays a broken link.',
      missing: 'no project has a non-blank URL field',
      objects: {
        appliesTo: ({ name }) => ['project.list', 'project.detail'].includes(name),
        judge(project) {
          const filled = HAND_FILLED.map((name) => ({ name, field: at(project, name) })).filter(
            ({ field }) => typeof field.value === 'string' && field.value !== '',
          );
          if (filled.length === 0) return undefined;
          const wrong = filled.filter(({ field }) => !isUrl(field.value));
          return wrong.map(({ name, field }) => unlike(field, name, 'an absolute URL'));
        },
      },
    }),
    requirement({
      id: 'project.by-link-name',
      says: 'The path id of a project is typed string: whether `link_name` works as the id',
      spec: 'Endpoint table',
      level: 'observe',
      consequence: 'A client may or may not be able to use the short name of a project.',
      async check({ api, observe }) {
        const [project] = await firstRows(api, 'projects/');
        if (project === undefined) return inconclusive('the list of projects is empty');
        const name = at(project, 'link_name').value;
        const answer = await api.get(`projects/${segment(String(name))}/`);
        const same = isObject(answer.json) && answer.json.id === at(project, 'id').value;
        observe(same ? 'returns the project' : `returns ${answer.status}`);
      },
    }),
  ],
};
