import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import { referred, type State, type User } from '../../fixtures/reference/model.js';
import type { Result } from '../../harness/report.js';
import { idsWith } from '../ids-with.js';
import { judgedOtherwise } from './judged-otherwise.js';

const REFUSALS = ['check.create.other', 'comment.update.other', 'comment.update.other.unchanged'];

/** The role `other` signs in as this user. */
const OTTO = 5;

// Instances in the field let whoever has sent a patch, or is to deal with it, say how it fares.
test('who has sent a patch or a comment is not tried as somebody without a right to it', async () => {
  const state = makeState();
  const own = ownPerson(state);
  for (const patch of state.patches.values()) if (patch.id % 8 !== 5) patch.submitter = own;
  for (const comment of state.patchComments.values())
    if (comment.id % 2 !== 0) comment.submitter = own;
  const results = await judgedWith(state);
  expect(idsWith(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
  expect(idsWith(results, 'pass')).toEqual(expect.arrayContaining(REFUSALS));
});

test('who is to deal with a patch is not tried as somebody without a right to it', async () => {
  const state = makeState();
  for (const patch of state.patches.values()) if (patch.id % 8 !== 5) patch.delegate = OTTO;
  const results = await judgedWith(state);
  expect(idsWith(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
});

test('where every patch is of the role other, refusals cannot be judged', async () => {
  const state = makeState();
  const own = ownPerson(state);
  for (const patch of state.patches.values()) patch.submitter = own;
  const results = await judgedWith(state);
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
  expect(idsWith(results, 'inconclusive')).toEqual(REFUSALS);
});

function ownPerson(state: State): number {
  const own = [...state.people.values()].find(({ user }) => user === OTTO);
  if (own === undefined) throw new Error('the user has sent nothing by that state');
  return own.id;
}

function judgedWith(state: State): Promise<Result[]> {
  const only = ['check-writes', 'comment-writes'];
  return judgedOtherwise(letSendersIn, { only, versions: ['1.4'], writes: {} }, state);
}

function letSendersIn({ may }: Behaviour): void {
  const { createCheck, updatePatchComment } = may;
  const hasSent = (caller: User, { submitter }: { submitter: number }, state: State) =>
    referred(state.people, submitter).user === caller.id;
  may.createCheck = (caller, patch, state) =>
    hasSent(caller, patch, state) ||
    patch.delegate === caller.id ||
    createCheck(caller, patch, state);
  may.updatePatchComment = (caller, parent, state) => {
    const comment = [...state.patchComments.values()].find(
      (each) => 'id' in parent && each.id === parent.id,
    );
    const patch = comment && referred(state.patches, comment.parent);
    return (
      (comment !== undefined && hasSent(caller, comment, state)) ||
      (patch !== undefined && (hasSent(caller, patch, state) || patch.delegate === caller.id)) ||
      updatePatchComment(caller, parent, state)
    );
  };
}
