import type { Fault } from '../fixtures/faults/fault.js';
import type { Chapter, Requirement } from '../harness/requirement.js';
import { versionRange } from '../reporters/version-range.js';
import { anchorOf } from '../specification/sections.js';
import { VERSIONS } from '../specification/versions.js';
import { code, table } from './markdown.js';

/** The pages of docs/requirements, by the names of their files. */
export type Pages = ReadonlyMap<string, string>;

/**
 * A page for each chapter with every requirement of it, and README.md, which leads to them. Takes
 * the catalogue of the requirements and that of the faults; returns Markdown.
 */
export function requirementPages(chapters: readonly Chapter[], faults: readonly Fault[]): Pages {
  const pages = chapters.map((chapter): [string, string] => [
    fileOf(chapter),
    chapterPage(chapter, faults),
  ]);
  return new Map([['README.md', indexPage(chapters, faults)], ...pages]);
}

function fileOf({ name }: Chapter): string {
  return `${name}.md`;
}

function indexPage(chapters: readonly Chapter[], faults: readonly Fault[]): string {
  const all = chapters.flatMap(({ requirements }) => requirements);
  const rows = chapters.map((chapter) => {
    const { name, requirements } = chapter;
    const proving = faults.filter((fault) => requirements.some(({ id }) => catches(fault, id)));
    return [
      `[${name}](${fileOf(chapter)})`,
      ...counts(requirements),
      rangeOf(requirements),
      `${proving.length}`,
    ];
  });
  return `# Requirements

The suite has ${all.length} requirements in ${chapters.length} chapters. Each is one sentence of the specification that can be judged by
asking an instance. \`conformance list\` shows them as well, and \`conformance explain ID\` one of them.

- **must**: an instance that violates it fails.
- **should**: it follows from the specification, but is not said in so many words; an instance that violates it is
  warned.
- **observe**: the specification is silent; what an instance does is recorded, and nothing is judged.

Every requirement that is judged is proved by at least one fault: a defect that the reference instance can be given
(\`conformance demo --fault ID\`), and that turns it red. [How verdicts are reached](../verdicts.md) says how the
specification is read where it is open, or says two things.

“Needs” are what a run has to be given: an account for the role \`user\`, \`other\` or \`maintainer\`, for any of them
(\`signed-in\`), for one of two of them (\`user-or-maintainer\`), \`--allow-writes\` (\`writes\`), or \`--hazardous-inputs\` beside it (\`hazardous-inputs\`). “Once in a run” is what is judged in the newest version only.

These pages are made of the code, by \`npm run docs\`.

${table(['chapter', 'must', 'should', 'observe', 'versions', 'faults'], rows)}
`;
}

/** How many there are of each level. */
function counts(requirements: readonly Requirement[]): string[] {
  return (['must', 'should', 'observe'] as const).map(
    (wanted) => `${requirements.filter(({ level }) => level === wanted).length}`,
  );
}

/** The versions in which any of them is judged. */
function rangeOf(requirements: readonly Requirement[]): string {
  return versionRange(
    VERSIONS.filter((version) => requirements.some(({ versions }) => versions.includes(version))),
  );
}

function chapterPage({ name, requirements }: Chapter, faults: readonly Fault[]): string {
  const [must, should, observe] = counts(requirements);
  const sections = requirements.map((requirement) => section(requirement, faults));
  return `# ${name}

${requirements.length} requirements: ${must} must, ${should} should, ${observe} observe; versions ${rangeOf(requirements)}.
[All chapters](README.md) · [How verdicts are reached](../verdicts.md)

${sections.join('\n\n')}
`;
}

function section(requirement: Requirement, faults: readonly Fault[]): string {
  const { id, says, spec, level, versions, once, needs, consequence } = requirement;
  const judged =
    once === true ? `${versionRange(versions)}, once in a run` : versionRange(versions);
  const wanted = needs.map(code).join(', ') || 'nothing but an instance';
  return `<a id="${id}"></a>

## ${code(id)}

> ${says}

- **${level}**, in ${judged}; section [${spec}](../api.md#${anchorOf(spec)}) of the specification
- needs: ${wanted}
- ${level === 'observe' ? 'for a client' : 'if it fails'}: ${consequence}
${proof(requirement, faults)}`;
}

function proof({ id, level }: Requirement, faults: readonly Fault[]): string {
  if (level === 'observe') return '- proved by: nothing, since nothing is judged';
  const proving = faults.filter((fault) => catches(fault, id));
  const rows = proving.map((fault) => `\n  - ${code(fault.id)}: ${fault.says}`);
  return `- proved by:${rows.join('') || ' no fault'}`;
}

function catches({ detectedBy }: Fault, id: string): boolean {
  return detectedBy.includes(id);
}
