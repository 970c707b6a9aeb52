import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { elements, type Seen, seen, valueAt } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive, NotInVersion } from '../../../harness/violation.js';
import { readable } from '../readable.js';
import { type Attempt, attempt, isAccepted, type Row, waysOf } from './attempt.js';
import { ofEach } from './attempt-rule.js';
import { canSignIn } from './callers.js';
import { type Creating, type CreationTable, made } from './creation.js';
import { readLists } from './lists.js';
import { refusesCaller, refusesInvalid, refusesNoObject } from './refusals.js';
import { fieldsIn, writes } from './subject.js';

const NO_OBJECTS = ['an array', 'null', 'broken JSON', 'nothing', 'XML'] as const;

/** Those that an instance may take for an object without fields. */
const EMPTY: readonly string[] = ['null', 'nothing'];

/** A collection, with the table of the POSTs that must create nothing. */
export function creating(declared: Omit<Creating, 'look' | 'table'>): Creating {
  const own: Creating = {
    ...declared,
    async look(context) {
      const list = own.list(context);
      const [page] = list === undefined ? [] : await readLists(context, [list]);
      // Where no version has the list, only the known object is read.
      return page ?? context.api.as(own.reader).get((await made(context, own)).path);
    },
    table: (context) => refusedPosts(context, own),
  };
  return own;
}

async function refusedPosts(context: CheckContext, own: Creating): Promise<CreationTable> {
  const { id } = await made(context, own);
  const { role, wrong, wrongInForm } = own;
  const fields = fieldsIn(own, context.api.version);
  const values = (more: object = {}) => {
    return () => Object.entries({ ...own.sound(context), ...more });
  };
  const post = (name: string, parts: Partial<Row>): Row => {
    return { name, role, method: 'POST', encoding: 'JSON', values: values(), ...parts };
  };
  const invalid = (name: string, value: unknown, what = `POST of an invalid \`${name}\``) => {
    const sent = { ...own.marked(context), [name]: value };
    return post(what, { values: values(sent), invalid: name });
  };
  const inForm = fields.flatMap(({ name, wrongInForm: usual }): Row[] => {
    const value = wrongInForm?.[name] ?? usual;
    if (value === undefined) return [];
    return [
      { ...invalid(name, value, `form-encoded POST of an invalid \`${name}\``), encoding: 'form' },
    ];
  });
  const unknown = Object.entries(own.unknown?.(context) ?? {});
  return {
    id,
    invalid: [
      ...fields.map(({ name, wrong: usual }) => invalid(name, wrong[name] ?? usual)),
      ...inForm,
      ...unknown.map(([name, value]) =>
        invalid(name, value, `POST of an unknown object in \`${name}\``),
      ),
    ],
    allInvalid: [
      post('POST of invalid values of every field', {
        values: () => fields.map(({ name, wrong: usual }) => [name, wrong[name] ?? usual]),
      }),
    ],
    untyped: (['JSON', 'form'] as const).map((encoding) =>
      post(`${encoding} POST without Content-Type`, {
        encoding: `${encoding} without Content-Type`,
      }),
    ),
    noObject: async () => {
      const empty = post('POST of an empty object', { values: () => [] });
      // No field is said to be required: where none is, the empty ones would create further objects.
      const isEnough = isAccepted(await attempt(context, own, empty));
      const kinds = NO_OBJECTS.filter((kind) => !(isEnough && EMPTY.includes(kind)));
      return [
        ...kinds.map((encoding) => post(`POST of ${encoding}`, { encoding })),
        post('POST of an object as each value', {
          values: () => fields.map(({ name }) => [name, {}]),
        }),
      ];
    },
    refused: async (caller) => {
      const ways = await waysOf(context, caller, own);
      const rows = ways.map((way): Row => ({ ...way, values: values() }));
      const [first] = rows;
      const as = values({ [own.author]: context.write.ownId(role) });
      const name = `${first?.name}, as the role ${role}`;
      if (first) rows.push({ ...first, name, values: as, mayBeInvalid: true });
      return rows;
    },
  };
}

/** Requirements on a POST that must create nothing. */
export function creationRefusals(own: Creating): Requirement[] {
  const { what, route, id, nothingMade, unauthorized } = own;
  return [
    ...refusesInvalid(own),
    ofEach(own, {
      id: nothingMade,
      says: `A POST of a ${what} that is refused creates none`,
      spec: 'Errors',
      consequence: `A user who corrects an error and tries again finds two ${what}s, one of them invalid.`,
      async rows(table, context) {
        const rows = [...table.invalid, ...(await table.noObject())];
        for (const caller of unauthorized.filter(({ role }) => canSignIn(context, role))) {
          rows.push(...(await readable(async () => [...(await table.refused(caller))])));
        }
        return rows;
      },
      among: ({ answer }) => answer.status >= 400,
      missing: 'no request was refused',
      expects: (context, done, table) => expectNothingMade(context, own, done, table),
    }),
    ofEach(own, {
      id: `${id}.untyped`,
      says: `POST of a ${what} without Content-Type, in JSON or as a form, creates none: "the header is required on writes"`,
      spec: 'Endpoints',
      consequence: `A request without a Content-Type, which is documented to have no effect, creates a ${what}.`,
      rows: (table) => table.untyped,
      expects(context, done, table) {
        // Where no version lists them, only a refusal tells that there is none.
        if (own.list(context) === undefined) context.expect.refusal(done.answer);
        else expectNothingMade(context, own, done, table);
        context.accept(`${done.row.name}: ${done.answer.status}`);
      },
    }),
    refusesNoObject(
      own,
      'an array, null, empty, or neither JSON nor a form, or has an object as each value,',
    ),
    writes(own, {
      id: `${id}.incomplete`,
      says: `POST \`${route}\` without one of the fields creates the ${what} or is refused with 4xx: no 5xx is documented`,
      spec: 'Errors',
      consequence: `A client that omits a field of a new ${what} reports that the server is down.`,
      async check(context) {
        const { api, expect, write } = context;
        await made(context, own);
        const path = await own.path(context);
        const answers: Answer[] = [];
        for (const name of Object.keys(own.sound(context))) {
          const json = { ...own.sound(context), [name]: undefined };
          answers.push(await write.send(api.as(own.role), 'POST', path, { json }));
        }
        expect.each(answers, `the ${what} has no fields`, (answer) => {
          if (answer.status >= 400) context.expect.refusal(answer);
        });
      },
    }),
    ...unauthorized.map((caller) => refusesCaller(own, caller)),
  ];
}

/** Expects no object that this run may have created in the list that was not there before. */
function expectNothingMade(
  context: CheckContext,
  own: Creating,
  { answer, before, after }: Attempt,
  { id }: CreationTable,
): void {
  if (own.list(context) === undefined)
    throw new NotInVersion(`no version that must list ${own.what}s is offered`);
  for (const list of [before, after]) {
    if (elements(list).some((row) => own.isAbout(row, id))) continue;
    inconclusive(`the list of ${own.what}s does not show the one that was created`);
  }
  const known = elements(before).map((row) => valueAt(row, 'id'));
  const ours = elements(after).filter((row) => own.mayBeMade(context, row));
  const ids = ours.map((row) => valueAt(row, 'id')).filter((each) => !known.includes(each));
  const found: Seen = { ...seen(answer), value: ids };
  context.expect.that(ids.length === 0, found, 'new ids in the list after the refusal', 'none');
}
