import { isVersion, VERSIONS, type Version } from '../../specification/versions.js';
import { type Entry, EXPECTABLE } from './entry.js';
import { Place } from './place.js';
import { quotation } from './quotation.js';
import { BadBaseline, parseYaml } from './yaml.js';

/**
 * Parses a baseline. Anything unknown is rejected, so that no entry is ignored silently. Throws a
 * BadBaseline with the line and what was expected.
 */
export function readBaseline(text: string): Entry[] {
  const { document, lineOf } = parseYaml(text);
  const top = new Place(document.contents, 1, lineOf).mapping(
    'the key "expected", and a list of entries below it',
    ['expected'],
  );
  const { expected } = top;
  if (expected === undefined || expected.isBlank) return [];
  const entries = expected.list('a list of entries').map(readEntry);
  refuseDuplicates(entries);
  return entries;
}

const KEYS = ['requirement', 'versions', 'verdict', 'reason', 'link', 'expires'] as const;

function readEntry(place: Place): Entry {
  const keys = place.mapping(`an entry with ${KEYS.join(', ')}`, KEYS);
  const reason = textOf(keys.reason, 'a text');
  const link = textOf(keys.link, 'a URL', isAddress, 'such as https://bugs.example.org/1');
  const expires = textOf(keys.expires, 'a day', isDay, 'of the calendar, such as 2027-03-31');
  return {
    requirement: readRequirement(keys.requirement ?? missing(place, 'requirement')),
    versions: readVersions(keys.versions ?? missing(place, 'versions')),
    verdict: readVerdict(keys.verdict),
    reason,
    link,
    expires,
    line: place.line,
  };
}

function missing(place: Place, key: string): never {
  throw place.refusal(`the entry has no ${key}; expected requirement and versions in each`);
}

function readRequirement(place: Place): string {
  const id = place.text('the id of a requirement');
  if (/^[a-z0-9][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)+$/.test(id)) return id;
  throw place.refusal(
    `${quotation(id)} is not a requirement id; expected an id such as root.answers (the subcommand list prints all)`,
  );
}

function readVersions(place: Place): Version[] {
  const wanted = `a list of versions, such as ['1.0', '1.1']`;
  const versions: Version[] = [];
  for (const each of place.list(wanted)) {
    const text = each.text('a version');
    if (!isVersion(text)) {
      throw each.refusal(
        `${quotation(text)} is not a version; expected one of ${VERSIONS.join(', ')}`,
      );
    }
    if (versions.includes(text)) throw each.refusal(`version ${text} is listed twice`);
    versions.push(text);
  }
  if (versions.length === 0) throw place.refusal(`the list is empty; expected ${wanted}`);
  return VERSIONS.filter((version) => versions.includes(version));
}

function readVerdict(place: Place | undefined): Entry['verdict'] {
  if (place === undefined || place.isBlank) return 'fail';
  const text = place.text('a verdict');
  const verdict = EXPECTABLE.find((each) => each === text);
  if (verdict !== undefined) return verdict;
  throw place.refusal(
    `verdict ${quotation(text)} cannot be expected; expected one of ${EXPECTABLE.join(', ')}`,
  );
}

/** An optional text. */
function textOf(
  place: Place | undefined,
  wanted: string,
  fits = (_text: string) => true,
  such = '',
): string | undefined {
  if (place === undefined || place.isBlank) return undefined;
  const text = place.text(wanted).trim();
  if (text === '') return undefined;
  if (fits(text)) return text;
  throw place.refusal(`${quotation(text)} is not ${wanted} ${such}`);
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A requirement may have only one entry per version. */
function refuseDuplicates(entries: readonly Entry[]): void {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    for (const version of entry.versions) {
      const before = seen.get(`${entry.requirement} ${version}`);
      if (before !== undefined) {
        throw new BadBaseline(
          entry.line ?? 1,
          `${entry.requirement} in ${version} is already in line ${before.line}; expected once`,
        );
      }
      seen.set(`${entry.requirement} ${version}`, entry);
    }
  }
}
