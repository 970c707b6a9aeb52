import type { Where } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { unlike } from '../../harness/expect.js';
import { at, seenOf } from '../../harness/place.js';
import { type Group, inSection, type Requirement, requirement } from '../../harness/requirement.js';
import { inApi } from '../../specification/endpoint-of-request.js';
import { firstPage, firstRows, idOf, readableList, TOP_LISTS } from '../support/first-rows.js';
import { conventional, EVERY_TABLE, formRequirement } from '../support/objects/form-requirement.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import { CONVENTIONAL, type ConventionalField } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import {
  EVERY_PATH,
  EVERYTHING,
  queryOf,
  readExisting,
  readOneOfEach,
  refusalsOf,
} from '../support/paths-with-id.js';
import { readable } from '../support/readable.js';
import {
  AS_BROWSER,
  AS_CURL,
  slashlessMismatches,
  WITHOUT_ACCEPT,
} from '../support/request-variants.js';
import { timeOf } from '../support/timestamp.js';
import { addresses, mails } from './mails.js';

const SPEC = 'Conventions';
const convention = inSection('Conventions');

/** "format `YYYY-MM-DDTHH:MM:SSZ`". */
const SPECIFIED_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** `application/json` or a subtype such as `application/hal+json`, with any parameters. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/**
 * Fields that have one type in every resource: the sentence, and the consequence of a violation.
 */
const TYPES: Readonly<Record<ConventionalField, readonly [says: string, consequence: string]>> = {
  id: ['`id` is an integer', 'A typed client ends with an error when it reads the object.'],
  url: ['`url` is a URL string', 'A client cannot follow the link to the object.'],
  web_url: ['`web_url` is a URL string', 'A client cannot link to the web page of the object.'],
  mbox: ['`mbox` is a URL string', 'A client cannot download the mail.'],
  comments: ['`comments` is a URL string', 'A client cannot find the comments on a cover letter.'],
  list_archive_url: [
    '`list_archive_url` is a string (or null)',
    'A typed client ends with an error when it reads the object.',
  ],
  date: [
    'Timestamps are strings in ISO 8601',
    'A client cannot parse the time, or parses a wrong one.',
  ],
};

const types = CONVENTIONAL.map((name) => {
  const [says, consequence] = TYPES[name];
  const id = `conv.${name.replaceAll('_', '-')}`;
  const claims = { aspects: ['type' as const], tables: EVERY_TABLE, field: conventional(name) };
  return formRequirement({ id, says, spec: SPEC, consequence, claims });
});

