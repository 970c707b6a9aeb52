// The floor: sends the requests of a run again, by a bare pool of undici and nothing else, and reads
// every answer to its end. `node replay.js RUN.har BASE-URL CONCURRENCY`; the credentials stand in the
// environment. Prints what it did as JSON. Its time counts from the first request to the last answer,
// without the start of Node: the floor is as low as it can be said to be.
import { Pool } from 'undici';
import { type Recorded, recordedRequests } from './archive.js';

const [file = '', base = '', concurrency = ''] = process.argv.slice(2);
const requests = recordedRequests(file).map((each) => ({
  ...each,
  headers: withCredentials(each),
}));
const pool = new Pool(new URL(base).origin, { connections: Number(concurrency), pipelining: 1 });

let next = 0;
let bytes = 0;
const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, sendInTurn));
const seconds = (performance.now() - startedAt) / 1000;
await pool.close();
console.log(JSON.stringify({ seconds, requests: requests.length, bytes }));

async function sendInTurn(): Promise<void> {
  for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
    const { method, path, headers } = request;
    const { body } = await pool.request({ method, path, headers });
    bytes += (await body.arrayBuffer()).byteLength;
  }
}

/** A HAR names the variables that hold a credential; what was wrong on purpose is wrong again. */
function withCredentials({ headers: { authorization, ...headers } }: Recorded) {
  if (authorization === undefined) return headers;
  return { ...headers, authorization: signedIn(authorization) };
}

function signedIn(shown: string): string {
  const [scheme = '', rest = ''] = shown.split(' ');
  const given = rest.replace(/\$\{?(\w+)(%\?)?\}?/g, (_, name: string, spoiled?: string) => {
    const value = process.env[name] ?? '';
    return spoiled === undefined ? value : value.slice(0, -1);
  });
  if (scheme !== 'Basic') return `${scheme} ${given}`;
  return `Basic ${Buffer.from(given, 'utf8').toString('base64')}`;
}
