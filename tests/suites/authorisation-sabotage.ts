import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import type { Visibility } from '../../fixtures/reference/permissions.js';
import type { Operation } from '../../fixtures/reference/routes.js';
import { answerInstead } from './sabotage.js';

const sound = soundBehaviour();

function getOf(behaviour: Behaviour, path: string): Operation {
  const operation = behaviour.routes[path]?.methods.GET;
  if (operation === undefined) throw new Error(`the reference has no route GET ${path}`);
  return operation;
}

/** Shows bundles by another rule on one path. */
export function showBy(behaviour: Behaviour, path: string, bundle: Visibility['bundle']): void {
  const operation = getOf(behaviour, path);
  const { answer } = operation;
  operation.answer = (exchange) => {
    const sees = { ...exchange.behaviour.sees, bundle };
    return answer({ ...exchange, behaviour: { ...exchange.behaviour, sees } });
  };
}

/** Everything is shown to one user, or to nobody in particular. */
export function showAllTo(username: string | undefined): Visibility['bundle'] {
  return (caller, bundle) => caller?.username === username || sound.sees.bundle(caller, bundle);
}

/** One user is shown its own bundles only. */
export function showOwnTo(username: string): Visibility['bundle'] {
  return (caller, bundle) =>
    caller?.username === username ? bundle.owner === caller.id : sound.sees.bundle(caller, bundle);
}

/** A path asks nobody to sign in. */
export function open(behaviour: Behaviour, path: string): void {
  getOf(behaviour, path).signedIn = false;
}

/** Existing ids are refused with 403, unknown ones with 404. */
export function tellApart(behaviour: Behaviour, path: string): void {
  open(behaviour, path);
  answerInstead(behaviour, path, async (found, { caller }) => {
    const answer = await found();
    return caller === null ? refusal(403) : answer;
  });
}

/** A refusal as deployed releases word it. */
export function refusal(status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response('{"detail":"No."}', { status, headers });
}
