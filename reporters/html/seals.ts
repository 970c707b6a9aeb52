/** The sign of each tone that a run can end in. */
export const SEALS = { good: '✓', bad: '✗', open: '?' };
