import { unlike } from '../../harness/expect.js';
import { at, isObject } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL, before, since } from '../../specification/versions.js';
import { answersDetail, answersList } from '../conventions/endpoints.js';
import { addedIn, called, comingWith, formRequirement, ownType } from '../conventions/form.js';
import { objectRequirement } from '../conventions/object-requirement.js';
import { firstRows } from '../conventions/sources.js';

const FULL = ['project.list', 'project.detail'];
const EMBEDDED = ['project.embedded'];
const EMBEDDED_SPEC = 'Embedded project (in bundles, covers, series, events)';
const FULL_SPEC = 'Project (full)';

/** Fields that people fill in by hand and that SPEC.md types as URLs. */
const HAND_FILLED = ['web_url', 'scm_url', 'webscm_url', 'list_archive_url'];

/** Projects: the full form, and the form embedded in bundles, covers, series and events. */
export const projects: Chapter = {
  name: 'projects',
  requirements: [
    answersList({
      id: 'project.list',
      path: 'projects/',
      versions: ALL,
      consequence: 'A client cannot find out which projects there are.',
    }),
    answersDetail({
      id: 'project.detail',
      path: 'projects/',
      versions: ALL,
      consequence: 'A client that knows the id of a project cannot read it.',
    }),
    formRequirement({
      id: 'project.fields',
      says: 'A project has the embedded fields and `maintainers`',
      spec: FULL_SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client that reads a project misses a field that it was promised.',
      claims: { aspects: ['missing'], tables: FULL, field: addedIn('1.0') },
    }),
    formRequirement({
      id: 'project.fields.subject-match',
      says: 'A project has `subject_match`',
      spec: FULL_SPEC,
      level: 'must',
      versions: since('1.1'),
      consequence: 'A client that sorts mail into projects lacks the pattern of subjects.',
      claims: { aspects: ['missing'], tables: FULL, field: addedIn('1.1') },
    }),
    formRequirement({
      id: 'project.fields.since-1.2',
      says: 'From 1.2 on a project has its list archive and commit URL fields',
      spec: FULL_SPEC,
      level: 'must',
      versions: since('1.2'),
      consequence: 'A client that builds links to the archive or to commits lacks their pattern.',
      claims: { aspects: ['missing'], tables: FULL, field: addedIn('1.2') },
    }),
    formRequirement({
      id: 'project.absent.before-1.2',
      says: 'Before 1.2 a project has no list archive or commit URL fields',
      spec: 'Versioning',
      level: 'must',
      versions: before('1.2'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: FULL, field: comingWith('1.2') },
    }),
    formRequirement({
      id: 'project.types',
      says: 'The fields of a project are of the types that its table gives',
      spec: FULL_SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A typed client fails to decode the project.',
      claims: {
        aspects: ['type'],
        tables: [...FULL, ...EMBEDDED],
        field: (field) => ownType(field) && field.name !== 'maintainers',
      },
    }),
    formRequirement({
      id: 'project.maintainers',
      says: '`maintainers` is an array of users',
      spec: FULL_SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client cannot tell who maintains the project.',
      claims: { aspects: ['type'], tables: FULL, field: called('maintainers') },
    }),
    formRequirement({
      id: 'project.embedded.fields',
      says: 'An embedded project has id, url, name, link_name, list_id, list_email, web_url, scm_url, webscm_url',
      spec: EMBEDDED_SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client must ask for the project again to know what it was promised here.',
      claims: { aspects: ['missing'], tables: EMBEDDED, field: addedIn('1.0') },
    }),
    formRequirement({
      id: 'project.embedded.fields.since-1.2',
      says: 'From 1.2 on an embedded project has list_archive_url, list_archive_url_format, commit_url_format',
      spec: EMBEDDED_SPEC,
      level: 'must',
      versions: since('1.2'),
      consequence: 'A client that builds links to the archive or to commits lacks their pattern.',
      claims: { aspects: ['missing'], tables: EMBEDDED, field: addedIn('1.2') },
    }),
    formRequirement({
      id: 'project.embedded.absent.before-1.2',
      says: 'Before 1.2 an embedded project lacks the list archive and commit URL fields',
      spec: 'Versioning',
      level: 'must',
      versions: before('1.2'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: EMBEDDED, field: comingWith('1.2') },
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
        speaksOf: ({ name }) => FULL.includes(name),
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
