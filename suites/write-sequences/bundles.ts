import type { Arbitrary } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import { seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import { sameValue } from '../support/comparison.js';
import { canSignIn } from '../support/writing/callers.js';

import { madeBundle } from '../support/writing/created-bundle.js';
import {
  type BundleModel,
  expectFields,
  isAlready,
  likeNew,
  lookAt,
  lookAtList,
  type ModelBundle,
  make,
  pick,
} from './bundle-model.js';
import { type Command, commandOf, type FastCheck, type Sequence } from './sequence.js';
import type { Look, Trial } from './trial.js';

/** The largest number of bundles in a sequence, including deleted ones. */
const MOST_BUNDLES = 3;

/** The owner of the bundles. */
const OWNER = 'user';

/**
 * Bundles: created, renamed, made public and private, given other patches, replaced, deleted, and
 * read.
 */
export const BUNDLE_SEQUENCE: Sequence<BundleModel> = {
  what: 'bundles',
  requests: 28,
  least: 16,
  begins: 1,
  owner: OWNER,
  async begin(trial) {
    const { context } = trial;
    // If no bundle can be created, that has a requirement of its own. That bundle also shows
    // whether DELETE is offered.
    const { path } = await madeBundle(context);
    const deletes = await context.write.deletesBundles(context.api);
    const first = deletes ? await make(trial) : await likeNew(trial, path);
    if (first === undefined) inconclusive('no bundle could be created or changed');
    return { bundles: [first], readers: readersIn(context), deletes };
  },
  async commands(fc, context) {
    return [...changes(fc, context), ...others(fc), ...looks(fc, readersIn(context))];
  },
  ending: ({ bundles, readers, deletes }) =>
    2 * readers.length + bundles.length + (deletes ? 3 : 1),
  looks: (model, trial) => [
    ...model.readers.map((role) => lookAt(pick(model, 0), role, trial)),
    ...model.readers.map((role) => lookAtList(model, role, trial)),
    ...model.bundles.slice(1).map((bundle) => lookAt(bundle, OWNER, trial)),
    ...(model.deletes ? [lookAfterAll(model, trial)] : []),
  ],
  async end({ bundles, deletes }, trial) {
    for (const bundle of bundles.filter(({ deleted }) => !deleted)) {
      if (deletes) await remove(trial, bundle);
      else if (bundle.public) await trial.send(OWNER, 'PATCH', bundle.path, { public: false });
    }
  },
};

/** The roles that read: the owner, anonymous callers, and other users. */
function readersIn(context: CheckContext): Role[] {
  const { write } = context;
  const owner = write.ownId(OWNER);
  const others = (['other', 'maintainer'] as const).filter(
    (role) => canSignIn(context, role) && write.ownId(role) !== owner,
  );
  return [OWNER, 'anonymous', ...others];
}

/** Reads after all bundles were deleted. */
function lookAfterAll(model: BundleModel, trial: Trial): Look {
  return {
    name: 'look after all was deleted',
    async run() {
      for (const bundle of model.bundles.filter(({ deleted }) => !deleted)) {
        await remove(trial, bundle);
      }
      const [first] = model.bundles;
      if (first === undefined) return;
      await lookAt(first, OWNER, trial).run();
      await lookAtList(model, 'anonymous', trial).run();
    },
  };
}

type BundleCommand = Arbitrary<Command<BundleModel>>;

/** Commands that change a bundle. A deleted bundle cannot be changed. */
function changes(fc: FastCheck, context: CheckContext): BundleCommand[] {
  const { write } = context;
  const sets = patchSets(write.patches());
  const patches = fc.nat(sets.length - 1).map((index) => sets[index] ?? []);
  const publish = change(fc, 'publish', fc.constant({ public: true }));
  const withdraw = change(fc, 'withdraw', fc.constant({ public: false }));
  const rename = fc.tuple(which(fc), fc.nat(2)).map(([index, back]) =>
    commandOf<BundleModel>(
      'rename',
      () => true,
      async ({ model, trial }) => {
        const bundle = pick(model, index);
        // One in three restores an earlier name.
        const name = (back === 2 ? bundle.earlier[0] : undefined) ?? write.name();
        await update(trial, bundle, 'PATCH', { name });
      },
    ),
  );
  const replace = fc.tuple(which(fc), patches, fc.boolean()).map(([index, ids, isPublic]) =>
    commandOf<BundleModel>(
      'replace',
      () => true,
      ({ model, trial }) =>
        update(trial, pick(model, index), 'PUT', {
          name: write.name(),
          patches: ids,
          public: isPublic,
        }),
    ),
  );
  const other = change(fc, 'change patches', fc.record({ patches }));
  // Visibility changes most often, because most checks depend on it.
  return [
    ...repeated(2, publish),
    ...repeated(2, withdraw),
    ...repeated(2, rename),
    ...repeated(3, replace),
    other,
  ];
}

function repeated<T>(times: number, value: T): T[] {
  return Array<T>(times).fill(value);
}

/** Picks a bundle: the first one in two of three cases. */
function which(fc: FastCheck): Arbitrary<number> {
  return fc.constantFrom(0, 0, 1);
}

/** Commands that create another bundle or delete one. */
function others(fc: FastCheck): BundleCommand[] {
  const making = commandOf<BundleModel>(
    'make',
    ({ model: { bundles, deletes } }) => deletes && bundles.length < MOST_BUNDLES,
    async ({ model, trial }) => {
      const made = await make(trial);
      if (made !== undefined) model.bundles.push(made);
    },
  );
  // At least one bundle always remains.
  const deleting = which(fc).map((index) =>
    commandOf<BundleModel>(
      'delete',
      ({ model }) => model.deletes && isLeft(model, index),
      ({ model, trial }) => remove(trial, pick(model, index)),
    ),
  );
  return [
    ...repeated(
      2,
      fc.constant(0).map(() => making),
    ),
    deleting,
  ];
}

function looks(fc: FastCheck, readers: readonly Role[]): BundleCommand[] {
  // Responses to writes already show the state to the owner, so other roles read more often.
  const strangers = readers.filter((role) => role !== OWNER);
  const reading = fc
    .tuple(which(fc), fc.constantFrom(...strangers, ...readers))
    .map(([index, role]) =>
      commandOf<BundleModel>(
        `read as ${role}`,
        () => true,
        ({ model, trial }) => trial.look(lookAt(pick(model, index), role, trial)),
      ),
    );
  const listing = fc.constantFrom(...readers).map((role) =>
    commandOf<BundleModel>(
      `list as ${role}`,
      () => true,
      ({ model, trial }) => trial.look(lookAtList(model, role, trial)),
    ),
  );
  return [...repeated(2, reading), ...repeated(2, listing)];
}

/** Whether the bundle can be deleted and another one remains. */
function isLeft(model: BundleModel, index: number): boolean {
  const left = model.bundles.filter(({ deleted }) => !deleted);
  return left.length > 1 && left.includes(pick(model, index));
}

async function remove(trial: Trial, bundle: ModelBundle): Promise<void> {
  const { status } = await trial.send(OWNER, 'DELETE', bundle.path);
  // The status of DELETE is unspecified.
  if (status < 300) bundle.deleted = true;
}

/** A PATCH that changes a value. */
function change(
  fc: FastCheck,
  text: string,
  bodies: Arbitrary<Partial<ModelBundle>>,
): BundleCommand {
  return fc.tuple(which(fc), bodies).map(([index, body]) =>
    commandOf<BundleModel>(
      text,
      ({ model }) => !isAlready(pick(model, index), body),
      ({ model, trial }) => update(trial, pick(model, index), 'PATCH', body),
    ),
  );
}

async function update(
  trial: Trial,
  bundle: ModelBundle,
  method: 'PATCH' | 'PUT',
  body: Partial<ModelBundle>,
): Promise<void> {
  const answer = await trial.send(OWNER, method, bundle.path, body);
  if (bundle.deleted) {
    trial.expectStatus('deleted', answer, 404);
    return;
  }
  if (!trial.expectStatus('state', answer, 200)) return;
  if (body.name !== undefined) bundle.earlier.push(bundle.name);
  Object.assign(bundle, body);
  expectFields('state', bundle, seen(answer), trial);
}

/** Sets of one and several patches; a single set if the project has only one patch. */
function patchSets(ids: readonly number[]): number[][] {
  const [first, second] = ids;
  if (first === undefined || second === undefined) return [[...ids]];
  return [[first], [second], ids.slice(0, 2), ids.slice(0, 3)].filter(
    (set, index, all) => all.findIndex((each) => sameValue(each, set)) === index,
  );
}
