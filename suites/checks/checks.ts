import { at } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { since } from '../../specification/versions.js';
import { answersDetail, answersList } from '../support/endpoints.js';
import { firstRows } from '../support/first-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';

const SPEC = 'Check';

/** Checks of patches: the list from 1.3 on, the detail from 1.2 on (docs/verdicts.md B-9). */
export const checks: Group = {
  name: 'checks',
  requirements: [
    answersList({
      id: 'check.list',
      path: 'patches/{patch_id}/checks/',
      consequence: 'A client cannot show the check results of a patch.',
    }),
    answersDetail({
      id: 'check.detail',
      path: 'patches/{patch_id}/checks/{check_id}/',
      what: 'the check',
      consequence: 'A client that has the id of a check cannot read the check.',
    }),
    ...formsOfResource({
      id: 'check',
      one: 'a check',
      spec: SPEC,
      embeddedSpec: 'Events',
    }),
    requirement({
      id: 'check.states',
      says: 'The states of checks in use (`pending` is one; the full set is not specified)',
      spec: SPEC,
      level: 'observe',
      versions: since('1.3'),
      consequence: 'A client must know these states to display them.',
      async check({ api, instance, observe }) {
        const [patch] = await instance.patchesWithChecks();
        const checks = await firstRows(api, `patches/${patch}/checks/`);
        const states = checks.map((check) => at(check, 'state').value);
        observe([...new Set(states)].sort());
      },
    }),
  ],
};
