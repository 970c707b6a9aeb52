import { type Answer, named } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { CHECKS, CHECKS_LISTED_SINCE } from '../check-writes/made.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { isPossible } from '../write-rules/callers.js';
import { rowsOf, seen } from '../write-rules/change.js';
import { idIn } from '../write-rules/creation.js';
import { checksOfPatch, eventsOfPatch, type List } from '../write-rules/lists.js';
import { COMMENT, PROJECT } from '../write-rules/subjects.js';
import { type Command, commandOf, type Sequence } from './sequence.js';
import { isWhole, type Look, type Step, type Trial } from './trial.js';

/** The most writes of a sequence: each marked comment is an event on some instances. */
const MOST_WRITES = 3;

/** The fields of a check: no write changes them. */
const FIELDS = ['state', 'target_url', 'context', 'description', 'date'] as const;

/** The roles that look: what they are shown is public. */
const READERS: readonly Role[] = ['anonymous', 'maintainer'];

/** The checks of the patch of the run, and what was seen of them: it is to stay so. */
interface CheckModel {
  /** The check that the sequence has made, as its id shows it. */
  own: Seen;
  path: string;
  /** The rows of the list that were there before, or with the new check. */
  rows: Seen[];
  /** How many events tell of a check, by its id. */
  events: Map<number, number>;
}

/** How a sequence began: checks cannot be taken back, so that one is made in a version. */
interface Begun {
  model: CheckModel;
  steps: readonly Step[];
}

/** Checks and their events, while other objects are written that have to do with the same patch. */
export const CHECK_SEQUENCE: Sequence<CheckModel> = {
  what: 'checks',
  requests: 11,
  least: 11,
  begins: 1,
  owner: 'maintainer',
  onlyOnce: true,
  async begin(trial) {
    const { api, instance } = trial.context;
    const key = `the check of a sequence in ${api.version}`;
    const { model, steps } = await instance.once(key, async (): Promise<Begun> => {
      const begun = await make(trial);
      return { model: begun, steps: trial.steps.splice(0) };
    });
    trial.steps.push(...steps);
    return model;
  },
  async commands(fc, context) {
    const { write } = context;
    const commands = [];
    if (isPossible(() => write.project())) {
      const path = await PROJECT.path(context);
      const addresses = ['1', '2'].map((part) => `https://web-url.example.org/conformance/${part}`);
      commands.push(
        fc.constantFrom(...addresses).map((web_url) => writing('change', path, { web_url })),
      );
    }
    if (COMMENT.versions.includes(context.api.version) && isPossible(() => write.comment())) {
      const path = await COMMENT.path(context);
      commands.push(fc.boolean().map((addressed) => writing('mark', path, { addressed })));
    }
    const look = fc.tuple(fc.nat(2), fc.constantFrom(...READERS)).map(([which, role]) =>
      commandOf<CheckModel>(
        `look as ${role}`,
        () => true,
        async ({ model, trial }) => {
          const all = looksOf(model, trial, role);
          const chosen = all[which % all.length];
          if (chosen !== undefined) await trial.look(chosen);
        },
      ),
    );
    return [...commands, look];
  },
  // Each look is a request: the check, the list and the events.
  ending: () => 3,
  looks: (model, trial) => looksOf(model, trial, 'anonymous'),
};

/** Makes a check of the same context as an earlier one, if there is any, and sees what is there then. */
async function make(trial: Trial): Promise<CheckModel> {
  const { context } = trial;
  const { path } = checksOfPatch(context);
  const before = await listed(trial);
  const events = await told(trial);
  const caller = context.write.ownId('maintainer');
  const last = before.findLast((row) => at(row, 'user', 'id').value === caller);
  const given = last === undefined ? undefined : at(last, 'context').value;
  const label = typeof given === 'string' ? given : 'conformance';
  const sent = { ...CHECKS.sound(context), context: label, description: context.write.name() };
  const answer = await trial.send('maintainer', 'POST', path, sent);
  const id = idIn(answer.json);
  if (answer.status >= 300 || id === undefined) {
    return inconclusive(`no check could be made: ${named(answer)} answered ${answer.status}`);
  }
  const own = await trial.get('anonymous', `${path}${id}/`);
  if (own.status !== 200) inconclusive(`${named(own)} answered ${own.status}`);
  const model = { own: seen(own), path: `${path}${id}/`, rows: before, events };
  // Those that were there before still are; whether the new one is told of is a requirement of its own.
  const list = lookAtList(model, trial, 'anonymous', (rows) => {
    model.rows.push(...rows.filter((row) => idIn(row.value) === id));
  });
  if (lists(trial)) await trial.look(list);
  model.events = await told(trial);
  return model;
}

