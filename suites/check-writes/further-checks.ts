import { at, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { idOf } from '../../harness/writing/own-rows.js';
import { expectState } from '../support/writing/attempt.js';
import {
  CHECKS,
  checkByForm,
  checkOfUnusualTexts,
  pendingCheck,
} from '../support/writing/created-checks.js';
import { creation, whyNotCreated } from '../support/writing/creation.js';
import { pathOfChecks } from '../support/writing/lists.js';
import { expectReadable, ofTexts } from '../support/writing/stored-texts.js';
import { expectShown, writes } from '../support/writing/subject.js';

/** The checks that are created after the first one: by a form, and as `pending` with unusual texts. */
export const furtherChecks: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.form',
    says: 'A form-encoded POST creates a check with its values, and returns it as a later GET does',
    spec: 'Endpoints',
    consequence:
      'A client that sends a form, such as `curl -d`, stores nothing or wrong values in a check.',
    async check(context) {
      const { answer, read, sent } = await checkByForm(context);
      const earlier = idOf((await creation(context, CHECKS)).answer.json);
      // The status of a successful creation has a requirement of its own.
      if (answer.status >= 300) context.expect.status(answer, 201);
      if (read?.status !== 200) return inconclusive(whyNotCreated('check', answer), 'failed-write');
      const id = at(seen(answer), 'id');
      context.expect.that(
        id.value !== earlier,
        id,
        '`id`',
        `a new one: ${earlier} is another check`,
      );
      context.expect.all(CHECKS.fields, (field) =>
        expectShown(context, field, seen(read), sent[field.name]),
      );
      if (answer.status >= 300) return;
      const own = await context.api.as(answer.role).object(`${pathOfChecks(context)}${id.value}/`);
      expectState(context, 'check', answer, own);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.pending',
    says: 'A check is created with the `state` `pending`, which is the one that the specification names, and has it',
    spec: 'Check',
    consequence: 'A CI system cannot report that a test runs, or it is shown as ended.',
    async check(context) {
      const { answer, after, state } = await pendingCheck(context);
      // The status of a successful creation has a requirement of its own.
      if (answer.status >= 300) context.expect.status(answer, 201);
      if (after?.status !== 200)
        return inconclusive(whyNotCreated('check', answer), 'failed-write');
      const shown = at(seen(after), 'state');
      if (shown.value === undefined) {
        inconclusive('a new check does not show its `state`', 'failed-request', {
          requirement: 'check.fields',
        });
      }
      context.expect.that(shown.value === state, shown, '`state`', `"${state}", as sent`);
    },
  }),
  writes(CHECKS, {
    ...ofTexts(CHECKS),
    async check(context) {
      expectReadable(context, (await checkOfUnusualTexts(context)).tried);
    },
  }),
];
