import type { Arbitrary } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at, elements } from '../../harness/place.js';
import { ROLES, type Role } from '../../harness/role.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { madeBundle } from '../bundle-writes/made.js';
import { sameValue } from '../consistency/comparison.js';
import { canSignIn } from '../write-rules/callers.js';
import { idIn } from '../write-rules/creation.js';
import { type BundleModel, lookAt, lookAtList, type ModelBundle } from './bundle-model.js';
import { type Command, commandOf, type FastCheck, type Sequence } from './sequence.js';
import type { Look, Trial } from './trial.js';

/** The most bundles that a sequence has at once, those included that it has deleted. */
const MOST_BUNDLES = 2;

/** Who owns the bundles of the sequences. */
const OWNER = 'user';

/** Bundles: made, renamed, published, withdrawn, given other patches, replaced, deleted, and looked at. */
export const BUNDLE_SEQUENCE: Sequence<BundleModel> = {
  what: 'bundles',
  requests: 30,
  least: 16,
  begins: 1,
  async begin(trial) {
    const { context } = trial;
    // Where no bundle can be made, that is a requirement of its own; and DELETE is asked of that one.
    const { path } = await madeBundle(context);
    const deletes = await context.write.deletesBundles(context.api);
    const readers = ROLES.filter((role) => isReader(context, role));
    const first = deletes ? await make(trial) : await present(trial, path);
    return { bundles: [first], readers, deletes };
  },
  async commands(fc, context) {
    const readers = fc.constantFrom(...ROLES.filter((role) => isReader(context, role)));
    return [...changes(fc, context), ...others(fc), ...looks(fc, readers)];
  },
  ending: (model) => readings(model).length + model.readers.length + (model.deletes ? 5 : 1),
  looks: (model, trial) => [
    ...readings(model).map(([bundle, role]) => lookAt(bundle, role, trial)),
    ...model.readers.map((role) => lookAtList(model, role, trial)),
    ...(model.deletes ? [lookAfterAll(model, trial)] : []),
  ],
  async end({ bundles, deletes }, trial) {
    for (const bundle of bundles.filter(({ deleted }) => !deleted)) {
      if (deletes) await remove(trial, bundle);
      else if (bundle.public) await trial.send(OWNER, 'PATCH', bundle.path, { public: false });
    }
  },
};

/** The first bundle is read by everybody, another one, or what is left of it, by two. */
function readings({ bundles, readers }: BundleModel): [ModelBundle, Role][] {
  return bundles.flatMap((bundle, index) =>
    readers
      .filter((role) =>
        index === 0 && !bundle.deleted ? true : ['user', 'anonymous'].includes(role),
      )
      .map((role): [ModelBundle, Role] => [bundle, role]),
  );
}

/** What is to be seen when all bundles were deleted. */
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
      await lookAt(first, 'anonymous', trial).run();
      await lookAtList(model, 'anonymous', trial).run();
    },
  };
}

type BundleCommand = Arbitrary<Command<BundleModel>>;

/** The owner, callers who do not sign in, and the roles that are users of their own. */
function isReader(context: CheckContext, role: Role): boolean {
  if (role === 'anonymous' || role === OWNER) return true;
  return canSignIn(context, role) && context.write.ownId(role) !== context.write.ownId(OWNER);
}