function lists({ context }: Trial): boolean {
  return since(CHECKS_LISTED_SINCE).includes(context.api.version);
}

async function listed(trial: Trial): Promise<Seen[]> {
  return lists(trial) ? [...rowsOf(await asked(trial, checksOfPatch(trial.context)))] : [];
}

async function told(trial: Trial): Promise<Map<number, number>> {
  return counted(await asked(trial, eventsOfPatch(trial.context)));
}

function asked(trial: Trial, { path, query, role }: List): Promise<Answer> {
  return trial.get(role, path, { ...query, per_page: LARGEST_PAGE });
}

/** How many of the events of an answer tell of each check. */
function counted(answer: Answer): Map<number, number> {
  const counts = new Map<number, number>();
  for (const event of rowsOf(answer)) {
    const id = idIn(at(event, 'payload', 'check').value);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Each way of looking at the checks, as a role: by id, in their list, by what tells of them. */
function looksOf(model: CheckModel, trial: Trial, role: Role): Look[] {
  const list = lists(trial) ? [lookAtList(model, trial, role)] : [];
  return [lookAtOwn(model, trial, role), ...list, lookAtEvents(model, trial, role)];
}

function lookAtOwn({ own, path }: CheckModel, trial: Trial, role: Role): Look {
  return {
    name: `read as ${role}`,
    async run() {
      const answer = await trial.get(role, path);
      if (trial.expectStatus('state', answer, 200)) expectSame(own, seen(answer), trial);
    },
  };
}

function lookAtList(
  model: CheckModel,
  trial: Trial,
  role: Role,
  shown: (rows: readonly Seen[]) => void = () => {},
): Look {
  return {
    name: `list as ${role}`,
    async run() {
      const answer = await asked(trial, { ...checksOfPatch(trial.context), role });
      // What answers no list is a requirement of its own.
      if (answer.status !== 200) return;
      const rows = rowsOf(answer);
      const ids = rows.map((row) => idIn(row.value));
      for (const check of model.rows) {
        const id = idIn(check.value);
        const row = rows[ids.indexOf(id)];
        if (row !== undefined) expectSame(check, row, trial);
        else if (isWhole(answer)) {
          const place = { ...seen(answer), value: ids };
          trial.expect('state', false, place, 'checks of the patch', `${id} among them, as before`);
        }
      }
      shown(rows);
    },
  };
}

/** Each check is told of as often as it was right after it was made. */
function lookAtEvents({ events }: CheckModel, trial: Trial, role: Role): Look {
  return {
    name: `events as ${role}`,
    async run() {
      const answer = await asked(trial, { ...eventsOfPatch(trial.context), role });
      if (answer.status !== 200 || !isWhole(answer)) return;
      const counts = counted(answer);
      for (const [id, due] of events) {
        const place = { ...seen(answer), value: counts.get(id) ?? 0 };
        trial.expect(
          'state',
          place.value === due,
          place,
          `events of check ${id}`,
          `${due}, as before`,
        );
      }
    },
  };
}

function expectSame(check: Seen, object: Seen, trial: Trial): void {
  for (const field of FIELDS) {
    const [due, place] = [at(check, field), at(object, field)];
    if (due.value === undefined || place.value === undefined) continue;
    const holds = sameValue(place.value, due.value);
    trial.expect('state', holds, place, `\`${field}\``, `${canonical(due.value)}, as before`);
  }
}

function writing(text: string, path: string, json: object): Command<CheckModel> {
  return commandOf(
    text,
    ({ trial }) => trial.writes < MOST_WRITES,
    ({ trial }) => trial.send('maintainer', 'PATCH', path, json),
  );
}
