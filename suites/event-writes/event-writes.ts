import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { Memo } from '../../harness/memo.js';
import { isObject, type Seen, valueAt } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import { firstRows } from '../support/first-rows.js';
import {
  acceptNone,
  expectActor,
  expectCaused,
  hasValues,
  newEvents,
  type PayloadValue,
} from '../support/writing/caused-events.js';
import { type List, readLists } from '../support/writing/lists.js';

/** A field of a patch whose updates are reported by events. */
interface Watched {
  field: 'state' | 'delegate';
  category: string;
  /** A value of the field or of a payload, as it can be compared. */
  as(value: unknown): unknown;
}

const STATE: Watched = {
  field: 'state',
  category: 'patch-state-changed',
  // States are returned by name or as in URLs: "Under Review", `under-review`.
  as: (value) =>
    typeof value === 'string' ? value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') : value,
};

const DELEGATE: Watched = {
  field: 'delegate',
  category: 'patch-delegated',
  // A user is embedded, and sent as an id.
  as: (value) => (isObject(value) ? value.id : value),
};

/** Events that updates of a patch cause. */
export const eventWrites: Group = {
  name: 'event-writes',
  requirements: [
    requirement({
      id: 'event.written',
      says: 'An event that an update of a patch causes has the values before and after it',
      spec: 'Events',
      versions: WRITABLE_VERSIONS,
      needs: ['writes', 'maintainer'],
      consequence:
        'A client that follows events takes an old state or delegate for the current one.',
      // docs/api.md documents no update of a patch, but clients send them: only an event that is emitted is
      // checked (docs/verdicts.md B-47).
      async check(context) {
        const { expect } = context;
        expect.all(await updates(context), ({ judge }) => judge(context));
      },
    }),
    requirement({
      id: 'event.written.actor',
      says: 'The actor of an event that an update of a patch causes is the caller',
      spec: 'Events',
      // Whose `actor` it is: not shown.
      level: 'should',
      versions: WRITABLE_VERSIONS,
      needs: ['writes', 'maintainer'],
      consequence: 'A client that follows events takes an update for that of another user.',
      async check(context) {
        const { accept, expect, write } = context;
        const events = (await updates(context)).flatMap(({ event }) => event ?? []);
        if (events.length === 0) return accept('no event is emitted');
        expect.all(events, (event) => expectActor(context, event, [write.ownId('maintainer')]));
      },
    }),
  ],
};

/** What an update caused: the event, if there is one, and the assertion on it. */
interface Updated {
  event?: Seen;
  judge(context: CheckContext): void;
}

const UPDATES = new Memo<Updated[]>();

/** Updates the patch, once in a version. */
function updates(context: CheckContext): Promise<Updated[]> {
  const { api, instance, write } = context;
  return instance.once(UPDATES, [api.version], async () => {
    const own = write.ownId('maintainer');
    await write.ready(api.as('maintainer'), `patches/${write.patch()}/`);
    const [state, delegate] = await patchNow(context, STATE, DELEGATE);
    const states = (await firstRows(api, 'patches/')).map((row) => valueAt(row, 'state'));
    const another = states.find((each) => typeof each === 'string' && each !== state);
    const caused = another === undefined ? [] : [await updated(context, STATE, another)];
    // To a delegate, and from one.
    for (const value of DELEGATE.as(delegate) === own ? [null, own] : [own, null]) {
      caused.push(await updated(context, DELEGATE, value));
    }
    return caused;
  });
}

async function patchNow({ api, write }: CheckContext, ...watched: Watched[]): Promise<unknown[]> {
  const patch = await api.as('maintainer').object(`patches/${write.patch()}/`);
  return watched.map(({ field }) => valueAt(patch, field));
}

/** Updates a field; returns the event that it caused, and the assertion on it. */
async function updated(context: CheckContext, watched: Watched, value: unknown): Promise<Updated> {
  const { api, write } = context;
  const { field, category } = watched;
  const patch = write.patch();
  const path = `patches/${patch}`;
  const list: List = { path: 'events/', query: { category, patch }, role: 'anonymous' };
  const [previous] = await patchNow(context, watched);
  const earlier = [...write.changesOf(path, field)];
  const [before] = await readLists(context, [list]);
  const json = { [field]: value };
  const answer = await write.send(api.as('maintainer'), 'PATCH', `${path}/`, { json });
  if (answer.status >= 300) {
    const says = `a patch cannot be updated: ${named(answer)} returned ${answer.status}`;
    return { judge: ({ accept }) => accept(says) };
  }
  const payload = changeIn(watched, previous ?? null, value);
  const found = await newEvents(context, list, {
    before,
    isAbout: (event) =>
      valueAt(event, 'category') === category && valueAt(event, 'payload', 'patch', 'id') === patch,
    isCaused: (event) => hasValues(event, payload),
  });
  const own = found.filter((event) => hasValues(event, payload));
  const by = write.ownId('maintainer');
  // Other values are those of an earlier write, whose event comes late, or of another user, or wrong.
  const [wrong] = found.filter(
    (event) =>
      !earlier.some(({ from, to }) => hasValues(event, changeIn(watched, from, to))) &&
      (valueAt(event, 'actor', 'id') ?? by) === by,
  );
  const event = own[0] ?? wrong;
  return {
    event,
    judge(checked) {
      if (event === undefined) return acceptNone(checked, before);
      if (own.length > 1) checked.accept('an update causes several events');
      expectCaused(checked, event, { answer, payload });
    },
  };
}

/** The values of a change in the payload of its event. */
function changeIn({ field, as }: Watched, from: unknown, to: unknown): PayloadValue[] {
  return [
    { path: [`previous_${field}`], due: from, as },
    { path: [`current_${field}`], due: to, as },
  ];
}