/** What changes a field; a bundle that was deleted cannot be changed any more. */
function changes(fc: FastCheck, context: CheckContext): BundleCommand[] {
  const { write } = context;
  const sets = patchSets(write.patches());
  const patches = fc.nat(sets.length - 1).map((index) => sets[index] ?? []);
  const which = fc.nat(MOST_BUNDLES - 1);
  const publish = change(fc, which, 'publish', fc.constant({ public: true }));
  const withdraw = change(fc, which, 'withdraw', fc.constant({ public: false }));
  const rename = fc.tuple(which, fc.nat(2)).map(([index, back]) =>
    commandOf<BundleModel>(
      'rename',
      () => true,
      async ({ model, trial }) => {
        const bundle = pick(model, index);
        // One in three takes a name back that the bundle had before.
        const name = (back === 2 ? bundle.earlier[0] : undefined) ?? write.name();
        await update(trial, bundle, 'PATCH', { name });
      },
    ),
  );
  const replace = fc.tuple(which, patches, fc.boolean()).map(([index, ids, isPublic]) =>
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
  const other = change(fc, which, 'change patches', fc.record({ patches }));
  // Who sees a bundle is what most depends on: it changes more often than the rest.
  return [rename, rename, publish, publish, withdraw, withdraw, other, replace];
}

/** Makes a second bundle, or deletes one. */
function others(fc: FastCheck): BundleCommand[] {
  const making = commandOf<BundleModel>(
    'make',
    ({ model: { bundles, deletes } }) => deletes && bundles.length < MOST_BUNDLES,
    async ({ model, trial }) => model.bundles.push(await make(trial)),
  );
  // One is always left to go on with.
  const deleting = fc.nat(MOST_BUNDLES - 1).map((index) =>
    commandOf<BundleModel>(
      'delete',
      ({ model }) => model.deletes && isLeft(model, index),
      ({ model, trial }) => remove(trial, pick(model, index)),
    ),
  );
  return [fc.constant(0).map(() => making), deleting];
}

function looks(fc: FastCheck, readers: Arbitrary<Role>): BundleCommand[] {
  const reading = fc.tuple(fc.nat(MOST_BUNDLES - 1), readers).map(([index, role]) =>
    commandOf<BundleModel>(
      `read as ${role}`,
      () => true,
      ({ model, trial }) => trial.look(lookAt(pick(model, index), role, trial)),
    ),
  );
  const listing = readers.map((role) =>
    commandOf<BundleModel>(
      `list as ${role}`,
      () => true,
      ({ model, trial }) => trial.look(lookAtList(model, role, trial)),
    ),
  );
  return [reading, reading, listing, listing];
}

/** Whether there is another bundle besides one that can be deleted. */
function isLeft(model: BundleModel, index: number): boolean {
  const left = model.bundles.filter(({ deleted }) => !deleted);
  return left.length > 1 && left.includes(pick(model, index));
}

async function remove(trial: Trial, bundle: ModelBundle): Promise<void> {
  const { status } = await trial.send(OWNER, 'DELETE', bundle.path);
  // What else it answers is not shown.
  if (status < 300) bundle.deleted = true;
}

/** A PATCH that says something new. */
function change(
  fc: FastCheck,
  which: Arbitrary<number>,
  text: string,
  bodies: Arbitrary<Partial<ModelBundle>>,
): BundleCommand {
  return fc.tuple(which, bodies).map(([index, body]) =>
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
}

function isAlready(bundle: ModelBundle, body: Partial<ModelBundle>): boolean {
  return Object.entries(body).every(([name, value]) =>
    sameValue(bundle[name as keyof ModelBundle], value),
  );
}

function pick({ bundles }: BundleModel, index: number): ModelBundle {
  const bundle = bundles[index % bundles.length];
  if (bundle === undefined) throw new RangeError('a sequence has no bundle');
  return bundle;
}

async function make(trial: Trial): Promise<ModelBundle> {
  const { write } = trial.context;
  const sent = { name: write.name(), patches: write.patches().slice(0, 1), public: false };
  const answer = await trial.send(OWNER, 'POST', 'bundles/', sent);
  const id = idIn(answer.json);
  if (answer.status >= 300 || id === undefined) {
    return inconclusive(`no bundle could be made: ${named(answer)} answered ${answer.status}`);
  }
  return { ...sent, id, path: `bundles/${id}/`, deleted: false, earlier: [] };
}

/** The bundle of the run as it is, where there can be no other. */
async function present(trial: Trial, path: string): Promise<ModelBundle> {
  const shown = await trial.context.api.as(OWNER).object(path);
  const [id, name, isPublic] = ['id', 'name', 'public'].map((field) => at(shown, field).value);
  const patches = elements(at(shown, 'patches')).map((each) => Number(at(each, 'id').value));
  const isWhole = typeof id === 'number' && typeof name === 'string' && patches.length > 0;
  if (!isWhole) throw new Inconclusive(`${path} does not show what was written to it`);
  return { id, path, name, patches, public: isPublic === true, deleted: false, earlier: [] };
}

/** One patch, another one, and several; only the first where there is but one. */
function patchSets(ids: readonly number[]): number[][] {
  const [first, second] = ids;
  if (first === undefined || second === undefined) return [[...ids]];
  return [[first], [second], ids.slice(0, 2), ids.slice(0, 3)].filter(
    (set, index, all) => all.findIndex((each) => sameValue(each, set)) === index,
  );
}
