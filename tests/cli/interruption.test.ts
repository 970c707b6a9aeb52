import { expect, test } from 'vitest';
import { watchForInterruption } from '../../cli/interruption.js';

// What a run does then: tests/runs/writing.test.ts.
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
