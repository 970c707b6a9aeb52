import type { Version } from '../../specification/versions.js';
import type { Judgement } from '../check.js';
import type { Client } from '../client/client.js';
import type { ReportedWalk, SeenField, WalkedShare } from '../report.js';
import { canSignIn, SIGNED_IN_ROLES } from '../role.js';
import type { TargetSettings, WalkSettings } from '../settings.js';
import type { Pair } from '../verdicts.js';
import { withWalk } from './into-results.js';
import type { WalkJudging } from './judging.js';
import { type ListState, WHOLE } from './list-state.js';
import { newWalk, progressOf, type WalkProgress, walk } from './walk.js';

/** The result of a scan. */
export interface WalkOutcome {
  reported: ReportedWalk;
  /** Adds the findings of the scan to results of these requirements. */
  judgements(before: readonly Judgement[], checked: readonly Pair[]): Judgement[];
  /** Adds the fields that it saw. */
  fields(before: readonly SeenField[]): SeenField[];
}

/** Scans every list to which one of the checked requirements applies, in each offered version. */
export async function scan(
  client: Client,
  settings: TargetSettings,
  { sample }: WalkSettings,
  judging: WalkJudging,
  checked: readonly Pair[],
  offered: readonly Version[],
  onProgress: (progress: WalkProgress) => void,
): Promise<WalkOutcome> {
  const signsIn = SIGNED_IN_ROLES.some((role) => canSignIn(settings.credentials[role]));
  const idsIn = (version: Version) =>
    new Set(checked.filter((each) => each.version === version).map((each) => each.requirement.id));
  const lists = offered
    .flatMap((version) => judging.lists(version, idsIn(version)))
    .filter(({ signedIn }) => signsIn || !signedIn);
  const state = newWalk(lists, sample);
  const cut = await walk(client, settings, {
    judging,
    lists,
    state,
    ...(sample === undefined ? {} : { sample }),
    onPage: () => onProgress(progressOf(state)),
  });
  return {
    reported: {
      ...(sample === undefined ? {} : { sample }),
      ...(cut === undefined ? {} : { cut }),
      objects: progressOf(state).objects,
      lists: state.lists.map((list) => shareOf(list, cut)),
    },
    judgements: (before, pairs) =>
      withWalk(
        before,
        pairs.map(({ requirement }) => requirement),
        judging,
        state,
      ),
    fields: (before) => judging.fields(before, state.lists),
  };
}

function shareOf(list: ListState, cut: string | undefined): WalkedShare {
  const { path, version, objects, taken, sampled, pages, ended, unread, unreadCount } = list;
  const of = sampled ?? pages;
  const complete = ended === WHOLE && unreadCount === 0;
  const why = ended === undefined ? cut : ended;
  const unreadable = `${unreadCount} of its pages could not be read`;
  return {
    path,
    version,
    objects,
    pages: taken,
    ...(of === undefined ? {} : { ofPages: of }),
    complete,
    ...(complete ? {} : { why: why === WHOLE ? unreadable : (why ?? 'it was not started') }),
    ...(unread.length > 0 ? { unread } : {}),
  };
}
