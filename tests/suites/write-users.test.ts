import { userWrites } from '../../suites/user-writes.js';
import { undone, updateKills } from './write-kills.js';
import { killsOf } from './write-red-rows.js';
import {
  alsoWritable,
  andAlso,
  drop,
  garble,
  instead,
  rowAt,
  takeAnything,
} from './write-sabotage.js';

const PATH = 'users/:id/';

killsOf(userWrites, [
  ...updateKills({
    prefix: 'user.update',
    path: PATH,
    table: ({ writable }) => writable.user,
    field: 'first_name',
    beside: 'first_name',
  }),
  {
    id: 'user.update.first-name',
    defect: 'first_name is not kept',
    sabotage: ({ writable }) => drop(writable.user, 'first_name'),
  },
  {
    id: 'user.update.last-name',
    defect: 'last_name is not kept',
    sabotage: ({ writable }) => drop(writable.user, 'last_name'),
  },
  {
    id: 'user.update.send-email',
    defect: 'send_email is not kept',
    sabotage: ({ writable }) => drop(writable.settings, 'send_email'),
  },
  {
    id: 'user.update.items-per-page',
    defect: 'items_per_page is not kept',
    sabotage: ({ writable }) => drop(writable.settings, 'items_per_page'),
  },
  {
    id: 'user.update.show-ids',
    defect: 'show_ids is not kept',
    sabotage: ({ writable }) => drop(writable.settings, 'show_ids'),
  },
  {
    id: 'user.update.any',
    defect: 'names lose what is not Latin',
    sabotage: ({ writable }) => garble(writable.user, 'last_name', ascii),
  },
  {
    id: 'user.update.partial',
    defect: 'a first name takes the last one away',
    sabotage: ({ writable }) =>
      andAlso(writable.user, 'first_name', (row) => {
        row.last_name = null;
      }),
  },
  {
    id: 'user.update.idempotent',
    defect: 'the same last name again is another one',
    sabotage: ({ writable }) =>
      andAlso(writable.user, 'last_name', (row, before) => {
        if (row.last_name === before) row.last_name = 'again';
      }),
  },
  {
    id: 'user.update.put',
    defect: 'PUT changes nothing',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['PUT'], (sound, exchange) => undone(sound, rowAt(exchange, PATH))),
  },
  {
    id: 'user.update.fixed',
    defect: 'the e-mail address is writable',
    sabotage: ({ writable }) => alsoWritable(writable.user, 'email', 'x@accounts.example.org'),
  },
  {
    id: 'user.update.listed',
    defect: 'the list shows old names',
    sabotage: ({ fields }) => {
      fields.user.list.first_name = { since: '1.0', render: () => 'Ursula' };
    },
  },
  {
    id: 'user.update.every-version',
    defect: '1.0 shows old names',
    sabotage: ({ fields }) => {
      const { render } = fields.user.own.first_name ?? { render: () => null };
      fields.user.own.first_name = {
        since: '1.0',
        render: (row, view) => (view.version === '1.0' ? 'Ursula' : render(row, view)),
      };
    },
  },
  {
    id: 'user.update.invalid.first-name',
    defect: 'an object is a first name',
    sabotage: ({ writable }) => takeAnything(writable.user, 'first_name'),
  },
  {
    id: 'user.update.invalid.last-name',
    defect: 'an object is a last name',
    sabotage: ({ writable }) => takeAnything(writable.user, 'last_name'),
  },
  {
    id: 'user.update.invalid.settings',
    defect: 'a word is a number of items',
    sabotage: ({ writable }) => takeAnything(writable.settings, 'items_per_page'),
  },
]);

function ascii(given: unknown): unknown {
  return typeof given === 'string' ? given.replace(/[^ -~]/g, '?') : given;
}
