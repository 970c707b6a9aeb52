import { setFlagsFromString } from 'node:v8';
import { Client } from '../client/client.js';
import { Stopped } from '../client/stopped.js';
import type { Exchange, Traffic } from '../report.js';
import type { RequestsLeft } from '../request-limit.js';
import { canSignIn, type Role, SIGNED_IN_ROLES } from '../role.js';
import type { TargetSettings } from '../settings.js';
import type { WalkedList, WalkJudging } from './judging.js';
import { type ListState, unbegun } from './list-state.js';
import { pagesWanted, walkList } from './walk-list.js';

/** The rows that a page is asked for: more than "up to 100" (SPEC.md, "Limits"); many give as many. */
const LARGEST_PAGE = 250;

/** The most rows of a page that every instance must give, and the pages that a sample is spread over. */
const SAMPLED_PAGE = 100;
const SAMPLED_PAGES = 10;

/**
 * The heap is tidied when it has grown by a third, and not when it has doubled: what was judged is
 * garbage at once. Half of the memory that a walk would take is saved, at no cost of time.
 */
const TIDY_HEAP = '--heap-growing-percent=30';

/** How far the walk over all lists has come. */
export interface WalkProgress {
  objects: number;
  /** Of the lists that have been looked at. */
  pagesRead: number;
  pages: number;
  /** Whether it is known of every list how many pages it has. */
  isKnown: boolean;
}

/** What a walk has come to so far: all that is needed to go on with it. Plain data. */
export interface WalkState {
  lists: ListState[];
  /** The exchanges that the examples were seen in. */
  exchanges: Exchange[];
}

/** What a walk needs besides its settings. */
export interface WalkParts {
  judging: WalkJudging;
  lists: readonly WalkedList[];
  sample?: number;
  /** Ends the walk. */
  signal: AbortSignal;
  /** How many requests it may send, and what it is said to be ended by when they are sent. */
  requests?: RequestsLeft;
  /** Where it goes on; changed as it does. */
  state: WalkState;
  /** Called when something was taken in. */
  onPage(): void;
}

/** How a walk ended. */
export interface WalkEnd {
  traffic: Traffic;
  /** Why it did not come to its end, in words. */
  cut?: string;
}

/** The state that a walk begins in. */
export function newWalk(lists: readonly WalkedList[], sample?: number): WalkState {
  const spread = sample === undefined ? LARGEST_PAGE : Math.ceil(sample / SAMPLED_PAGES);
  const perPage = sample === undefined ? spread : Math.min(spread, SAMPLED_PAGE);
  return {
    lists: lists.map(({ path, version }) => unbegun(path, version, perPage)),
    exchanges: [],
  };
}

/**
 * Walks lists side by side, each page by page, as fast as the pace of the run lets it, and judges every
 * row as it comes. Nothing is kept but counts, the ids of the first rows that depart, and a few
 * examples: memory does not grow with the lists.
 */
export async function walk(settings: TargetSettings, parts: WalkParts): Promise<WalkEnd> {
  const { judging, lists, sample, signal, state, onPage } = parts;
  setFlagsFromString(TIDY_HEAP);
  const client = new Client(settings);
  if (parts.requests !== undefined) client.limitRequests(parts.requests.left, parts.requests.why);
  const stop = () => client.stop(typeof signal.reason === 'string' ? signal.reason : undefined);
  signal.addEventListener('abort', stop, { once: true });
  const { exchanges } = state;
  const tools = {
    client,
    redaction: client.redaction,
    judging,
    exchanges,
    ...(sample === undefined ? {} : { sample }),
    onPage,
  };
  try {
    const ends = await Promise.allSettled(
      lists.map((list) => {
        const own = stateOf(state, list);
        return walkList(list, roleOf(list, settings), own, tools);
      }),
    );
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    const fault = reasons.find((reason) => !(reason instanceof Stopped));
    if (fault !== undefined) throw fault;
    const [stopped] = reasons;
    const cut = stopped instanceof Stopped ? { cut: stopped.why } : {};
    return { traffic: client.traffic, ...cut };
  } finally {
    signal.removeEventListener('abort', stop);
    await client.close();
  }
}

/** How far a walk has come. */
export function progressOf({ lists }: WalkState): WalkProgress {
  const sum = (of: (list: ListState) => number) => lists.reduce((all, list) => all + of(list), 0);
  return {
    objects: sum(({ objects }) => objects),
    pagesRead: sum(({ taken }) => taken),
    pages: sum((list) => (list.ended === undefined ? pagesWanted(list) : list.taken)),
    isKnown: lists.every(({ pages, ended }) => pages !== undefined || ended !== undefined),
  };
}

/** The role that a list is read as: nobody in particular, or whichever signs in first. */
function roleOf({ signedIn }: WalkedList, { credentials }: TargetSettings): Role {
  if (!signedIn) return 'anonymous';
  return SIGNED_IN_ROLES.find((role) => canSignIn(credentials[role])) ?? 'anonymous';
}

function stateOf({ lists }: WalkState, { path, version }: WalkedList): ListState {
  const found = lists.find((list) => list.path === path && list.version === version);
  if (found === undefined) throw new RangeError(`${path} in ${version} is not walked`);
  return found;
}
