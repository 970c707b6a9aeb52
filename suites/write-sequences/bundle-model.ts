import type { Answer } from '../../harness/client/answer.js';
import { at, elements, type Seen, seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { canonical, sameValue } from '../support/comparison.js';
import { rowsOf } from '../support/writing/change.js';
import { idIn } from '../support/writing/creation.js';
import { isWhole, type Look, type Matter, type Trial } from './trial.js';

/** A bundle in the model. */
export interface ModelBundle {
  id: number;
  path: string;
  name: string;
  patches: readonly number[];
  public: boolean;
  deleted: boolean;
  /** Its previous names, oldest first. */
  earlier: string[];
}

/** The bundles of a sequence, and the roles that read them. */
export interface BundleModel {
  bundles: ModelBundle[];
  /** The roles that read them. */
  readers: readonly Role[];
  /** Whether the instance offers DELETE. */
  deletes: boolean;
}

/** Compares a bundle, as a role reads it by id, with the model. */
export function lookAt(bundle: ModelBundle, role: Role, trial: Trial): Look {
  const name = `read as ${role}`;
  return {
    name,
    async run() {
      const answer = await trial.get(role, bundle.path);
      if (bundle.deleted) {
        // Roles other than the owner may get 403 (docs/verdicts.md B-1, B-2).
        const gone = role === 'user' ? [404] : [403, 404];
        trial.expectStatus('deleted', answer, ...gone);
      } else if (!isVisible(bundle, role)) {
        trial.expectStatus('visible', answer, 403, 404);
      } else if (trial.expectStatus('visible', answer, 200)) {
        expectFields('state', bundle, seen(answer), trial);
      }
    },
  };
}

/** Compares the list of bundles, as a role reads it, with the model. */
export function lookAtList(model: BundleModel, role: Role, trial: Trial): Look {
  const name = `list as ${role}`;
  return {
    name,
    async run() {
      const answer = await trial.get(role, 'bundles/', { per_page: LARGEST_PAGE });
      if (!trial.expectStatus('visible', answer, 200)) return;
      const rows = rowsOf(answer);
      for (const bundle of model.bundles) {
        const row = rows.find((each) => at(each, 'id').value === bundle.id);
        const isListed = row !== undefined;
        if (bundle.deleted || !isVisible(bundle, role)) {
          const matter = bundle.deleted ? 'deleted' : 'visible';
          trial.expect(matter, !isListed, idsOf(answer, rows), LIST, `no bundle ${bundle.id}`);
        } else if (isListed || isWhole(answer)) {
          const expected = `bundle ${bundle.id} in the list`;
          trial.expect('visible', isListed, idsOf(answer, rows), LIST, expected);
          if (row !== undefined) expectFields('listed', bundle, row, trial);
        }
      }
    },
  };
}

const LIST = 'ids of the list of bundles';

/** "A bundle is visible if it is public or owned by the authenticated user." */
function isVisible(bundle: ModelBundle, role: Role): boolean {
  return bundle.public || role === 'user';
}

function idsOf(answer: Answer, rows: readonly Seen[]): Seen {
  return { value: rows.map((row) => at(row, 'id').value), at: seen(answer).at };
}

/** Compares the fields that are present; a missing field has a requirement of its own. */
export function expectFields(
  matter: Matter,
  bundle: ModelBundle,
  object: Seen,
  trial: Trial,
): void {
  const patches = at(object, 'patches');
  // The order of patches has a requirement of its own.
  const ids = Array.isArray(patches.value)
    ? sorted(elements(patches).map((each) => at(each, 'id').value))
    : undefined;
  const shown: [string, Seen, unknown][] = [
    ['`name`', at(object, 'name'), bundle.name],
    ['`public`', at(object, 'public'), bundle.public],
    ['ids of `patches`', { ...patches, value: ids }, sorted(bundle.patches)],
  ];
  for (const [what, place, due] of shown) {
    if (place.value === undefined) continue;
    trial.expect(matter, sameValue(place.value, due), place, what, canonical(due));
  }
}

function sorted(ids: readonly unknown[]): unknown[] {
  return [...ids].sort((a, b) => Number(a) - Number(b));
}

/** Whether a bundle has these values. */
export function isAlready(bundle: ModelBundle, body: Partial<ModelBundle>): boolean {
  return Object.entries(body).every(([name, value]) =>
    sameValue(bundle[name as keyof ModelBundle], value),
  );
}

/** One of the bundles, deleted ones included. */
export function pick({ bundles }: BundleModel, index: number): ModelBundle {
  const bundle = bundles[index % bundles.length];
  if (bundle === undefined) throw new RangeError('a sequence has no bundle');
  return bundle;
}

/** A new bundle; undefined if none was created. */
export async function make(trial: Trial): Promise<ModelBundle | undefined> {
  const sent = newBundle(trial);
  const answer = await trial.send('user', 'POST', 'bundles/', sent);
  // The status of a successful creation has a requirement of its own.
  if (!trial.expectStatus('state', answer, 200, 201)) return undefined;
  const id = idIn(answer.json);
  return id === undefined ? undefined : modelOf(sent, id);
}

/** Resets the bundle of the run to the state of a new one, if DELETE is not offered. */
export async function likeNew(trial: Trial, path: string): Promise<ModelBundle | undefined> {
  const sent = newBundle(trial);
  const { status } = await trial.send('user', 'PATCH', path, sent);
  return status === 200 ? modelOf(sent, Number(path.split('/')[1])) : undefined;
}

type NewBundle = Pick<ModelBundle, 'name' | 'patches' | 'public'>;

function newBundle({ context: { write } }: Trial): NewBundle {
  return { name: write.name(), patches: write.patches().slice(0, 1), public: false };
}

function modelOf(sent: NewBundle, id: number): ModelBundle {
  return { ...sent, id, path: `bundles/${id}/`, deleted: false, earlier: [] };
}
