import type { CheckContext } from '../../../harness/check-context.js';
import type { Requirement } from '../../../harness/requirement.js';
import { Inconclusive } from '../../../harness/violation.js';
import { detailViolations } from '../refusal.js';
import { keptFields } from './changes.js';
import { type Subject, writes } from './subject.js';

/**
 * Declares that an object of another project is refused to a maintainer: it gets the values that it shows already, so
 * that nothing changes where the write is accepted. `objectIn` returns its path, without the slash at its end.
 */
export function ofOtherMaintainer(
  subject: Subject,
  methods: readonly ('PATCH' | 'PUT')[],
  objectIn: (context: CheckContext) => string,
): Requirement {
  const { what, id } = subject;
  return writes(subject, {
    id: `${id}.other-project`,
    says: `${methods.join(' and ')} of a ${what} ${subject.resource === 'project' ? '' : 'of a project '}that the caller does not maintain returns 403 with \`detail\``,
    spec: 'Authentication',
    needs: ['other-project'],
    consequence: `Whoever maintains any project can change a ${what} of every other one.`,
    async check(context) {
      const { accept, api, expect, write } = context;
      // The control: the caller may write what it maintains.
      await keptFields(context, subject);
      const object = objectIn(context);
      const unsent: Inconclusive[] = [];
      for (const method of methods) {
        try {
          const answer = await write.sendUnchanged(api.as('maintainer'), method, object);
          // A blank value is left out of a PUT, which may be found invalid before it is found forbidden.
          expect.status(answer, 403, ...(method === 'PUT' ? [400] : []));
          // A page is of something in front of the instance.
          const isOwn = answer.status === 403 && answer.json !== undefined;
          if (isOwn) expect.none(detailViolations(api, answer), 1);
          accept(`${method} refused with ${answer.status}`);
        } catch (error) {
          if (!(error instanceof Inconclusive)) throw error;
          unsent.push(error);
        }
      }
      if (unsent[0] !== undefined && unsent.length === methods.length) throw unsent[0];
    },
  });
}
