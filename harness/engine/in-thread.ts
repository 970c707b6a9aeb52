import { parentPort, workerData } from 'node:worker_threads';
import { CannotExamine } from '../cannot-examine.js';
import { Client } from '../client/client.js';
import { preflight } from '../preflight.js';
import type { Beginning } from '../reading-phase.js';
import type { Chapter } from '../requirement.js';
import type { TargetSettings } from '../settings.js';
import { beginReading, tellJudged } from './judging.js';
import type { Scouted, ThreadSettings, Told } from './thread.js';

// The beginning of the thread in which requirements are judged. First it can look at the instance;
// while that answers, the chapters are loaded, so that judging can begin; and when the first requests of
// that are under way, Vitest's own worker: the main thread has the rest of Vitest to load before it
// needs that.

if (parentPort === null) throw new Error('in-thread.js is to be started as a thread');
const vitest = parentPort;
const { chapters, port }: ThreadSettings = workerData;
const tell = (told: Told) => port.postMessage(told);

let begun: Promise<void> | undefined;

tellJudged((judged) => tell({ judged }));
port.on('message', (beginning: Beginning) => {
  begun = begin(beginning);
});

// If it cannot be loaded, the entry cannot either, and that is reported.
await catalogue().catch(() => {});
// Nobody has asked it to begin where it only writes, or where the main thread has not come that far.
await begun;

const { init, runBaseTests, setupEnvironment } = await import('vitest/worker');
init({
  post: (response) => vitest.postMessage(response),
  on: (callback) => vitest.on('message', callback),
  off: (callback) => vitest.off('message', callback),
  teardown: () => vitest.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

async function catalogue(): Promise<readonly Chapter[]> {
  const { CHAPTERS }: { CHAPTERS: readonly Chapter[] } = await import(chapters);
  return CHAPTERS;
}

/** If it cannot begin to judge, the entry is told the same. */
async function begin(beginning: Beginning): Promise<void> {
  const scouted = await scout(beginning.settings);
  tell({ scouted });
  if ('found' in scouted) await beginReading(beginning, scouted.found, catalogue).catch(() => {});
}

/** A class does not cross threads: what cannot be examined is told by its message, which may quote an answer. */
async function scout(settings: TargetSettings): Promise<Scouted> {
  const client = new Client(settings);
  try {
    return { found: { ...(await preflight(client, settings.baseUrl)), traffic: client.traffic } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const told = client.redaction.text(message);
    return error instanceof CannotExamine ? { cannotExamine: told } : { failed: told };
  } finally {
    await client.close();
  }
}
