import { setFlagsFromString } from 'node:v8';
import type { Client } from '../client/client.js';
import { Stopped } from '../client/stopped.js';
import type { Exchange } from '../report.js';
import { canSignIn, type Role, SIGNED_IN_ROLES } from '../role.js';
import type { TargetSettings } from '../settings.js';
import type { WalkedList, WalkJudging } from './judging.js';
import { type ListState, unbegun } from './list-state.js';
import { pagesWanted, walkList } from './walk-list.js';

/**
 * The requested page size: more than "up to 100" (SPEC.md, "Limits"), which many instances allow.
 */
const LARGEST_PAGE = 250;

/** The page size that every instance must allow, and the number of pages of a sample. */
const SAMPLED_PAGE = 100;
const SAMPLED_PAGES = 10;

/**
 * Collects garbage when the heap has grown by a third, not when it has doubled, because checked
 * items are garbage at once. Halves the memory of a scan at no cost of time.
 */
const TIDY_HEAP = '--heap-growing-percent=30';

/** The progress of the scan. */
export interface WalkProgress {
  objects: number;
  /** Of the lists scanned so far. */
  pagesRead: number;
  pages: number;
  /** Whether the number of pages of every list is known. */
  isKnown: boolean;
}

/** The progress and findings of a scan. */
export interface WalkState {
  lists: ListState[];
  /** The exchanges of examples. */
  exchanges: Exchange[];
}

/** What a scan needs besides its settings. */
export interface WalkParts {
  judging: WalkJudging;
  lists: readonly WalkedList[];
  sample?: number;
  /** Updated during the scan. */
  state: WalkState;
  /** Called after each page. */
  onPage(): void;
}

/** The initial state of a scan. */
export function newWalk(lists: readonly WalkedList[], sample?: number): WalkState {
  const spread = sample === undefined ? LARGEST_PAGE : Math.ceil(sample / SAMPLED_PAGES);
  const perPage = sample === undefined ? spread : Math.min(spread, SAMPLED_PAGE);
  return {
    lists: lists.map(({ path, version }) => unbegun(path, version, perPage)),
    exchanges: [],
  };
}

/**
 * Scans lists in parallel, each page by page, and checks every item. Stores only counts, the ids of
 * the first violating items, and a few examples: memory does not grow with the lists. Returns why it
 * ended early, if the client was stopped.
 */
export async function walk(
  client: Client,
  settings: TargetSettings,
  { judging, lists, sample, state, onPage }: WalkParts,
): Promise<string | undefined> {
  setFlagsFromString(TIDY_HEAP);
  const { exchanges } = state;
  const tools = {
    client,
    redaction: client.redaction,
    judging,
    exchanges,
    ...(sample === undefined ? {} : { sample }),
    onPage,
  };
  const ends = await Promise.allSettled(
    lists.map((list) => walkList(list, roleOf(list, settings), stateOf(state, list), tools)),
  );
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  const fault = reasons.find((reason) => !(reason instanceof Stopped));
  if (fault !== undefined) throw fault;
  const [stopped] = reasons;
  return stopped instanceof Stopped ? stopped.why : undefined;
}

/** The progress of a scan. */
export function progressOf({ lists }: WalkState): WalkProgress {
  const sum = (of: (list: ListState) => number) => lists.reduce((all, list) => all + of(list), 0);
  return {
    objects: sum(({ objects }) => objects),
    pagesRead: sum(({ taken }) => taken),
    pages: sum((list) => (list.ended === undefined ? pagesWanted(list) : list.taken)),
    isKnown: lists.every(({ pages, ended }) => pages !== undefined || ended !== undefined),
  };
}

/** The role that reads a list: anonymous, or the first authenticated one. */
function roleOf({ signedIn }: WalkedList, { credentials }: TargetSettings): Role {
  if (!signedIn) return 'anonymous';
  return SIGNED_IN_ROLES.find((role) => canSignIn(credentials[role])) ?? 'anonymous';
}

function stateOf({ lists }: WalkState, { path, version }: WalkedList): ListState {
  const found = lists.find((list) => list.path === path && list.version === version);
  if (found === undefined) throw new RangeError(`${path} in ${version} is not scanned`);
  return found;
}
