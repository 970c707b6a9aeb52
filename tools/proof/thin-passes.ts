/** Why a single answer or element, or none, is enough for the pass of a requirement on the reference. */
export const DECISIONS: Readonly<Record<string, string>> = {};
