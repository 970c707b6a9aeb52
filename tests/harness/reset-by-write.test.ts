import { expect, test } from 'vitest';
import type { State } from '../../fixtures/reference/model.js';
import { respond, userIn, written } from './intercepted.js';

/** An instance that gives `settings` defaults where a body says nothing that they could be. */
const reset = (state: State) => {
  userIn(state).settings = { send_email: true, items_per_page: 100, show_ids: true };
};

test.for([
  ['an array in place of `settings`', { settings: [] }, 200],
  ['an array in place of `settings`, answered with 500', { settings: [] }, 500],
  ['null in every setting', { settings: { items_per_page: null, show_ids: null } }, 200],
  [
    'null in every setting, answered with 500',
    { settings: { items_per_page: null, show_ids: null } },
    500,
  ],
] as const)(
  'the defaults that %s brings about are replaced by the old values',
  async ([, json, status]) => {
    const { reported, before, after } = await written(
      {
        front: ({ body }, answer, state) => {
          const text = JSON.stringify(body);
          if (!text.includes('[]') && !text.includes(':null')) return answer();
          reset(state);
          return status === 200 ? answer({}) : respond(500, {});
        },
      },
      async ({ write, as }) => {
        const user = as('user');
        await write.send(user, 'PATCH', 'users/3/', { json: { first_name: 'Ours' } });
        await write.send(user, 'PATCH', 'users/3/', { json });
        await write.send(user, 'PATCH', 'users/3/', { json: { last_name: 'Ours' } });
      },
    );
    expect(reported.notRestored).toEqual([]);
    expect(after).toEqual(before);
  },
);
