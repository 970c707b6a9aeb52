import fc from 'fast-check';
import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { Memo } from '../../../harness/memo.js';
import { at, isObject, valueAt } from '../../../harness/place.js';
import { mixed } from '../../../harness/property.js';
import { UNKNOWN_ID } from '../../../harness/write.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { VERSIONS } from '../../../specification/versions.js';
import { versionsOfWrites } from '../../../specification/writable.js';
import { readable } from '../readable.js';
import { ANONYMOUS, schemesOf, type UnauthorizedCaller } from './callers.js';
import {
  anotherRole,
  creation,
  type Made,
  made,
  readBack,
  type Sent,
  withFieldsOfService,
} from './creation.js';
import {
  eventsOfChecks,
  type List,
  listOfChecks,
  patchOfChecks,
  pathOfChecks,
  readLists,
} from './lists.js';
import { creating } from './refused-creations.js';
import type { TriedText } from './stored-texts.js';
import { fieldsOf, formOf, type SubjectField } from './subject.js';
import { TEXT_PROPERTIES, textWith, URL_PROPERTIES } from './unusual-texts.js';
import { plainValues } from './values.js';

/** The only state that docs/api.md names ("Check"). */
const NAMED_STATE = 'pending';

/** A date that no check of this run can have. */
const LONG_AGO = '2001-02-03T04:05:06Z';

const NO_MAINTAINER: UnauthorizedCaller = {
  id: 'other',
  role: 'other',
  who: 'a user who does not maintain the project',
  methods: ['POST'],
  expectUninvolved: ({ write }) => write.expectUninvolved('patch'),
};

/**
 * The checks on a patch of the project. Checks cannot be deleted, so all requirements share one created
 * from JSON and one from a form.
 */
export const CHECKS = creating({
  what: 'check',
  resource: 'check',
  id: 'check.create',
  route: 'patches/{id}/checks/',
  spec: 'Check',
  versions: versionsOfWrites('check', 'create'),
  role: 'maintainer',
  reader: 'anonymous',
  author: 'user',
  fields: fieldsOf('check', 'create'),
  wrong: { target_url: 'no address' },
  wrongInForm: { target_url: 'no address' },
  unauthorized: [{ ...ANONYMOUS, methods: ['POST'] }, NO_MAINTAINER],
  nothingMade: 'check.create.refused.nothing-made',
  path: async (context) => pathOfChecks(context),
  list: (context) => listOfChecks(context)[0],
  otherLists: async (context) => [
    ...(await checksOfAnotherPatch(context)),
    eventsOfChecks(context),
  ],
  // "Other values are not named": a state that the instance shows need not be one that it takes.
  async drafts(context) {
    const values = randomValues(context);
    const states = new Set([await anotherState(context), NAMED_STATE]);
    return [...states].map((state) => ({ state, ...values }));
  },
  sound: ({ write }) => ({ state: NAMED_STATE, context: write.marker }),
  marked: ({ write }) => ({ description: write.marker }),
  setByService: async (context) => ({
    ...anotherRole(context, 'user', 'maintainer'),
    date: LONG_AGO,
  }),
  mayBeMade: ({ write }, row) => {
    const texts = ['context', 'description'].map((name) => at(row, name).value ?? '');
    return texts[0] === '' || texts.some((text) => String(text).includes(write.marker));
  },
  // Nobody can change a check through the API; what an event embeds may be changed by anybody.
  isOnlyOurs: (_context, row) => valueAt(row, 'payload') === undefined,
  // An event has an id of its own, which a check may have as well.
  isAbout: (row, id) =>
    id === valueAt(row, ...(valueAt(row, 'payload') ? ['payload', 'check', 'id'] : ['id'])),
});

/** The check created in this version; inconclusive if it could not be created or read. */
export function madeCheck(context: CheckContext): Promise<Made> {
  return made(context, CHECKS);
}

/** A check that was sent in a form. */
export interface CheckByForm {
  sent: Sent;
  answer: Answer;
  /** The check by its id; undefined if there is no id. */
  read: Answer | undefined;
  /** The list of checks afterwards; undefined if no version has it. */
  list: Answer | undefined;
}

const BY_FORM = new Memo<CheckByForm>();

/**
 * Creates a check by a form, once in a version, with the state and the context of the first one: a server may take it
 * for a newer result of the same test. The first one was signed in by token;
 * this one is by username and password if the role has them.
 */
export function checkByForm(context: CheckContext): Promise<CheckByForm> {
  const { api, instance, write } = context;
  return instance.once(BY_FORM, [api.version], async () => {
    const { sent: first, answer: made } = await creation(context, CHECKS);
    const values = { ...randomValues(context), context: first.context };
    const sent: Sent = { state: made.status < 400 ? first.state : NAMED_STATE, ...values };
    const path = pathOfChecks(context);
    // Where a maintainer may not create checks, another role does.
    const scheme = (await schemesOf(context, write.checker())).at(-1);
    const { answer } = await withFieldsOfService(context, CHECKS, sent, (body) =>
      write.send(api.as('maintainer'), 'POST', path, formOf(Object.entries(body)), { scheme }),
    );
    const read = await readBack(context, CHECKS, answer);
    const [list] = await readLists(context, listOfChecks(context));
    return { sent, answer, read, list };
  });
}

