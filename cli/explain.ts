import { FAULTS } from '../fixtures/faults/catalogue.js';
import type { Chapter, Need, Requirement } from '../harness/requirement.js';
import { sectionAddress } from '../harness/tool.js';
import type { Level } from '../harness/verdict.js';
import { hang, wrap } from '../reporters/terminal/text.js';
import { versionRange } from '../reporters/view/version-range.js';
import { CHAPTERS } from './catalogue.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { print } from './output.js';
import { Refusal } from './refusal.js';
import { besideSuites, loadSuites } from './suites.js';

const LEVELS: Record<Level, string> = {
  must: 'must: an instance that violates it fails',
  should: 'should: an instance that violates it is warned',
  observe: 'observe: nothing is judged, what the instance does is recorded',
};

const NEEDS: Record<Need, string> = {
  user: 'credentials for the role user',
  other: 'credentials for the role other',
  maintainer: 'credentials for the role maintainer',
  'signed-in': 'credentials for any role',
  'user-or-maintainer': 'credentials for the role user or the role maintainer',
  writes: 'to be allowed to write',
  'hazardous-inputs': 'to be allowed to write hazardous values',
};

/** Lines are no longer than this; a narrower terminal gets narrower ones. */
const WIDEST = 90;

/** How many ids an error suggests. */
const MOST_SUGGESTIONS = 12;

/**
 * `conformance explain ID`: what a requirement says, where it stands, and what a violation means.
 * Returns the exit status. Rejects with a Refusal that names near ids if there is no such id, and as
 * `loadSuites` does.
 */
export async function explainCommand(id: string, { suite }: Values<'explain'>): Promise<number> {
  const extensions = await loadSuites(suite ?? [], CHAPTERS);
  const own = extensions.find(({ chapters }) => requirementIn(chapters, id) !== undefined);
  const chapters = besideSuites(CHAPTERS, extensions);
  const found = requirementIn(chapters, id);
  if (found === undefined) throw new Refusal(unknown(id, chapters));
  const width = Math.min(WIDEST, process.stdout.columns || WIDEST);
  await print(explained(found, own?.suite, width));
  return EXIT.conformant;
}

function requirementIn(chapters: readonly Chapter[], id: string): Requirement | undefined {
  return chapters.flatMap(({ requirements }) => requirements).find((each) => each.id === id);
}

/** `suite` is the name of the suite that it is of; absent where it is of the specification. */
function explained(requirement: Requirement, suite: string | undefined, width: number): string {
  const { id, says, spec, level, versions, needs, consequence } = requirement;
  const facts: [string, string][] = [
    ['stands in', suite === undefined ? sectionAddress(spec) : `the suite ${suite}, "${spec}"`],
    ['level', LEVELS[level]],
    ['versions', versionRange(versions)],
    ['needs', needs.map((need) => NEEDS[need]).join(', ') || 'nothing but an instance'],
    ['violated', consequence],
    [
      'try it',
      `conformance --base-url URL${suite === undefined ? '' : ' --suite FILE'} --only ${id}`,
    ],
  ];
  // The reference instance has no faults that are of somebody else's requirements.
  if (suite === undefined) facts.push(['faults', provedBy(requirement)]);
  const lines = [
    id,
    '',
    ...wrap(says, width - 2).map((line) => `  ${line}`),
    '',
    ...facts.flatMap(([name, value]) => {
      const label = `  ${name.padEnd(9)}  `;
      // An address that is broken leads nowhere.
      return value.startsWith('https://') ? [`${label}${value}`] : hang(label, value, width);
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** The defects of the reference instance that turn it red: what it has been shown to check. */
function provedBy({ id, level }: Requirement): string {
  if (level === 'observe') return 'none can turn it red, since nothing is judged';
  const faults = FAULTS.filter(({ detectedBy }) => detectedBy.includes(id));
  if (faults.length === 0) return 'none turns it red';
  return `${faults.map((fault) => fault.id).join(', ')} (conformance demo --fault ID)`;
}

/** Near are the ids that share a word with what was asked for, before others those that begin alike. */
function unknown(id: string, chapters: readonly Chapter[]): string {
  const words = id
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  const shared = (candidate: string) => words.filter((word) => candidate.includes(word)).length;
  const near = chapters
    .flatMap(({ requirements }) => requirements.map((requirement) => requirement.id))
    .filter((candidate) => shared(candidate) > 0)
    .sort((a, b) => shared(b) - shared(a) || alike(b, id) - alike(a, id))
    .slice(0, MOST_SUGGESTIONS);
  const hint = near.length === 0 ? '' : `; near it: ${near.join(', ')}`;
  return `"${id}" is no requirement; expected an id as conformance list shows them${hint}`;
}

/** How many letters two words begin with alike. */
function alike(one: string, other: string): number {
  const differs = [...one].findIndex((letter, index) => letter !== other[index]);
  return differs === -1 ? one.length : differs;
}
