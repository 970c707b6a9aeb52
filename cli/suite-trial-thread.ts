import { parentPort, workerData } from 'node:worker_threads';

// Loads a module of --suite where it can do no harm: suite-trial.ts says why. One that cannot be
// loaded is left to whoever loads it in earnest, who says what is wrong with it.

await import(String(workerData)).catch(() => {});
parentPort?.postMessage('loaded');
process.exit();
