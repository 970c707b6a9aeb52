import type { Version } from '../../specification/versions.js';
import { CannotExamine } from '../cannot-examine.js';
import type { Judgement } from '../judgement.js';
import type { Plan } from '../plan.js';
import type { ReportedWalk, SeenField, Traffic, WalkedShare } from '../report.js';
import type { RequestsLeft } from '../request-limit.js';
import type { Requirement } from '../requirement.js';
import { canSignIn, SIGNED_IN_ROLES } from '../role.js';
import type { RunSettings, WalkSettings } from '../settings.js';
import { tool } from '../tool.js';
import { withWalk } from './into-results.js';
import type { WalkJudging } from './judging.js';
import { WalkKeeper } from './keeper.js';
import { type ListState, WHOLE } from './list-state.js';
import { newWalk, progressOf, type WalkProgress, walk } from './walk.js';
import {
  checkBounds,
  NotThisWalk,
  readWalkFile,
  type WalkBounds,
  type WalkFile,
} from './walk-file.js';

/** A planned scan. */
export interface PlannedWalk {
  /** Runs the scan, and saves its progress in the file. */
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

/**
 * Plans a scan of every list to which a wanted requirement applies, in each version under test,
 * resumed from the file. Throws a CannotExamine if the file belongs to another scan.
 */
export function planWalk(
  settings: RunSettings,
  walked: WalkSettings,
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
  const bounds: WalkBounds = {
    tool: tool().version,
    baseUrl: settings.baseUrl,
    sample: walked.sample ?? 0,
    lists: lists.map(({ path, version }) => `${version}/${path}`),
  };
  const { file, sample } = walked;
  const left = file === undefined ? undefined : leftBehind(file, bounds);
  const state = left?.state ?? newWalk(lists, sample);
  const keeper = file === undefined ? undefined : new WalkKeeper(file, bounds, state);
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
          keeper?.noteChange();
          onProgress(progressOf(state));
        },
      });
      await keeper?.finish();
      return {
        reported: {
          ...(sample === undefined ? {} : { sample }),
          ...(left === undefined ? {} : { resumed: true }),
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

function leftBehind(file: string, bounds: WalkBounds): WalkFile | undefined {
  try {
    const left = readWalkFile(file);
    if (left !== undefined) checkBounds(left, bounds);
    return left;
  } catch (error) {
    if (!(error instanceof NotThisWalk)) throw error;
    throw new CannotExamine(`--resume: ${file} ${error.message}; nothing was checked`);
  }
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
