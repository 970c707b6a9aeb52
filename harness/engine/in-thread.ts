import { parentPort, workerData } from 'node:worker_threads';
import { CannotExamine } from '../cannot-examine.js';
import { Client } from '../client/client.js';
import { preflight } from '../preflight.js';
import type { Chapter } from '../requirement.js';
import type { TargetSettings } from '../settings.js';
import { judgingOf } from './judging.js';
import type { Asked, Scouted, ThreadSettings } from './thread.js';

// The beginning of the thread in which requirements are judged. First it can do the preflight; while
// the instance answers, Vitest's own worker is loaded, and then the chapters, so that judging can begin.

if (parentPort === null) throw new Error('in-thread.js is to be started as a thread');
const vitest = parentPort;
const { chapters, port }: ThreadSettings = workerData;

port.on('message', async (asked: Asked) => {
  if ('scout' in asked) port.postMessage(await scout(asked.scout));
  // If it cannot begin, the entry is told the same.
  else await judgingOf(asked.judge, await catalogue()).catch(() => {});
});

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

// If it cannot be loaded, the entry cannot either, and that is reported.
await catalogue().catch(() => {});

async function catalogue(): Promise<readonly Chapter[]> {
  const { CHAPTERS }: { CHAPTERS: readonly Chapter[] } = await import(chapters);
  return CHAPTERS;
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
