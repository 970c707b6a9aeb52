import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchForInterruption } from '../../cli/interruption.js';
import { inNewFolder, outcome, start } from './command.js';
import { deferred } from './deferred.js';
import { withServer } from './servers.js';

/** Answers the roots, and holds back everything else until it is let go. */
function holdingBack() {
  const held = deferred();
  const released = deferred();
  const listener: RequestListener = (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (/^\/api\/\d\.\d\/$/.test(request.url ?? '')) {
      response.end('{"projects": ""}');
      return;
    }
    held.resolve();
    void released.promise.then(() => response.writeHead(404).end('{"detail": "Not found."}'));
  };
  return { listener, held: held.promise, release: released.resolve };
}

test.concurrent('the first signal ends the run with a report, status 130', async () => {
  const { listener, held, release } = holdingBack();
  await withServer(listener, (url) =>
    inNewFolder(async (cwd) => {
      const child = start(['--base-url', url, '--report', 'r.json'], { cwd });
      const ended = outcome(child);
      await held;
      child.kill('SIGINT');
      release();
      const { status, stdout, stderr } = await ended;
      const report: unknown = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
      expect(report).toMatchObject({ interrupted: true });
      expect(stdout).toMatch(/\n INTERRUPTED /);
      // What was never judged is no progress.
      expect(stderr).not.toMatch(/[2-9]\d %/);
      expect(status).toBe(130);
    }),
  );
});

test.concurrent('signal upon signal ends the process, which counts as interrupted', async () => {
  const { listener, held } = holdingBack();
  await withServer(listener, (url) =>
    inNewFolder(async (cwd) => {
      const child = start(['--base-url', url], { cwd });
      const ended = outcome(child);
      await held;
      const again = setInterval(() => child.kill('SIGINT'), 20);
      const { status } = await ended;
      clearInterval(again);
      // Node hears no signal any more in its last moments: a shell makes 130 of that, too.
      expect(child.signalCode ?? status).toBe(child.signalCode === null ? 130 : 'SIGINT');
    }),
  );
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGXCPU', 'SIGABRT'] as const)(
  '%s interrupts, until it is ignored',
  (name) => {
    const before = process.listeners(name);
    const { signal, ignore } = watchForInterruption();
    const own = process.listeners(name).filter((listener) => !before.includes(listener));
    for (const listener of own) listener(name);
    expect(signal.aborted).toBe(true);
    ignore();
    expect(process.listeners(name)).toEqual(before);
  },
);
