import fc, { type Arbitrary } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { inconclusive, unanswered } from '../../harness/violation.js';
import { idOf } from '../../harness/writing/own-rows.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { isWhole } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { canSignIn } from '../support/writing/callers.js';
import { BUNDLE } from '../support/writing/subjects.js';
import { type Command, command, type Requests, type Sequence } from './sequence.js';

/** The largest number of bundles in a sequence, including deleted ones. */
const MOST_BUNDLES = 3;

/** The owner of the bundles. */
const OWNER = 'user';

/** A bundle as it should be. */
interface ModelBundle {
  id: number;
  path: string;
  public: boolean;
  isDeleted: boolean;
}

type BundleCommand = Arbitrary<Command<ModelBundle[]>>;

/** Who sees bundles that are made public and private, renamed, replaced, and created. */
export const VISIBILITY: Sequence<ModelBundle[]> = {
  what: 'visibility of bundles',
  requests: 20,
  begin: async (requests) => [await newBundle(requests)],
  commands(context) {
    const others = readersIn(context).filter((role) => role !== OWNER);
    const toggle = changing('PATCH', ({ public: before }) => ({ public: !before }));
    const rename = changing('PATCH', () => ({ name: context.write.name() }));
    const replace = changing('PUT', ({ public: before }) => ({
      name: context.write.name(),
      patches: context.write.patches().slice(0, 1),
      public: before,
    }));
    const read = fc
      .tuple(which(), fc.constantFrom(...others))
      .map(([index, role]) =>
        command<ModelBundle[]>((bundles, sent) => readOne(pick(bundles, index), role, sent)),
      );
    const list = fc
      .constantFrom(...others)
      .map((role) => command<ModelBundle[]>((bundles, sent) => readList(bundles, role, sent)));
    return [toggle, toggle, toggle, rename, replace, creating(), read, list];
  },
  async end(bundles, requests) {
    for (const role of readersIn(requests.context)) {
      await readOne(pick(bundles, 0), role, requests);
      await readList(bundles, role, requests);
    }
  },
  cleanUp: removeAll,
};

/** Bundles that are created, made public, renamed, and deleted. */
export const DELETION: Sequence<ModelBundle[]> = {
  what: 'deletion of bundles',
  requests: 8,
  begin: async (requests) => [await newBundle(requests)],
  commands(context) {
    const publish = changing('PATCH', () => ({ public: true }));
    const rename = changing('PATCH', () => ({ name: context.write.name() }));
    const remove = which().map((index) =>
      command<ModelBundle[]>(
        (bundles, sent) => removeOne(pick(bundles, index), sent),
        (bundles) => !pick(bundles, index).isDeleted,
      ),
    );
    return [publish, rename, remove, creating()];
  },
  async end(bundles, requests) {
    await removeAll(bundles, requests);
    for (const bundle of bundles) await readOne(bundle, OWNER, requests);
    for (const role of [OWNER, 'anonymous'] as const) await readList(bundles, role, requests);
  },
  cleanUp: removeAll,
};

/** The owner, anonymous callers, and other users. */
function readersIn(context: CheckContext): Role[] {
  const { write } = context;
  const others = (['other', 'maintainer'] as const).filter(
    (role) => canSignIn(context, role) && write.ownId(role) !== write.ownId(OWNER),
  );
  return [OWNER, 'anonymous', ...others];
}

/** A new private bundle; if DELETE is not offered, the bundle of the run. */
async function newBundle(requests: Requests): Promise<ModelBundle> {
  const { context } = requests;
  const { write } = context;
  const sent = { name: write.name(), patches: write.patches().slice(0, 1), public: false };
  // If no bundle can be created, that has a requirement of its own.
  const own = await BUNDLE.path(context);
  const answer = write.deletesBundles()
    ? await requests.send(OWNER, 'POST', 'bundles/', sent)
    : await requests.send(OWNER, 'PATCH', own, sent);
  const id = idOf(answer.json);
  if (answer.status >= 300 || id === undefined) {
    return inconclusive(
      `no bundle could be created or changed: ${named(answer)} returned ${answer.status}`,
      'failed-write',
    );
  }
  return { id, path: `bundles/${id}/`, public: false, isDeleted: false };
}

/** Picks a bundle: the first one in two of three cases. */
function which(): Arbitrary<number> {
  return fc.constantFrom(0, 0, 1);
}

function pick(bundles: readonly ModelBundle[], index: number): ModelBundle {
  const bundle = bundles[index % bundles.length];
  if (bundle === undefined) throw new RangeError('a sequence has no bundle');
  return bundle;
}

function creating(): BundleCommand {
  const create = command<ModelBundle[]>(
    async (bundles, requests) => {
      const { write } = requests.context;
      if (write.deletesBundles()) bundles.push(await newBundle(requests));
    },
    ({ length }) => length < MOST_BUNDLES,
  );
  return fc.constant(create);
}

/** Updates a bundle. A refusal has requirements of its own, but that of a deleted bundle. */
function changing(
  method: 'PATCH' | 'PUT',
  bodyOf: (bundle: ModelBundle) => { name?: string; public?: boolean },
): BundleCommand {
  return which().map((index) =>
    command(async (bundles, requests) => {
      const bundle = pick(bundles, index);
      const body = bodyOf(bundle);
      const answer = await requests.send(OWNER, method, bundle.path, body);
      if (bundle.isDeleted) return requests.context.expect.status(answer, 404);
      if (answer.status >= 300) unanswered(answer);
      bundle.public = body.public ?? bundle.public;
    }),
  );
}

async function removeOne(bundle: ModelBundle, requests: Requests): Promise<void> {
  const { status } = await requests.send(OWNER, 'DELETE', bundle.path);
  // The status of DELETE is unspecified.
  bundle.isDeleted = status < 300;
}

async function removeAll(bundles: readonly ModelBundle[], requests: Requests): Promise<void> {
  const { write } = requests.context;
  const left = bundles.filter(({ isDeleted }) => !isDeleted);
  if (write.deletesBundles()) {
    for (const bundle of left) await removeOne(bundle, requests);
  } else {
    for (const { path } of left) await requests.send(OWNER, 'PATCH', path, { public: false });
  }
}

/** "A bundle is visible if it is public or owned by the authenticated user." */
function isVisible(bundle: ModelBundle, role: Role): boolean {
  return !bundle.isDeleted && (bundle.public || role === OWNER);
}

async function readOne(bundle: ModelBundle, role: Role, requests: Requests): Promise<void> {
  const { expect } = requests.context;
  const answer = await requests.get(role, bundle.path);
  if (isVisible(bundle, role)) expect.status(answer, 200);
  // Roles other than the owner may get 403 (docs/verdicts.md B-1, B-2).
  else expect.status(answer, 404, ...(role === OWNER ? [] : [403]));
}

/** Expects the visible bundles on the first page, which may not be the last, and no others. */
async function readList(
  bundles: readonly ModelBundle[],
  role: Role,
  requests: Requests,
): Promise<void> {
  const { expect } = requests.context;
  const answer = await requests.get(role, 'bundles/', { per_page: LARGEST_PAGE });
  if (answer.status !== 200) unanswered(answer);
  const ids = rowsOf(answer).map((row) => at(row, 'id').value);
  const shown: Seen = { ...seen(answer), value: ids };
  expect.all(bundles, (bundle) => {
    const due = isVisible(bundle, role);
    const isListed = ids.includes(bundle.id);
    const expected = `${due ? 'bundle' : 'no bundle'} ${bundle.id}`;
    const holds = isListed === due || (due && !isWhole(answer));
    expect.that(holds, shown, 'ids of the list of bundles', expected);
  });
}
