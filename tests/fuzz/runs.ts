/**
 * How often a property is tried: as often as its test says, so that all of them are done in a few
 * seconds, or as often as FUZZ_RUNS says (`FUZZ_RUNS=5000 npx vitest run tests/fuzz`).
 */
export function runs(usual: number): { numRuns: number } {
  const wanted = Number(process.env.FUZZ_RUNS);
  return { numRuns: wanted > 0 ? wanted : usual };
}
