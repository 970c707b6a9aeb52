import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { conventions } from '../../suites/conventions.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { answerInstead, replace } from './sabotage.js';

const HTML = { headers: { 'content-type': 'text/html' } };

const KILLS: readonly Kill[] = [
  kill('conv.json.any-accept', '1.0', 'who accepts anything gets a page', (behaviour) => {
    answerInstead(behaviour, 'projects/', (sound, { request }) =>
      request.headers.get('accept') === '*/*' ? new Response('<h1>Projects</h1>', HTML) : sound(),
    );
  }),
  kill('conv.json.no-accept', '1.3', 'who accepts nothing gets a page', (behaviour) => {
    answerInstead(behaviour, 'projects/', (sound, { request }) =>
      request.headers.has('accept') ? sound() : new Response('<h1>Projects</h1>', HTML),
    );
  }),
  kill('conv.json.content-type', '1.2', 'JSON that calls itself HTML', (behaviour) => {
    behaviour.mediaType = 'text/html';
  }),
  kill('conv.id', '1.1', 'ids in quotation marks', ({ fields }) => {
    replace('id', (row) => String(row.id), fields.cover.embedded);
  }),
  kill('conv.url', '1.2', 'a url without its host', ({ fields }) => {
    replace('url', (row) => `/api/people/${row.id}/`, fields.person.embedded);
  }),
  kill('conv.web-url', '1.1', 'a web_url without its host', ({ addresses }) => {
    addresses.web.bundle = ({ id }) => `/bundle/${id}/`;
  }),
  kill('conv.mbox', '1.0', 'an mbox without its host', ({ addresses }) => {
    addresses.mbox.series = ({ id }) => `/series/${id}/mbox/`;
  }),
  kill('conv.comments', '1.3', 'how many comments, in place of where', ({ fields }) => {
    replace('comments', () => 2, fields.cover.list, fields.cover.detail);
  }),
  kill('conv.list-archive-url', '1.2', 'an archive that is no string', ({ fields }) => {
    replace(
      'list_archive_url',
      () => ['https://lists.test/'],
      fields.cover.list,
      fields.cover.detail,
    );
  }),
  kill('conv.date', '1.4', 'seconds since 1970', ({ fields }) => {
    replace('date', ({ date }) => date, fields.event.list);
  }),
  kill('conv.date.utc', '1.3', 'times without a zone', ({ dates }) => {
    const { render } = dates;
    dates.render = (seconds) => render(seconds).replace('Z', '');
  }),
  {
    defect: 'a list wants its slash',
    version: '1.2',
    gone: ['/api/1.2/covers'],
    red: ['conv.slashless'],
  },
  kill(
    'conv.blank.not-omitted',
    '1.3',
    'serializer drops nulls',
    faultNamed('serializer-drops-nulls').apply,
  ),
  kill(
    'conv.list-archive-url.address',
    '1.2',
    'archive address keeps brackets',
    faultNamed('archive-address-keeps-brackets').apply,
  ),
  kill(
    'conv.mbox.answers',
    '1.3',
    'cover mbox unescaped',
    faultNamed('cover-mbox-unescaped').apply,
  ),
  kill(
    'conv.web-url.answers',
    '1.1',
    'series web address of the api',
    faultNamed('series-web-address-of-the-api').apply,
  ),
];

test.for(KILLS)('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(conventions));
});
