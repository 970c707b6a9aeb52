import type { ReportedRequirement } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';

/** A part of a step, as every format shows it. */
export interface Part {
  title: string;
  /** What the title means, in a sentence. */
  meaning?: string;
  entries: Entry[];
  /** Further lines, each a text of its own. */
  notes: string[];
}

/** One thing that is told: a requirement, a reason, fields of which the same became. */
export interface Entry {
  /** The verdict that gives it its sign and colour; of two verdicts the newer. */
  verdict: Verdict;
  /** The verdict before, where both are shown. */
  before?: Verdict;
  /** The id of a requirement, or what happened. */
  head: string;
  /** The level, and where. */
  aside?: string;
  /** The requirement whose sentence is quoted. */
  sentence?: ReportedRequirement;
  /** What is said of it: violations, fields, differences. Much of it comes from the instance. */
  says: string[];
  /** The requirements that it is about, where it is about several. */
  ids?: string[];
  /** What it means for a client. */
  client?: { label: string; text: string };
}
