/** Something that has to hold. */
export interface Bar {
  says: string;
  /** What was found, in words. */
  found: string;
  holds: boolean;
}

/** What a part of the bench found. */
export interface Found {
  bars: Bar[];
  /** A table of Markdown. */
  table: string;
}
