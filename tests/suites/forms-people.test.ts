import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { always } from '../../fixtures/reference/view.js';
import { people } from '../../suites/people.js';
import { users } from '../../suites/users.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { answerInstead, crash, leaveOut, replace, wrapInEnvelope } from './sabotage.js';

const USERS: readonly Kill[] = [
  kill('user.list', '1.4', 'the list comes in an envelope', (behaviour) => {
    wrapInEnvelope(behaviour, 'users/');
  }),
  kill('user.detail', '1.0', 'the detail crashes', (behaviour) => {
    crash(behaviour, 'users/:id/');
  }),
  kill('user.fields', '1.1', 'a listed user without email', ({ fields }) => {
    leaveOut('email', fields.user.list);
  }),
  kill('user.types', '1.3', 'a username that is a number', ({ fields }) => {
    const { embedded, list, detail, own } = fields.user;
    replace('username', ({ id }) => id, embedded, list, detail, own);
  }),
  kill('user.embedded.fields', '1.0', 'an embedded user without first_name', ({ fields }) => {
    leaveOut('first_name', fields.user.embedded);
  }),
  kill('user.settings', '1.2', 'nobody is shown settings', ({ fields }) => {
    leaveOut('settings', fields.user.own);
  }),
  kill('user.settings.form', '1.3', 'settings without show_ids', ({ fields }) => {
    leaveOut('show_ids', fields.user.settings);
  }),
  kill('user.settings.form', '1.2', 'items_per_page as text', ({ fields }) => {
    replace('items_per_page', () => '30', fields.user.settings);
  }),
  kill('user.list.no-settings', '1.2', 'a list that shows settings', ({ fields }) => {
    fields.user.list.settings = fields.user.own.settings ?? always(() => null);
  }),
];

const PEOPLE: readonly Kill[] = [
  kill('person.list', '1.3', 'the list comes in an envelope', (behaviour) => {
    wrapInEnvelope(behaviour, 'people/');
  }),
  kill('person.detail', '1.1', 'the detail crashes', (behaviour) => {
    answerInstead(
      behaviour,
      'people/:id/',
      () => new Response('<h1>Server Error</h1>', { status: 500 }),
    );
  }),
  kill('person.fields', '1.0', 'a person without user', ({ fields }) => {
    leaveOut('user', fields.person.list, fields.person.detail);
  }),
  kill('person.types', '1.2', 'a user by its id', ({ fields }) => {
    replace('user', ({ user }) => user, fields.person.list, fields.person.detail);
  }),
  kill('person.embedded.fields', '1.4', 'a submitter without email', ({ fields }) => {
    leaveOut('email', fields.person.embedded);
  }),
  kill('person.submitters', '1.1', 'a submitter that is found nowhere', (behaviour) => {
    const { list } = behaviour.fields.person;
    replace('id', ({ id }) => (id === 6 ? 10_006 : id), list);
    answerInstead(behaviour, 'people/:id/', (sound, { params }) =>
      params.id === '6' ? new Response('{"detail":"Not found."}', { status: 404 }) : sound(),
    );
  }),
  kill(
    'person.name.as-sent',
    '1.1',
    'names encoded twice',
    faultNamed('names-encoded-twice').apply,
  ),
  kill(
    'person.name.as-sent',
    '1.3',
    'blank person called none',
    faultNamed('blank-person-called-none').apply,
  ),
];

test.for([...USERS, ...PEOPLE])('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed([...USERS, ...PEOPLE])).toEqual(killable(users, people));
});
