let underWay = 0;
let before: typeof process.exitCode;

/**
 * Does a piece of work that sets the exit code of the process, and puts back what it was: Vitest takes
 * a requirement that fails for a test of the user's that fails. Several may be under way at once.
 */
export async function keepingExitCode<T>(work: () => Promise<T>): Promise<T> {
  if (underWay === 0) before = process.exitCode;
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) process.exitCode = before;
  }
}
