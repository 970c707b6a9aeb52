// Runs the suite as built on the reference instance as built, in a process and a folder of its own, as
// the command does. Takes the address of the build and, as a second argument, the number of requests
// after which the server answers nothing more and the run is ended. Prints the report.
import { createServer, request as send } from 'node:http';

const [dist, answered] = process.argv.slice(2);
const built = (path) => import(new URL(path, dist).href);
const { startReference } = await built('fixtures/reference/start.js');
const { supervisedRun } = await built('cli/supervised-run.js');

const reference = await startReference();
const controller = new AbortController();
let left = answered === undefined ? Number.POSITIVE_INFINITY : Number(answered);

const before = createServer((request, response) => {
  if (left === 0) return controller.abort();
  left -= 1;
  const { url, method, headers } = request;
  const onwards = send(new URL(url, reference.url), { method, headers }, (answer) => {
    // Header names keep their spelling, which a client contract checks.
    response.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(response);
  });
  request.pipe(onwards);
});
await new Promise((listening) => before.listen(0, '127.0.0.1', listening));

const settings = {
  baseUrl: `http://127.0.0.1:${before.address().port}`,
  credentials: reference.roles,
  headers: [],
  concurrency: 4,
  rps: 0,
  timeoutMs: 60_000,
  maxBytes: 10_000_000,
  showEmails: false,
  only: [],
  skip: [],
  seed: 1,
};
let total = 0;
const { report } = await supervisedRun(settings, {
  everyExchange: false,
  progress: {
    begin: (planned) => {
      total = planned;
    },
    inHand() {},
    judged() {},
    scanned() {},
    end() {},
  },
  interruption: { signal: controller.signal, ignore() {} },
  note() {},
});
before.closeAllConnections();
before.close();
await reference.stop();
const events = ['SIGINT', 'SIGTERM', 'unhandledRejection', 'uncaughtException'];
const listeners = events.reduce((sum, event) => sum + process.listenerCount(event), 0);
const environment = Object.keys(process.env).sort();
const { exitCode } = process;
process.stdout.write(JSON.stringify({ report, total, listeners, environment, exitCode }));