/** A check that was posted, and as it is read afterwards; undefined if the response has no id. */
interface Posted {
  answer: Answer;
  after: Answer | undefined;
}

/** Posts one more check of this state, `pending`. */
async function postPending(context: CheckContext, values: Sent): Promise<Posted> {
  const { api, write } = context;
  const json = { state: NAMED_STATE, ...values };
  const answer = await write.send(api.as('maintainer'), 'POST', pathOfChecks(context), { json });
  return { answer, after: await readBack(context, CHECKS, answer) };
}

type OfUnusualTexts = { tried: TriedText[]; last: Posted };

const OF_UNUSUAL_TEXTS = new Memo<OfUnusualTexts>();

/**
 * Creates one more check, once in a version, whose description has one of the properties of unusual texts, whose
 * `target_url` has one of those of URLs, and whose context has capital letters and underscores; without these two if
 * they are refused. Each version takes other properties: checks remain. Returns the last one that was posted, too.
 */
export function checkOfUnusualTexts(context: CheckContext): Promise<OfUnusualTexts> {
  const { api, instance, queries, write } = context;
  return instance.once(OF_UNUSUAL_TEXTS, [api.version], async () => {
    await madeCheck(context);
    const turn = Math.abs(mixed(queries.seed, 'texts of checks')) + VERSIONS.indexOf(api.version);
    const property = TEXT_PROPERTIES[turn % TEXT_PROPERTIES.length] ?? TEXT_PROPERTIES[0];
    const ofUrl = URL_PROPERTIES[turn % URL_PROPERTIES.length] ?? URL_PROPERTIES[0];
    const fieldNamed = (name: string) => CHECKS.fields.find((field) => field.name === name);
    const [label, description] = [fieldNamed('context'), fieldNamed('description')];
    const target = fieldNamed('target_url');
    if (!property || !ofUrl || !label || !description || !target) {
      throw new RangeError('a check has no texts');
    }
    const from = { id: 'check.create.texts', mark: write.marker };
    const [text, url] = [textWith(context, property, from), textWith(context, ofUrl, from)];
    const unusual = `${write.marker}_Ab`;
    const sent = { context: unusual, description: text, target_url: url };
    const first = await postPending(context, sent);
    const isTaken = first.answer.status < 300;
    const { target_url: _, ...without } = { ...sent, context: write.marker };
    const last = isTaken ? first : await postPending(context, without);
    const { json } = first.answer;
    // Of two values that were refused together, only what the response names is known.
    const isKnown = ({ name }: SubjectField) =>
      isTaken || (isObject(json) && Object.hasOwn(json, name));
    const tried = [
      { property: 'capitals and underscores', field: label, text: unusual, ...first },
      { property: ofUrl.name, field: target, text: url, ...first },
    ]
      .filter(({ field }) => isKnown(field))
      .concat({ property: property.name, field: description, text, ...last });
    return { tried, last };
  });
}

/** A check posted as `pending`: the one of unusual texts, or one of plain texts where those are refused. */
export async function pendingCheck(context: CheckContext): Promise<Posted & { state: string }> {
  const { sent, answer, read } = await madeCheck(context);
  if (sent.state === NAMED_STATE) return { answer, after: read, state: NAMED_STATE };
  const { last } = await checkOfUnusualTexts(context);
  const isTaken = last.answer.status < 300;
  const posted = isTaken ? last : await postPending(context, CHECKS.sound(context));
  return { ...posted, state: NAMED_STATE };
}

const ON_UNKNOWN_PATCH = new Memo<Answer>();

/** The response to the POST of a check on an unknown patch: sent once in a version. */
export function checkOnUnknownPatch(context: CheckContext): Promise<Answer> {
  const { api, instance, write } = context;
  return instance.once(ON_UNKNOWN_PATCH, [api.version], async () => {
    await madeCheck(context);
    const path = pathOfChecks(context, UNKNOWN_ID);
    const json = CHECKS.sound(context);
    return write.send(api.as('maintainer'), 'POST', path, { json });
  });
}

/** The checks of a patch to which this version adds none, if another patch is known to have some. */
async function checksOfAnotherPatch(context: CheckContext): Promise<List[]> {
  const patches = await readable(() => context.instance.patchesWithChecks(2));
  const other = patches.find((patch) => patch !== patchOfChecks(context));
  return other === undefined ? [] : listOfChecks(context, other);
}

/** The values that the seed generates: one check must do for all. */
function randomValues({ api, queries, write }: CheckContext): Record<string, unknown> {
  const values = plainValues(CHECKS.fields, { unlike: write.marker, mark: write.marker });
  const seed = mixed(queries.seed, `check ${api.version}`);
  return fc.sample(fc.noBias(values), { seed, numRuns: 1 })[0] ?? {};
}

/** A state that the instance uses, other than `pending`; `pending` if there is none. */
async function anotherState({ api, instance }: CheckContext): Promise<string> {
  const newest = api.in(instance.newest);
  const query = { category: 'check-created', per_page: LARGEST_PAGE };
  const events = await readable(() => newest.list('events/', query));
  const states = events.map((event) => valueAt(event, 'payload', 'check', 'state'));
  const other = states.find((state) => typeof state === 'string' && state !== NAMED_STATE);
  return typeof other === 'string' ? other : NAMED_STATE;
}
