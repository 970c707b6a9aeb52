import { at, elements } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { keptChanges } from '../write-rules/change.js';
import { writes } from '../write-rules/rows.js';
import { PROJECT } from '../write-rules/subjects.js';

/** Who has just been let update a project is one of its maintainers. */
export const projectMaintainers: Requirement = writes(
  PROJECT,
  {
    id: 'project.update.by-maintainer',
    says: 'Updating a project requires that the caller is a maintainer of it: `maintainers` names who did',
    spec: 'Endpoint table',
    level: 'should',
    consequence: 'A client does not offer somebody what she may do, or asks the wrong people.',
  },
  async (context) => {
    const [changed] = await keptChanges(context, PROJECT);
    const own = context.write.ownId('maintainer');
    const maintainers = at(changed?.after ?? NOTHING, 'maintainers');
    if (!Array.isArray(maintainers.value))
      inconclusive('the project does not name its maintainers');
    const named = elements(maintainers).map((each) => at(each, 'id').value);
    // What is no user is a matter of types.
    if (!named.every(Number.isInteger)) inconclusive('a maintainer has no id');
    const expected = `user ${own} among them, who has just updated it`;
    context.expect.that(named.includes(own), maintainers, 'maintainers', expected);
  },
);

const NOTHING = { value: undefined, at: { exchange: 0, pointer: '' } };
