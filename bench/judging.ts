import { fetch } from 'undici';
import { startReference } from '../fixtures/reference/start.js';
import { readBody } from '../harness/client/answer.js';
import { elements } from '../harness/place.js';
import { Redaction } from '../harness/redaction.js';
import type { WalkedList } from '../harness/walk/judging.js';
import { unbegun } from '../harness/walk/list-state.js';
import { takeRows } from '../harness/walk/take-rows.js';
import { CHAPTERS } from '../suites/catalogue.js';
import { walkJudging } from '../suites/walk/judging.js';

/** Rows of a page, as the walk asks for them. */
const LARGEST_PAGE = 250;

/** How long each list is judged over and over, in seconds of the processor. */
const SECONDS = 0.4;

/** The clock is looked at every so many objects. */
const OBJECTS_BETWEEN_LOOKS = 1000;

/** A page of a list as it came, and what it is a page of. */
interface Judged {
  list: WalkedList;
  body: Uint8Array;
}

/**
 * How many objects a second one thread judges that has their pages in memory already: it reads the
 * JSON, judges each row by every requirement that speaks of it, and counts. One page of each list of
 * the reference in version 1.3 is judged over and over. Seconds are those of the processor.
 */
async function main(): Promise<void> {
  const judging = walkJudging(CHAPTERS);
  const wanted = new Set(CHAPTERS.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  const pages = await firstPages(judging.lists('1.3', wanted));
  const rates = pages.map(({ list, body }) => {
    judgeFor(SECONDS / 4, list, body);
    return { path: list.path, objectsPerSecond: Math.round(judgeFor(SECONDS, list, body)) };
  });
  // As many objects of each list.
  const seconds = rates.reduce((sum, { objectsPerSecond }) => sum + 1 / objectsPerSecond, 0);
  const objectsPerSecond = Math.round(rates.length / seconds);
  process.stdout.write(`${JSON.stringify({ objectsPerSecond, lists: rates })}\n`);

  function judgeFor(limit: number, list: WalkedList, body: Uint8Array): number {
    const tools = {
      judging,
      redaction: new Redaction({ credentials: {}, headers: [], showEmails: false }),
      exchanges: [],
    };
    const state = unbegun(list.path, list.version, LARGEST_PAGE);
    const before = process.cpuUsage();
    let used = 0;
    for (let looked = 0; used < limit; ) {
      const { json } = readBody(body);
      const rows = elements({ value: json, at: { exchange: 0, pointer: '' } });
      // The rows are new each time, as those of another page would be.
      state.lately = [];
      takeRows(list, state, { number: 1, rows, hasNext: true, record: () => undefined }, tools);
      if (state.objects - looked < OBJECTS_BETWEEN_LOOKS) continue;
      looked = state.objects;
      const { user, system } = process.cpuUsage(before);
      used = (user + system) / 1e6;
    }
    return state.objects / used;
  }
}

async function firstPages(lists: readonly WalkedList[]): Promise<Judged[]> {
  const reference = await startReference();
  const headers = { authorization: `Token ${reference.roles.user.token}` };
  try {
    return await Promise.all(
      lists.map(async (list) => {
        const url = `${reference.url}/api/${list.version}/${list.path}?per_page=${LARGEST_PAGE}`;
        const answer = await fetch(url, { headers });
        return { list, body: new Uint8Array(await answer.arrayBuffer()) };
      }),
    );
  } finally {
    await reference.stop();
  }
}

await main();
