import fc from 'fast-check';

// The values that properties are tried with are drawn by this seed, so that what passes once passes again:
// a change is judged by itself, not by the draw. `FUZZ_SEED=$RANDOM FUZZ_RUNS=5000 npm run test:runs -- fuzz` looks further.
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
