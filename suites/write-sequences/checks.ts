import { type Answer, named } from '../../harness/client/answer.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import { isOfAnotherRun, MARKED_PATH } from '../../harness/writing/temporary-values.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { canonical, sameValue } from '../support/comparison.js';
import { isPossible } from '../support/writing/callers.js';
import { rowsOf } from '../support/writing/change.js';
import { CHECKS, CHECKS_LISTED_SINCE } from '../support/writing/created-checks.js';
import { idIn, whyNotCreated } from '../support/writing/creation.js';
import { checksOfPatch, eventsOfPatch, type List } from '../support/writing/lists.js';
import { COMMENT, PROJECT } from '../support/writing/subjects.js';
import { type Command, commandOf, type Sequence } from './sequence.js';
import { isWhole, type Look, type Step, type Trial } from './trial.js';

/**
 * The largest number of writes in a sequence: each marked comment creates an event on some
 * instances.
 */
const MOST_WRITES = 3;

/** The fields of a check that no write changes. */
const FIELDS = ['state', 'target_url', 'context', 'description', 'date'] as const;

/** The roles that read; checks are public. */
const READERS: readonly Role[] = ['anonymous', 'maintainer'];

/** The checks on the patch of the run, which must not change. */
interface CheckModel {
  /** The check created by the sequence, as read by its id. */
  own: Seen;
  path: string;
  /** The items of the list before the new check, and the new check. */
  rows: Seen[];
  /** The number of events per check id. */
  events: Map<number, number>;
}

/** The start of a sequence: checks cannot be deleted, so one is created per version. */
interface Begun {
  model: CheckModel;
  steps: readonly Step[];
}

/** Checks and their events, while related objects are written. */
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
      const addresses = ['1', '2'].map(
        (part) => `https://web-url.example.org/${MARKED_PATH}${part}`,
      );
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
  // Three reads: the check, the list and the events.
  ending: () => 3,
  looks: (model, trial) => looksOf(model, trial, 'anonymous'),
};

/**
 * Creates a check with the context of an earlier one, if there is one, and reads the state after
 * it.
 */
async function make(trial: Trial): Promise<CheckModel> {
  const { context } = trial;
  const { path } = checksOfPatch(context);
  const before = await listed(trial);
  const events = await told(trial);
  const caller = context.write.ownId(context.write.checker());
  const last = before.findLast(
    (row) =>
      at(row, 'user', 'id').value === caller &&
      !isOfAnotherRun(at(row, 'context').value, context.write.marker),
  );
  const given = last === undefined ? undefined : at(last, 'context').value;
  const label = typeof given === 'string' ? given : context.write.marker;
  const sent = { ...CHECKS.sound(context), context: label, description: context.write.name() };
  const answer = await trial.send('maintainer', 'POST', path, sent);
  const id = idIn(answer.json);
  if (answer.status >= 300 || id === undefined) {
    return inconclusive(whyNotCreated('check', answer));
  }
  const own = await trial.get('anonymous', `${path}${id}/`);
  if (own.status !== 200) inconclusive(`${named(own)} returned ${own.status}`);
  const model = { own: seen(own), path: `${path}${id}/`, rows: before, events };
  // Earlier checks must still be listed; whether the new one is listed has a requirement of its
  // own.
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

/** The number of events per check in a response. */
function counted(answer: Answer): Map<number, number> {
  const counts = new Map<number, number>();
  for (const event of rowsOf(answer)) {
    const id = idIn(at(event, 'payload', 'check').value);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** All reads of the checks by a role: by id, in the list, and in events. */
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
      // A response that is not a list has a requirement of its own.
      if (answer.status !== 200) return;
      const rows = rowsOf(answer);
      const ids = rows.map((row) => idIn(row.value));
      for (const check of model.rows) {
        const id = idIn(check.value);
        const row = rows[ids.indexOf(id)];
        if (row !== undefined) expectSame(check, row, trial);
        else if (isWhole(answer)) {
          const place = { ...seen(answer), value: ids };
          trial.expect(
            'state',
            false,
            place,
            'checks of the patch',
            `${id} in the list, as before`,
          );
        }
      }
      shown(rows);
    },
  };
}

/** Each check has as many events as right after its creation. */
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
