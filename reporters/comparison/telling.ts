import type { Comparison } from '../../analysis/comparison/comparison.js';
import { changeParts } from './changes.js';
import { newsParts } from './news.js';
import type { Part } from './part.js';

/** What is told of a step. */
export interface ToldStep {
  from: string;
  to: string;
  parts: Part[];
}

/** What is told of each step: what changed, the gravest first, then what is new and what is gone. */
export function tellingOf(comparison: Comparison): ToldStep[] {
  const requirements = new Map(comparison.requirements.map((each) => [each.id, each]));
  return comparison.steps.map((step) => ({
    from: step.from,
    to: step.to,
    parts: [
      ...changeParts(comparison, step, requirements),
      ...newsParts(comparison, step, requirements),
    ],
  }));
}
