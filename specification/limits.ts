/** The items of a page unless the instance sets another default (docs/api.md, "Limits"). */
export const DEFAULT_PAGE = 30;

/** "`per_page` may be set up to 100 on most endpoints". */
export const LARGEST_PAGE = 100;
