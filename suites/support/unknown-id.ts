/**
 * An id that no object has: the largest signed 32-bit integer. A larger one might overflow a
 * database column, which would be another test.
 */
export const UNKNOWN_ID = 2_147_483_647;
