import { parentPort, workerData } from 'node:worker_threads';

// Loads a module of --suite in a separate thread; see suite-trial.ts.

try {
  await import(String(workerData));
} catch {
  // The error is reported when the module is loaded in the main thread.
}
parentPort?.postMessage('loaded');
process.exit();
