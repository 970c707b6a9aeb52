import { expect, test } from 'vitest';
import { changeField } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Json, Mail } from '../../fixtures/reference/model.js';
import { idsWith } from '../ids-with.js';
import { judgedOtherwise } from './judged-otherwise.js';

const OF_MAILS = [
  'conv.date.zone',
  'conv.headers.of-the-mail',
  'conv.address.own',
  'conv.list.same-rows',
];

test('mails may be dated by their arrival, and headers be written as the mail has them', async () => {
  const otherwise = ({ fields, dates }: Behaviour) => {
    const { render } = dates;
    dates.render = (seconds) => render(seconds + (seconds % 7));
    changeField(fields.cover.detail, 'headers', folded);
    changeField(fields.coverComment.list, 'headers', folded);
    // Who does not sign in is shown no addresses (docs/verdicts.md B-38).
    changeField(fields.person.embedded, 'email', (email, _, { caller }) => (caller ? email : ''));
  };
  const results = await judgedOtherwise(otherwise, { only: OF_MAILS, versions: ['1.3'] });
  expect(idsWith(results, 'pass')).toEqual([...OF_MAILS].sort());
});

test('mails without headers tell nothing of their zone or their message id', async () => {
  const bare = ({ fields }: Behaviour) => {
    changeField(fields.cover.detail, 'headers', () => ({}));
    changeField(fields.coverComment.list, 'headers', () => ({}));
    changeField(fields.patchComment.detail, 'headers', () => ({}));
  };
  const results = await judgedOtherwise(bare, { only: OF_MAILS, versions: ['1.3'] });
  expect(idsWith(results, 'inconclusive')).toEqual(['conv.date.zone', 'conv.headers.of-the-mail']);
});

/** Headers are written in any case, and a long one goes on in the next line. */
function folded(_: Json, { headers: { 'Message-Id': id = '', ...others } }: Mail): Json {
  return { ...others, 'message-id': [id].flat().map((each) => `\n ${each}`) };
}

test('e-mail addresses may be kept from those who do not sign in', async () => {
  const hidden = ({ fields }: Behaviour) => {
    changeField(fields.person.embedded, 'email', (email, _, { caller }) => (caller ? email : null));
    changeField(fields.user.embedded, 'email', (email, _, { caller }) => (caller ? email : ''));
  };
  const results = await judgedOtherwise(hidden, { versions: ['1.3'] });
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
});