/** Rules for all resources: JSON, types of the common fields, blank fields, timestamps. */
export const conventions: Group = {
  name: 'conventions',
  requirements: [
    json(
      {
        id: 'conv.json.any-accept',
        says: 'Responses are JSON, also for `Accept: */*`, of lists and objects alike',
        consequence: 'curl and most HTTP libraries get a response that they cannot decode.',
      },
      (where) => readOneOfEach(EVERYTHING, where, (reader, own) => reader.get(own, AS_CURL)),
    ),
    json(
      {
        id: 'conv.json.no-accept',
        says: 'Responses are JSON, also without an `Accept` header: a list and an object of each version, and all kinds without a version',
        consequence: 'A minimal client gets a response that it cannot decode.',
      },
      async (where) => [
        ...(await readAccepting(WITHOUT_ACCEPT.headers.accept, where)),
        ...(await readOneOfEach(EVERYTHING, where, (reader, own) =>
          reader.unversioned().get(own, WITHOUT_ACCEPT),
        )),
      ],
    ),
    convention({
      id: 'conv.json.browser',
      says: 'Responses are JSON: whether a browser, which accepts `text/html` first, gets a page instead',
      level: 'observe',
      consequence: 'A person who opens a URL of the API in a browser may or may not see a page.',
      async check(context) {
        const [list, object] = (await readAccepting(AS_BROWSER, context)).map(
          (answer) => `${answer.status} ${header(answer, 'content-type')}`,
        );
        context.observe({ list, object });
      },
    }),
    convention({
      id: 'conv.json.content-type',
      says: 'Responses are JSON, and their `Content-Type` says so',
      level: 'should',
      consequence: 'A client that checks the Content-Type does not decode the response.',
      async check(context) {
        const read = [...(await readsOf(context)), ...(await refusalsOf(context))];
        const json = read.filter(({ notJson }) => notJson === undefined);
        context.expect.each(json, 'no response was JSON', (answer) => {
          const type = header(answer, 'content-type');
          const found = seenOf(answer, type);
          const what = `Content-Type of ${named(answer)}`;
          context.expect.that(JSON_TYPE.test(type ?? ''), found, what, 'application/json');
        });
      },
    }),
    ...types,
    objectRequirement({
      id: 'conv.date.utc',
      says: 'Timestamps have the form `YYYY-MM-DDTHH:MM:SSZ`',
      spec: SPEC,
      level: 'should',
      consequence: 'A client that follows ISO 8601 takes a time without `Z` for local time.',
      missing: 'no timestamp was seen',
      objects: {
        appliesTo: ({ fields }) => fields.some(({ type }) => type === 'date'),
        judge(object) {
          const date = at(object, 'date');
          if (timeOf(date.value) === undefined) return undefined;
          if (SPECIFIED_DATE.test(String(date.value))) return [];
          return [unlike(date, 'date', 'the form YYYY-MM-DDTHH:MM:SSZ')];
        },
      },
    }),
    convention({
      id: 'conv.blank',
      says: 'Blank fields are `null`: which fields are an empty string instead',
      level: 'observe',
      consequence: 'A client must treat an empty string like null.',
      async check(context) {
        const { objects } = await samplesOf(context);
        const blank = new Map<string, 'null' | '""' | 'null and ""'>();
        for (const { table, value } of objects) {
          for (const { name, blank: mayBeBlank } of table.fields) {
            const field = `${table.resource}.${name}`;
            const seen = value[name];
            if (!mayBeBlank || (seen !== null && seen !== '')) continue;
            const kind = seen === null ? 'null' : '""';
            const known = blank.get(field) ?? kind;
            blank.set(field, known === kind ? kind : 'null and ""');
          }
        }
        context.observe(Object.fromEntries([...blank].sort(([a], [b]) => (a < b ? -1 : 1))));
      },
    }),
    requirement({
      id: 'conv.slashless',
      says: 'Paths appear both with and without a trailing slash: lists and objects accept both, directly or by one redirect',
      spec: 'Endpoints',
      compares: true,
      consequence: 'A client that leaves out the trailing slash gets an error.',
      async check(context) {
        // The root has a requirement of its own.
        const paths = EVERY_PATH.filter(({ path }) => path !== '');
        const wrong = await readOneOfEach(paths, context, (as, own, path) =>
          slashlessMismatches(as, own, queryOf(path)),
        );
        context.expect.each(wrong, 'no list and no object can be read', (mismatches) =>
          context.expect.none(mismatches, 0),
        );
      },
    }),
    ...addresses,
    ...mails,
  ],
};

/** A list, and an object if there is one, read with this Accept header; without any if it is empty. */
async function readAccepting(accept: string, where: Where): Promise<Answer[]> {
  const api = where.api.signedIn();
  const list = await readableList(where.api, 'patches/');
  const [cover] = await readable(() => firstRows(where.api, 'covers/'));
  const paths = [list, ...(cover === undefined ? [] : [`covers/${idOf(cover)}/`])];
  return Promise.all(paths.map((path) => api.get(path, { headers: { accept } })));
}

/** Declares that what is read in a way is returned as JSON. */
function json(
  declared: Pick<Requirement, 'id' | 'says' | 'consequence'>,
  read: (where: Where) => Promise<Answer[]>,
): Requirement {
  return convention({
    ...declared,
    async check(context) {
      const answers = await read(context);
      // That a path without a version is not there is a matter of `version.latest`.
      const there = answers.filter(({ status, url }) => status !== 404 || inApi(url)?.version);
      context.expect.each(there, 'no list and no object can be read', (answer) => {
        context.expect.status(answer, 200);
        context.expect.json(answer);
      });
    },
  });
}

/** The root, every list, one list as an authenticated caller, and every path with an id. */
async function readsOf(where: Where): Promise<Answer[]> {
  const { api } = where;
  const answers = await Promise.all([
    api.get(''),
    firstPage(api.signedIn(), 'bundles/'),
    ...TOP_LISTS.map(({ path }) => firstPage(api, path)),
  ]);
  return [...answers, ...(await readExisting(where))].filter(({ status }) => status === 200);
}
