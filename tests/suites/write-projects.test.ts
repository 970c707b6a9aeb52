import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { projectWrites } from '../../suites/project-writes.js';
import { undone, updateKills } from './write-kills.js';
import { killsOf, type WriteKill } from './write-red-rows.js';
import { alsoWritable, andAlso, drop, garble, instead, reply, rowAt } from './write-sabotage.js';

const PATH = 'projects/:id/';

const FIELDS = [
  'web_url',
  'scm_url',
  'webscm_url',
  'list_archive_url',
  'list_archive_url_format',
  'commit_url_format',
];

killsOf(projectWrites, [
  ...updateKills({
    prefix: 'project.update',
    path: PATH,
    table: ({ writable }) => writable.project,
    field: 'web_url',
    beside: 'web_url',
  }),
  ...FIELDS.map(
    (name): WriteKill => ({
      id: `project.update.${name.replaceAll('_', '-')}`,
      defect: `${name} is not kept`,
      sabotage: ({ writable }) => drop(writable.project, name),
    }),
  ),
  ...['web_url', 'scm_url', 'webscm_url'].map(
    (name): WriteKill => ({
      id: `project.update.invalid.${name.replaceAll('_', '-')}`,
      defect: `an object is a ${name}`,
      sabotage: ({ writable }) =>
        garble(writable.project, name, (given) => (typeof given === 'object' ? '' : given)),
    }),
  ),
  {
    id: 'project.update.addresses.any',
    defect: 'addresses lose their query',
    sabotage: ({ writable }) =>
      garble(writable.project, 'scm_url', (given) =>
        String(given).includes('conformance') ? given : `${given}/`,
      ),
  },
  {
    id: 'project.update.template.readable',
    defect: 'a new template makes covers unreadable',
    sabotage: (behaviour) =>
      instead(behaviour, 'covers/', ['GET'], (sound, { state }) =>
        [...state.projects.values()].some(({ list_archive_url_format: template }) =>
          /\/\/(example|lists|git\.example)/.test(template ?? ''),
        )
          ? reply(500)
          : sound(),
      ),
  },
  {
    id: 'project.update.by-maintainer',
    defect: 'a project names its first maintainer only',
    sabotage: faultNamed('second-maintainer-missing').apply,
  },
  {
    id: 'project.update.partial',
    defect: 'a web_url takes the scm_url away',
    sabotage: ({ writable }) =>
      andAlso(writable.project, 'web_url', (row) => {
        row.scm_url = null;
      }),
  },
  {
    id: 'project.update.idempotent',
    defect: 'the same scm_url again is another one',
    sabotage: ({ writable }) =>
      andAlso(writable.project, 'scm_url', (row, before) => {
        if (row.scm_url === before) row.scm_url = 'https://again.example.org/';
      }),
  },
  {
    id: 'project.update.put',
    defect: 'PUT changes nothing',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['PUT'], (sound, exchange) => undone(sound, rowAt(exchange, PATH))),
  },
  {
    id: 'project.update.fixed',
    defect: 'the subject_match is writable',
    sabotage: ({ writable }) => alsoWritable(writable.project, 'subject_match', 'other'),
  },
  {
    id: 'project.update.listed',
    defect: 'the list shows old addresses',
    sabotage: ({ fields }) => {
      fields.project.list.web_url = { since: '1.0', render: () => 'https://old.example.org/' };
    },
  },
  {
    id: 'project.update.every-version',
    defect: '1.0 shows old addresses',
    sabotage: ({ fields }) => {
      const { render } = fields.project.detail.web_url ?? { render: () => null };
      fields.project.detail.web_url = {
        since: '1.0',
        render: (row, view) => (view.version === '1.0' ? null : render(row, view)),
      };
    },
  },
  {
    id: 'project.update.by-maintainer',
    defect: 'a maintainer is not named among them',
    sabotage: ({ fields }) => {
      const { render } = fields.project.detail.maintainers ?? { render: () => [] };
      fields.project.detail.maintainers = {
        since: '1.0',
        render: (row, view) => {
          const named = render({ ...row, maintainers: [7] }, view);
          return row.maintainers.includes(2) ? named : render(row, view);
        },
      };
    },
  },
  {
    id: 'project.update.invalid.no-url',
    defect: 'a text that is no URL is one',
    sabotage: ({ writable }) => {
      const { accept } = writable.project.web_url ?? {};
      if (accept === undefined) throw new Error('no web_url');
      writable.project.web_url = {
        since: '1.0',
        required: [],
        many: false,
        accept: (given, exchange, row) =>
          given === 'no address' ? { value: () => {} } : accept(given, exchange, row),
      };
    },
  },
]);
