/** Returns what handles an error: one of these classes is replaced by a value, and anything else is thrown again. */
export function instead<T>(
  value: T,
  ...expected: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): (error: unknown) => T {
  return (error) => {
    if (expected.some((each) => error instanceof each)) return value;
    throw error;
  };
}
