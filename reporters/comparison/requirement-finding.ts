import type { Change, Comparison } from '../../analysis/comparison/comparison.js';
import type { Block, Finding } from '../document.js';
import { sectionOf } from '../view/evidence.js';
import { markOf } from '../view/signs.js';

/** A part of a step, without what stands before its title. */
export interface Drafted {
  title: string;
  blocks: Block[];
}

/** What is said of one requirement. */
export function requirementFinding(
  id: string,
  requirements: Comparison['requirements'],
  said: {
    verdict: Change['cells'][number]['to']['verdict'];
    where: string;
    texts: string[];
    isQuoted?: boolean;
    label?: string;
  },
): Finding {
  const requirement = requirements.find((each) => each.id === id);
  const { verdict, where, texts, isQuoted = false, label = 'For a client' } = said;
  const aside = [requirement?.level.toUpperCase() ?? '', where].filter((part) => part !== '');
  return {
    type: 'finding',
    marks: [markOf(verdict)],
    head: id,
    isId: true,
    aside: aside.join(', '),
    quote:
      isQuoted && requirement !== undefined
        ? { says: requirement.title, source: sectionOf(requirement) }
        : undefined,
    evidence: [{ texts }],
    client: requirement === undefined ? undefined : [label, requirement.consequence],
    brief: texts[0] ?? requirement?.title ?? '',
  };
}
