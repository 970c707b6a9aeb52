import type { Version } from '../../specification/versions.js';
import type { Judgement } from '../check.js';
import type { Plan } from '../plan.js';
import type { ReportedWalk, SeenField, Traffic, WalkedShare } from '../report.js';
import type { RequestsLeft } from '../request-limit.js';
import type { Requirement } from '../requirement.js';
import { canSignIn, SIGNED_IN_ROLES } from '../role.js';
import type { RunSettings, WalkSettings } from '../settings.js';
import { withWalk } from './into-results.js';
import type { WalkJudging } from './judging.js';
import { type ListState, WHOLE } from './list-state.js';
import { newWalk, progressOf, type WalkProgress, walk } from './walk.js';

/** A planned scan. */
export interface PlannedWalk {
  begin(surroundings: WalkSurroundings): Promise<WalkOutcome>;
}

/** What a scan needs from its run. */
export interface WalkSurroundings {
  signal: AbortSignal;
  requests?: RequestsLeft;
  onProgress(progress: WalkProgress): void;
}

/** The results of the run without the scan. */
export interface RestOfRun {
  judgements: readonly Judgement[];
  fields: readonly SeenField[];
  requirements: readonly Requirement[];
  /** The number of the first exchange of the scan. */
  firstExchange: number;
}

/** The result of a scan. */
export interface WalkOutcome {
  reported: ReportedWalk;
  traffic: Traffic;
  /** Adds the findings of the scan to results and fields. */
  restOn(rest: RestOfRun): { judgements: Judgement[]; fields: SeenField[] };
}

/** Plans a scan of every list to which a wanted requirement applies, in each version under test. */
export function planWalk(
  settings: RunSettings,
  { sample }: WalkSettings,
  judging: WalkJudging,
  { wanted }: Pick<Plan, 'wanted'>,
  offered: readonly Version[],
): PlannedWalk {
  const signsIn = SIGNED_IN_ROLES.some((role) => canSignIn(settings.credentials[role]));
  const lists = offered
    .flatMap((version) =>
      judging.lists(
        version,
        new Set(wanted.filter(([, each]) => each === version).map(([id]) => id)),
      ),
    )
    .filter(({ signedIn }) => signsIn || !signedIn);
  const state = newWalk(lists, sample);
  return {
    async begin({ signal, requests, onProgress }) {
      const { traffic, cut } = await walk(settings, {
        judging,
        lists,
        signal,
        state,
        ...(sample === undefined ? {} : { sample }),
        ...(requests === undefined ? {} : { requests }),
        onPage() {
          onProgress(progressOf(state));
        },
      });
      return {
        reported: {
          ...(sample === undefined ? {} : { sample }),
          ...(cut === undefined ? {} : { cut }),
          objects: progressOf(state).objects,
          lists: state.lists.map((list) => shareOf(list, cut)),
        },
        traffic,
        restOn: ({ judgements, fields, requirements, firstExchange }) => ({
          judgements: withWalk(judgements, requirements, judging, state, firstExchange),
          fields: judging.fields(fields, state.lists),
        }),
      };
    },
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
