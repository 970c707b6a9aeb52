/**
 * An id that no object has: the largest that fits a signed integer of 32 bits. A larger one may
 * overflow the column of a database, which would be a test of something else.
 */
export const UNKNOWN_ID = 2_147_483_647;
