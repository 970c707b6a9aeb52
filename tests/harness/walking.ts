import { GROUPS } from '../../cli/catalogue.js';
import type { RunSettings } from '../../harness/settings.js';
import type { CellFinding } from '../../harness/walk/judging.js';
import type { ListState } from '../../harness/walk/list-state.js';
import { newWalk, type WalkState, walk } from '../../harness/walk/walk.js';
import { walkJudging } from '../../suites/support/scan/scan-checks.js';
import { withServer } from '../cli/servers.js';
import { type LongList, longList } from './long-list.js';
import { withClient } from './serving.js';

export const judging = walkJudging(GROUPS);

const COVERS = [{ path: 'covers/', version: '1.3' as const, signedIn: false }];

/** How a walk is made. */
export interface Walking {
  sample?: number;
  /** How many requests it may send. */
  requests?: number;
  /** A token that the run has been given. */
  token?: string;
  /** The requirements of the filters that are held against it. */
  filters?: readonly string[];
}

/** What a walk over a long list came to. */
export interface Walked {
  /** Why it ended early. */
  cut: string | undefined;
  state: WalkState;
  list: ListState;
  findings: CellFinding[];
  requests: string[];
}

/** Walks a long list. */
export function walkOver(
  list: LongList,
  { sample, requests, token, filters }: Walking = {},
): Promise<Walked> {
  const { listener, requests: sent } = longList(list);
  const lists = filters === undefined ? COVERS : judging.lists('1.3', new Set(filters));
  return withServer(listener, async (url) => {
    const state = newWalk(lists, sample);
    const settings = targetAt(url, token);
    const cut = await withClient(settings, (client) => {
      if (requests !== undefined) client.limitRequests(requests);
      return walk(client, settings, {
        judging,
        lists,
        state,
        ...(sample === undefined ? {} : { sample }),
        onPage() {},
      });
    });
    const [walked] = state.lists;
    if (walked === undefined) throw new Error('nothing was walked');
    const findings = judging.findings('1.3', state.lists);
    return { cut, state, list: walked, findings, requests: sent() };
  });
}

function targetAt(baseUrl: string, token: string | undefined): RunSettings {
  return {
    baseUrl,
    credentials: token === undefined ? {} : { user: { token } },
    headers: [],
    concurrency: 4,
    rps: 0,
    timeoutMs: 30_000,
    maxBytes: 50_000_000,
    showEmails: false,
    only: [],
    skip: [],
    seed: 1,
  };
}
