import { unlike } from '../../harness/expect.js';
import { at, isObject } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { answersDetail, answersList } from '../conventions/endpoints.js';
import { formsOfResource } from '../conventions/forms-of-resource.js';
import { objectRequirement } from '../conventions/object-requirement.js';
import { firstRows } from '../conventions/sources.js';

const EMBEDDED_SPEC = 'Embedded project (in bundles, covers, series, events)';
const NO_PATTERN = 'A client that builds links to the archive or to commits lacks their pattern.';

/** Fields that people fill in by hand and that SPEC.md types as URLs. */
const HAND_FILLED = ['web_url', 'scm_url', 'webscm_url', 'list_archive_url'];

/** Projects: the full form, and the form embedded in bundles, covers, series and events. */
export const projects: Chapter = {
  name: 'projects',
  requirements: [
    answersList({
      id: 'project.list',
      path: 'projects/',
      consequence: 'A client cannot find out which projects there are.',
    }),
    answersDetail({
      id: 'project.detail',
      path: 'projects/',
      consequence: 'A client that knows the id of a project cannot read it.',
    }),
    ...formsOfResource({
      id: 'project',
      resources: ['project'],
      one: 'a project',
      spec: 'Project (full)',
      embeddedSpec: EMBEDDED_SPEC,
      overrides: {
        'project.fields.since-1.1': {
          consequence: 'A client that sorts mail into projects lacks the pattern of subjects.',
        },
        'project.fields.since-1.2': { consequence: NO_PATTERN },
        'project.embedded.fields.since-1.2': { consequence: NO_PATTERN },
      },
    }),
    objectRequirement({
      id: 'project.urls',
      says: 'web_url, scm_url, webscm_url and list_archive_url of a project are URLs',
      spec: EMBEDDED_SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that shows the value as a link shows a broken one.',
      missing: 'no project has any of its URL fields filled in',
      ofObject: {
        speaksOf: ({ name }) => ['project.list', 'project.detail'].includes(name),
        judge(project) {
          const filled = HAND_FILLED.map((name) => ({ name, field: at(project, name) })).filter(
            ({ field }) => typeof field.value === 'string' && field.value !== '',
          );
          if (filled.length === 0) return undefined;
          return filled
            .filter(({ field }) => !URL.canParse(String(field.value)))
            .map(({ name, field }) => unlike(field, name, 'an absolute URL'));
        },
      },
    }),
    requirement({
      id: 'project.by-link-name',
      says: 'The path id of a project is typed string: whether its link_name leads to it',
      spec: 'Endpoint table',
      level: 'observe',
      versions: ALL,
      once: true,
      consequence: 'A client may or may not use the name that people know a project by.',
      async check({ api, observe }) {
        const [project] = await firstRows(api, 'projects/');
        if (project === undefined) return inconclusive('the instance has no project');
        const name = at(project, 'link_name').value;
        const answer = await api.get(`projects/${encodeURIComponent(String(name))}/`);
        const same = isObject(answer.json) && answer.json.id === at(project, 'id').value;
        observe(same ? 'leads to the project' : `answers ${answer.status}`);
      },
    }),
  ],
};
