import { commentWrites } from '../../suites/comment-writes.js';
import { updateKills } from './write-kills.js';
import { killsOf } from './write-red-rows.js';
import { alsoWritable, andAlso, instead, reply, sent, takeAnything } from './write-sabotage.js';

const PATH = 'patches/:id/comments/:child/';

killsOf(commentWrites, [
  ...updateKills({
    prefix: 'comment.update',
    path: PATH,
    table: ({ writable }) => writable.patchComment,
    field: 'addressed',
    beside: 'addressed',
  }).filter(({ id }) => !['comment.update', 'comment.update.invalid.unchanged'].includes(id)),
  {
    id: 'comment.update',
    defect: 'a mark is answered with 202',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['PATCH'], async (sound, exchange) => {
        const typed = exchange.request.headers.has('content-type');
        const marks = typed && 'addressed' in (await sent(exchange));
        const answer = await sound();
        return answer.status === 200 && marks ? reply(202, await answer.json()) : answer;
      }),
  },
  {
    id: 'comment.update.invalid.unchanged',
    defect: 'what is no boolean is refused, and toggles',
    sabotage: ({ writable }) => {
      const { accept } = writable.patchComment.addressed ?? {};
      if (accept === undefined) throw new Error('no addressed');
      writable.patchComment.addressed = {
        since: '1.0',
        required: [],
        many: false,
        accept: (given, exchange, row) => {
          if (typeof given === 'object') row.addressed = !row.addressed;
          return accept(given, exchange, row);
        },
      };
    },
  },
  {
    id: 'comment.update.addressed',
    defect: 'nothing is ever addressed',
    sabotage: ({ writable }) =>
      andAlso(writable.patchComment, 'addressed', (row) => {
        row.addressed = false;
      }),
  },
  {
    id: 'comment.update.not-addressed',
    defect: 'what was addressed stays so',
    sabotage: ({ writable }) =>
      andAlso(writable.patchComment, 'addressed', (row) => {
        row.addressed = true;
      }),
  },
  {
    id: 'comment.update.partial',
    defect: 'a comment that is marked is dated anew',
    sabotage: ({ writable }) =>
      andAlso(writable.patchComment, 'addressed', (row, before) => {
        if (row.addressed !== before) row.date += 60;
      }),
  },
  {
    id: 'comment.update.idempotent',
    defect: 'the same mark again toggles',
    sabotage: ({ writable }) =>
      andAlso(writable.patchComment, 'addressed', (row, before) => {
        if (row.addressed === before) row.addressed = !row.addressed;
      }),
  },
  {
    id: 'comment.update.others',
    defect: 'all comments on the patch are marked',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['PATCH'], async (sound, { state, params }) => {
        const answer = await sound();
        const own = state.patchComments.get(Number(params.child));
        for (const each of state.patchComments.values()) {
          if (each.parent === own?.parent) each.addressed = own.addressed;
        }
        return answer;
      }),
  },
  {
    id: 'comment.update.fixed',
    defect: 'the content is writable',
    sabotage: ({ writable }) => alsoWritable(writable.patchComment, 'content', 'conformance'),
  },
  {
    id: 'comment.update.invalid.addressed',
    defect: 'an object is a mark',
    sabotage: ({ writable }) => takeAnything(writable.patchComment, 'addressed'),
  },
]);
