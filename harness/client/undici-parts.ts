import { createRequire } from 'node:module';
import type { Agent, Dispatcher } from 'undici';

/** What is used of undici: a pool of connections for each origin, and what sends one request by it. */
export interface Parts {
  Agent: typeof Agent;
  request: Dispatcher['request'];
}

/** The modules of undici that are loaded alone: those of its agent, and of `request` as its dispatchers have it. */
export const PART_MODULES = ['undici/lib/dispatcher/agent.js', 'undici/lib/api/api-request.js'];

const installed: (id: string) => unknown = createRequire(import.meta.url);

/**
 * Loads of undici what a run needs. The whole of it brings fetch, caches, web sockets and mocks along,
 * which take twice as long again and 9 MB more. A version of undici need not have the same modules
 * inside as the one before: where one of the two is not there, or is something else, it is the whole
 * after all. Throws whatever undici throws when that cannot be loaded either.
 */
export function partsOfUndici(load = installed): Parts {
  const [agent, request] = PART_MODULES.map((id) => loadedFrom(id, load));
  if (isAgent(agent) && isRequest(request)) return { Agent: agent, request };
  const whole = wholeUndici(load);
  return { Agent: whole.Agent, request: whole.Dispatcher.prototype.request };
}

/** Loads all of undici, of which the parts are parts: what they share is there once. */
export function wholeUndici(load = installed): typeof import('undici') {
  return load('undici') as typeof import('undici');
}

function loadedFrom(id: string, load: typeof installed): unknown {
  try {
    return load(id);
  } catch {
    return undefined;
  }
}

function isAgent(found: unknown): found is typeof Agent {
  const prototype: unknown = typeof found === 'function' ? found.prototype : undefined;
  return ['dispatch', 'destroy'].every((name) => typeof Object(prototype)[name] === 'function');
}

/** It takes what is asked, and a function to call back that may be left out. */
function isRequest(found: unknown): found is Dispatcher['request'] {
  return typeof found === 'function' && found.name === 'request' && found.length === 2;
}
