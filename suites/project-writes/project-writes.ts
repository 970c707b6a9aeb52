import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Chapter } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { keptChanges } from '../write-rules/change.js';
import { keepsFixed, leavesUntyped, takesForms } from '../write-rules/encodings.js';
import {
  expectRefused,
  invalidUpdates,
  keepsFromInvalid,
  refusesInvalid,
  refusesNoObject,
} from '../write-rules/invalid.js';
import { showsInEveryVersion, showsInList } from '../write-rules/listed.js';
import { keepsFrom, knowsNoOther, refuses, unknownIn } from '../write-rules/refused.js';
import { keepsWhatever } from '../write-rules/round-trips.js';
import {
  answersTheState,
  isIdempotent,
  keepsField,
  leavesTheRest,
  updatesByPatch,
  updatesByPut,
  writes,
} from '../write-rules/rows.js';
import { NOBODY, OTHER } from '../write-rules/strangers.js';
import { PROJECT } from '../write-rules/subjects.js';
import { projectMaintainers } from './project-maintainers.js';

/** A template that any instance can fill in. */
const PLAIN_TEMPLATE = 'https://list-archive-url-format.example.org/1/{}';

/** The project that the run may change, from 1.2 on. */
export const projectWrites: Chapter = {
  name: 'project-writes',
  requirements: [
    updatesByPatch(PROJECT, 'project.update'),
    keepsField(PROJECT, 'web_url', 'project.update.web-url'),
    keepsField(PROJECT, 'scm_url', 'project.update.scm-url'),
    keepsField(PROJECT, 'webscm_url', 'project.update.webscm-url'),
    keepsField(PROJECT, 'list_archive_url', 'project.update.list-archive-url'),
    keepsField(PROJECT, 'list_archive_url_format', 'project.update.list-archive-url-format'),
    keepsField(PROJECT, 'commit_url_format', 'project.update.commit-url-format'),
    keepsWhatever(
      PROJECT,
      {
        id: 'project.update.addresses.any',
        says: 'Whatever addresses the writable fields of a project hold, a later GET shows them',
        consequence: 'A link of a project leads somewhere else than its maintainer has said.',
      },
      async ({ write }) =>
        (await import('../write-rules/values.js')).projectValues(write.settings.hazardous),
    ),
    writes(
      PROJECT,
      {
        id: 'project.update.template.readable',
        says: 'Whatever template a project is given, the covers of the project can still be listed',
        spec: 'Endpoint table',
        consequence: 'One word of a maintainer makes lists unreadable for everybody.',
      },
      async (context) => {
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
        await write.property(templates(write.settings.hazardous), async (template) => {
          await put(template);
          const covers = await api.get('covers/', { query });
          if (covers.status !== 200) await put(PLAIN_TEMPLATE);
          expect.status(covers, 200);
        });
      },
    ),
    answersTheState(PROJECT, 'project.update.answer'),
    projectMaintainers,
    leavesTheRest(PROJECT, 'project.update.partial'),
    isIdempotent(PROJECT, 'project.update.idempotent'),
    updatesByPut(PROJECT, 'project.update.put'),
    takesForms(PROJECT, 'project.update.form'),
    leavesUntyped(PROJECT, 'project.update.untyped'),
    keepsFixed(PROJECT, 'project.update.fixed'),
    showsInList(PROJECT, 'project.update.listed'),
    showsInEveryVersion(PROJECT, 'project.update.every-version'),
    refusesInvalid(PROJECT, 'web_url', 'project.update.invalid.web-url'),
    refusesInvalid(PROJECT, 'scm_url', 'project.update.invalid.scm-url'),
    refusesInvalid(PROJECT, 'webscm_url', 'project.update.invalid.webscm-url'),
    writes(
      PROJECT,
      {
        id: 'project.update.invalid.no-url',
        says: '`web_url` is a URL: a text that is none is refused with 400',
        spec: 'Errors',
        level: 'should',
        consequence: 'A client that follows the link of a project fails on what is no link.',
      },
      async (context) => {
        const updates = await invalidUpdates(context, PROJECT);
        const answer = await noAddress(context);
        const own = { name: 'an address', answer };
        await expectRefused(context, own, updates);
      },
    ),
    keepsFromInvalid(PROJECT, 'project.update.invalid.unchanged'),
    refusesNoObject(PROJECT, 'project.update.no-object'),
    knowsNoOther(PROJECT, unknownIn('projects/'), 'project.update.unknown', 'PATCH', 'PUT'),
    refuses(PROJECT, OTHER, 'project.update.other'),
    keepsFrom(PROJECT, OTHER, 'project.update.other.unchanged'),
    refuses(PROJECT, NOBODY, 'project.update.anonymous'),
    keepsFrom(PROJECT, NOBODY, 'project.update.anonymous.unchanged'),
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
