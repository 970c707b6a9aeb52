/** A condition on the measurements. */
export interface Limit {
  says: string;
  /** The measured value. */
  found: string;
  holds: boolean;
  /** Set if the command does not fail when the limit is exceeded. */
  isReportedOnly?: true;
}

/** The results of a part of the benchmark. */
export interface Found {
  limits: Limit[];
  /** A table of Markdown. */
  table: string;
}
