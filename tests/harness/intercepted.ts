import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import type { Patch, Project, State, User } from '../../fixtures/reference/model.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { call } from '../reference/call.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { butChecks, type Circumstances, type Writing, writing } from './writing.js';

/** How an instance differs from the sound one. */
export interface Otherwise {
  behaviour?: (behaviour: Behaviour) => void;
  state?: (state: State) => void;
  /** What becomes of a write of an object that is no bundle. */
  front?: (
    request: { method: string; path: string; body: Record<string, unknown> },
    answer: (body?: Record<string, unknown>, method?: string) => Promise<Response>,
    state: State,
  ) => Response | Promise<Response>;
  /** What becomes of a request on its way to the instance. */
  decide?: (
    request: PassedRequest,
    instance: { reference: Reference; state: State },
  ) => Fate | Promise<Fate>;
}

/** What the writes of a test are given. */
export interface Given extends Writing {
  reference: Reference;
  /** What the instance has. */
  state: State;
  /** The address that the writes are sent to. */
  url: string;
}

/** What a run left. */
export interface Done {
  reported: ReportedWrites;
  before: unknown;
  after: unknown;
  /** What the instance has. */
  state: State;
}

/** Writes to an instance that differs, and restores. */
export async function written(
  { behaviour: adjust = () => {}, state: change = () => {}, front, decide }: Otherwise,
  work: (given: Given) => Promise<unknown>,
  circumstances: Circumstances = {},
): Promise<Done> {
  const state = makeState();
  change(state);
  const behaviour = soundBehaviour();
  adjust(behaviour);
  if (front !== undefined) behaviour.front = intercepting(front, state);
  const reference = await startReference({ behaviour, state });
  try {
    const before = butChecks(reference.snapshot());
    const write = (url: string) =>
      writing(url, reference, (given) => work({ ...given, reference, state, url }), circumstances);
    const reported =
      decide === undefined
        ? await write(reference.url)
        : await withProxy(reference.url, (request) => decide(request, { reference, state }), write);
    return { reported, before, after: butChecks(reference.snapshot()), state };
  } finally {
    await reference.stop();
  }
}

function intercepting(front: NonNullable<Otherwise['front']>, state: State): Behaviour['front'] {
  return async (request, answer) => {
    const { pathname: path } = new URL(request.url);
    const { method } = request;
    if (!['PATCH', 'PUT'].includes(method) || path.includes('bundles')) return answer(request);
    const text = await request.text();
    const body = JSON.parse(text) as Record<string, unknown>;
    const again = (json = body, as = method) =>
      answer(
        as === 'GET'
          ? new Request(request.url, { headers: request.headers })
          : new Request(request.url, {
              method: as,
              headers: request.headers,
              body: JSON.stringify(json),
            }),
      );
    return front({ method, path, body }, again, state);
  };
}

/** A response of JSON, which is not the instance's. */
export function respond(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** Changes an object as another client of a role does. */
export async function edited(
  reference: Reference,
  path: string,
  json: unknown,
  role: 'user' | 'maintainer' = 'user',
): Promise<void> {
  const { status } = await call(reference, `/api/1.3/${path}`, { role, method: 'PATCH', json });
  if (status !== 200) throw new Error(`the edit of ${path} returned ${status}`);
}

/** The path of the user of the role `user`. */
export const me = ({ write }: Writing) => `users/${write.ownId('user')}/`;

/** The path of the project of a run. */
export const project = ({ write }: Writing) => `projects/${write.project().id}/`;

/** The user of the role `user` as the instance has it. */
export const userIn = ({ users }: Pick<State, 'users'>): User => found(users.get(3));

/** The project of a run as the instance has it. */
export const projectIn = ({ projects }: Pick<State, 'projects'>): Project => found(projects.get(1));

/** A patch as the instance has it. */
export const patchIn = ({ patches }: Pick<State, 'patches'>, id: number): Patch =>
  found(patches.get(id));

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('the reference has no such row');
  return row;
}
