import type { Figure } from './figure.js';

/** Something that has to hold, as a ratio or a count within one run of the bench. */
export interface Bar {
  says: string;
  /** What was found, in words. */
  found: string;
  /** `not measured` counts as not holding: what nobody has looked at is no success. */
  holds: boolean | 'not measured';
}

/** What a part of the bench found out. */
export interface Outcome {
  figures: Figure[];
  bars: Bar[];
  /** What a reader has to know of the figures of this very run. */
  notes?: string[];
}

/** A part of the bench, which can be run alone. */
export interface Part {
  /** `npm run bench -- NAME` runs it. */
  name: string;
  /** The heading of its figures. */
  title: string;
  /** Measures. Rejects with an Error if what it measures did not do what it should. */
  measure(): Promise<Outcome>;
}
