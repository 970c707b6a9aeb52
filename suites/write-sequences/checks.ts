import { type Answer, named } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { ROLES, type Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { CHECKS, CHECKS_LISTED_SINCE } from '../check-writes/made.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { canSignIn, isPossible } from '../write-rules/callers.js';
import { rowsOf, seen } from '../write-rules/change.js';
import { idIn } from '../write-rules/creation.js';
import { checksOfPatch, eventsOfPatch, type List } from '../write-rules/lists.js';
import { COMMENT, PROJECT } from '../write-rules/subjects.js';
import { type Command, commandOf, type Sequence } from './sequence.js';
import type { Look, Step, Trial } from './trial.js';

/** The most writes of a sequence: each marked comment is an event on some instances. */
const MOST_WRITES = 3;

/** The fields of a check that no write changes. */
const FIELDS = ['state', 'target_url', 'context', 'description', 'date'] as const;

/** The checks of the patch of the run, as they should be. */
interface CheckModel {
  /** The list of the checks of the patch. */
  collection: string;
  /** The check that the sequence has made. */
  own: Seen;
  /** Those that were there before and are of the same context, in versions that list them. */
  earlier: readonly Seen[];
  /** The ids of the checks whose events were listed before. */
  told: readonly number[];
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
  onlyOnce: true,
  async begin(trial) {
    const { api, instance } = trial.context;
    const { model, steps } = await instance.once(
      `the check of a sequence in ${api.version}`,
      async (): Promise<Begun> => {
        const begun = await make(trial);
        return { model: begun, steps: trial.steps.splice(0) };
      },
    );
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
    const readers = ROLES.filter((role) => canSignIn(context, role));
    const look = fc.tuple(fc.nat(2), fc.constantFrom(...readers)).map(([which, role]) =>
      commandOf<CheckModel>(
        'look',
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
  // Each look is a request: two checks, their list and their events.
  ending: ({ earlier }) => earlier.length + 3,
  looks: (model, trial) => looksOf(model, trial, 'anonymous'),
};

/** A check of the same context as an earlier one of the run, if there is any. */
async function make(trial: Trial): Promise<CheckModel> {
  const { context } = trial;
  const { path } = checksOfPatch(context);
  const lists = since(CHECKS_LISTED_SINCE).includes(context.api.version);
  const before = lists ? rowsOf(await listed(trial, checksOfPatch(context))) : [];
  const events = rowsOf(await listed(trial, eventsOfPatch(context)));
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
  const alike = before.filter((row) => at(row, 'context').value === label);
  return {
    collection: path,
    own: seen(answer),
    earlier: alike.slice(-1),
    told: events.flatMap((event) => idIn(at(event, 'payload', 'check').value) ?? []),
  };
}

function listed(trial: Trial, { path, query, role }: List): Promise<Answer> {
  return trial.get(role, path, { ...query, per_page: LARGEST_PAGE });
}

/** Each way of looking at the checks, as a role: by id, in their list, by what tells of them. */
function looksOf(model: CheckModel, trial: Trial, role: Role): Look[] {
  const lists = since(CHECKS_LISTED_SINCE).includes(trial.context.api.version);
  const all = [...model.earlier, model.own];
  return [
    ...all.map((check) => lookAt(check, model, trial, role)),
    ...(lists ? [lookAtList(all, trial, role)] : []),
    lookAtEvents(model, trial, role),
  ];
}

function lookAt(check: Seen, { collection }: CheckModel, trial: Trial, role: Role): Look {
  const id = idIn(check.value);
  const name = `read ${id} as ${role}`;
  return {
    name,
    async run() {
      const answer = await trial.get(role, `${collection}${id}/`);
      if (!trial.expectStatus('state', answer, 200)) return;
      expectSame(check, seen(answer), trial);
    },
  };
}

function lookAtList(all: readonly Seen[], trial: Trial, role: Role): Look {
  const name = `list as ${role}`;
  return {
    name,
    async run() {
      const answer = await listed(trial, { ...checksOfPatch(trial.context), role });
      if (!trial.expectStatus('state', answer, 200)) return;
      const rows = rowsOf(answer);
      for (const check of all) {
        const id = idIn(check.value);
        const row = rows.find((each) => idIn(each.value) === id);
        if (row !== undefined) expectSame(check, row, trial);
        else if (rows.length < LARGEST_PAGE) {
          const ids = { ...seen(answer), value: rows.map((each) => idIn(each.value)) };
          trial.expect('state', false, ids, 'checks of the patch', `${id} among them`);
        }
      }
    },
  };
}

/** Each check is told of once, and those that were told of before still are. */
function lookAtEvents({ own, told }: CheckModel, trial: Trial, role: Role): Look {
  const name = `events as ${role}`;
  return {
    name,
    async run() {
      const answer = await listed(trial, { ...eventsOfPatch(trial.context), role });
      if (!trial.expectStatus('state', answer, 200)) return;
      const rows = rowsOf(answer);
      if (rows.length >= LARGEST_PAGE) return;
      const ids = rows.map((event) => idIn(at(event, 'payload', 'check').value));
      // Others may make checks of the patch at the same time.
      for (const id of new Set([...told, idIn(own.value)])) {
        const due = Math.max(1, countOf(told, id));
        const place = { ...seen(answer), value: countOf(ids, id) };
        const holds = place.value === due;
        trial.expect('state', holds, place, `events of check ${id}`, `${due}, as before`);
      }
    },
  };
}

function countOf(ids: readonly unknown[], id: unknown): number {
  return ids.filter((each) => each === id).length;
}

function expectSame(check: Seen, object: Seen, trial: Trial): void {
  for (const field of FIELDS) {
    const [due, place] = [at(check, field), at(object, field)];
    if (due.value === undefined || place.value === undefined) continue;
    const holds = sameValue(place.value, due.value);
    trial.expect('state', holds, place, `\`${field}\``, canonical(due.value));
  }
}

function writing(text: string, path: string, json: object): Command<CheckModel> {
  return commandOf(
    text,
    ({ trial }) => trial.writes < MOST_WRITES,
    ({ trial }) => trial.send('maintainer', 'PATCH', path, json),
  );
}
