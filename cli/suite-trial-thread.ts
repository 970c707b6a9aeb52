import { parentPort, workerData } from 'node:worker_threads';

// Loads a module of --suite where it can do no harm: suite-trial.ts says why.

try {
  await import(String(workerData));
} catch {
  // Whoever loads it in earnest says what is wrong with it.
}
parentPort?.postMessage('loaded');
process.exit();
