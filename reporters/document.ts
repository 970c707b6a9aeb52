import type { Exchange } from '../harness/report.js';
import type { Verdict } from '../harness/verdict.js';
import type { Version } from '../specification/versions.js';

// A text of a document is on one line; what stands between backticks in it is code. It may come from an
// instance: each renderer makes it harmless.

/** Findings of a part that are shown in full; the others get a line each. */
export const IN_FULL = 20;

/** The sign of a result: its verdict, or `expected` where a baseline expects it. */
export type Sign = Verdict | 'expected';

/** Whether something is good, bad or open. */
export type Tone = 'good' | 'bad' | 'open';

/** A sign with its colour: a character for a terminal and a page, an emoji for Markdown, a word for the ear. */
export interface Mark {
  symbol: string;
  emoji: string;
  word: string;
  look: Sign | Tone;
}

/** What a document or a file is made with besides its subject. */
export interface Rendering {
  /** How the user starts this program, for the commands to run next; see `INSTALLED_PROGRAM`. */
  program?: string;
  /** Whether everything is to be shown, however long. */
  verbose?: boolean;
  /** All exchanges of the run, if they were kept; see `wantsEveryExchange`. */
  exchanges?: readonly Exchange[];
}

/** What a command has to say, for people, in any format. */
export interface Document {
  /** What it is, in a few words: `Comparison of conformance reports`. */
  kind: string;
  /** The verdict with what it is about (`conformant`, `(read-only, anonymous)`); it never stands without its scope. */
  verdict: { word: string; tone: Tone; scope?: string; about: string };
  /** What the verdict rests on, the most important first. */
  statements: string[];
  head: (Facts | Text | List)[];
  parts: Part[];
  /** Where everything is that a short format leaves out. */
  elsewhere: string;
}

/** A part with a heading. */
export interface Part {
  /** The anchor of the part in a page. */
  id: string;
  title: string;
  /** The title in a word or two, for the contents of a page, where it is longer. */
  label?: string;
  blocks: Block[];
  /** Closed at first, in a page. */
  folded?: boolean;
  /** The sign of its findings, for the filters of a page. */
  sign?: Sign;
  /** Sums up the others: before them on a page, and behind them on a terminal, where a reader begins. */
  sums?: true;
  /** Too long for anything but a page. */
  pageOnly?: true;
}

/** Whether a part is the compatibility matrix. */
export function hasMatrix({ blocks }: Part): boolean {
  return blocks.some(({ type }) => type === 'matrix');
}

/** One thing in a part. */
export type Block = Facts | Text | List | Command | Table | Matrix | Finding;

/** Names and values. */
export interface Facts {
  type: 'facts';
  facts: Fact[];
}

/** A name and its value. */
export type Fact = [name: string, value: string];

/** A paragraph. */
export interface Text {
  type: 'text';
  text: string;
  look?: 'strong' | 'faint' | 'warning' | Tone;
}

/** The points of a list. */
export interface List {
  type: 'list';
  items: Item[];
}

/** A point of a list; the ids that it is about may be folded. */
export interface Item {
  mark?: Mark;
  text: string;
  ids?: readonly string[];
}

/** Lines to be copied, never wrapped: a command, or an entry of a file. */
export interface Command {
  type: 'command';
  label?: string;
  text: string;
}

/** A table with a name in the first column of each row. */
export interface Table {
  type: 'table';
  caption: string;
  /** The heads of the columns, that of the names first. */
  columns: string[];
  rows: { name: string; about?: string; cells: Cell[] }[];
  /** What the signs in it mean. */
  legend?: Fact[];
}

/** A cell of a table; `says` is its text for the ear, where the text is a sign. */
export interface Cell {
  text: string;
  look?: Mark['look'] | 'faint';
  says?: string;
}

/** The compatibility matrix. */
export interface Matrix {
  type: 'matrix';
  versions: MatrixVersion[];
  groups: MatrixGroup[];
  /**
   * How often each sign occurs in each version that was tested, with its meaning: the legend as well.
   */
  totals: { mark: Mark; meaning: string; counts: (number | undefined)[] }[];
}

/** The head of a column: the verdict on a version, and how many of its requirements were checked. */
export interface MatrixVersion {
  version: string;
  name: string;
  tone: Tone;
  conformant: string;
  checked: string;
}

/** How many of the results that could pass do. */
export interface Share {
  passed: number;
  of: number;
}

/** A group of requirements. */
export interface MatrixGroup {
  name: string;
  /** The signs in each version, the most serious first, and the share that passes. */
  cells: { counts: { mark: Mark; count: number }[]; share: Share }[];
  rows: MatrixRow[];
}

/** A requirement with its sign in each version. */
export interface MatrixRow {
  id: string;
  title: string;
  level: string;
  /** The codes of the reasons of its results, to be filtered by. */
  codes: string[];
  cells: (Mark | undefined)[];
  /** Whether it was found to be wrong, and is shown although its group is closed. */
  isOpen: boolean;
}

/** Something found: a violated requirement, a difference, an effect on a client. */
export interface Finding {
  type: 'finding';
  /** Its mark; of two verdicts that of the one before comes first. */
  marks: Mark[];
  /** The id of a requirement, or what happened. */
  head: string;
  isId?: true;
  aside?: string;
  /** The versions in which it was found, of a finding of a run. */
  versions?: readonly Version[];
  quote?: { says: string; source: string };
  evidence: Evidence[];
  ids?: readonly string[];
  /** What it means for a client, with its label: `For a client`. */
  client?: Fact;
  /** The finding in one line, where there are too many. */
  brief: string;
}

/** What shows a finding. */
export interface Evidence {
  /** Where it is so, where there are several: `in 1.2 1.3`. */
  where?: string;
  texts: string[];
  violations?: { message?: string; facts: Fact[] }[];
  /** How many kinds of violations are left out. */
  more?: number;
  commands?: string[];
  notes?: string[];
  /** The exchange behind it, for a page. */
  exchange?: Exchange;
}
