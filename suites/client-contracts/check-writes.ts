import type { CheckContext } from '../../harness/check-context.js';
import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Body } from '../../harness/write.js';
import { seen } from '../write-rules/change.js';
import { type Contract, contract } from './contract.js';

const CONTEXT = 'conformance-client';

function creating(facts: Contract): Requirement {
  return contract({ needs: ['maintainer', 'writes'], ...facts });
}

/** Checks as CI systems create them. From 1.2 on the specification has requirements of its own. */
export const clientCheckWrites: readonly Requirement[] = [
  creating({
    id: 'client.check.create',
    says: 'POST of a check creates it in 1.0 and 1.1 too; a `user` in the form is ignored',
    source: 'NIPA pw/pw_upload.py',
    breaks: ['NIPA'],
    versions: ['1.0', '1.1'],
    consequence: 'NIPA cannot report test results.',
    check: (context) =>
      expectCreated(context, 'warning', {
        form: { ...someoneElse(context), state: 'warning', context: CONTEXT },
      }),
  }),
  creating({
    id: 'client.check.create.numeric-state',
    says: 'POST of a check takes the state as a number: 1 is `success`',
    source: 'BlueZ CI libs/patchwork.py',
    breaks: ['BlueZ CI'],
    once: true,
    consequence: 'The CI of BlueZ cannot report test results.',
    check: (context) =>
      expectCreated(context, 'success', {
        form: { ...someoneElse(context), state: '1', context: CONTEXT },
      }),
  }),
  creating({
    id: 'client.check.create.multipart',
    says: 'POST of a check takes a multipart body',
    source: 'LTP ci/tools/patchwork.sh (curl -F)',
    breaks: ['LTP'],
    once: true,
    consequence: 'The CI of LTP cannot report test results.',
    check: (context) =>
      expectCreated(context, 'success', {
        multipart: { state: 'success', context: CONTEXT, target_url: '', description: 'passed' },
      }),
  }),
];

/** The id of another user, which NIPA and BlueZ CI send. */
function someoneElse({ write }: CheckContext): { user: string } {
  return { user: String(write.ownId('maintainer') === 1 ? 2 : 1) };
}

async function expectCreated(context: CheckContext, state: string, body: Body): Promise<void> {
  const { api, write, expect } = context;
  const path = `patches/${write.patch()}/checks/`;
  const answer = await write.send(api.as('maintainer'), 'POST', path, body);
  expect.status(answer, 201);
  const check = seen(answer);
  expect.that(at(check, 'state').value === state, at(check, 'state'), '`state`', state);
  const user = at(check, 'user', 'id');
  const own = write.ownId('maintainer');
  expect.that(user.value === own, user, 'user.id', `${own}, the caller`);
}
