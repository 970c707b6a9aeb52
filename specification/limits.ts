/** "Default page size: 30 items; it may differ between instances" (SPEC.md, "Limits"). */
export const DEFAULT_PAGE = 30;

/** "`per_page` may be set up to 100 on most endpoints". */
export const LARGEST_PAGE = 100;
