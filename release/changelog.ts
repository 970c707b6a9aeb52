/** The first version in CHANGELOG.md. */
export interface TopEntry {
  version: string;
  /** Whether it is not released yet. */
  isUnreleased: boolean;
  /** The number of listed changes. */
  changes: number;
}

const HEADING = /^## (\d\S*) \((.+)\)$/m;

/** Reads the first version. Throws an Error if there is none. */
export function topEntry(changelog: string): TopEntry {
  const heading = HEADING.exec(changelog);
  if (heading === null)
    throw new Error('CHANGELOG.md has no heading such as ## 1.2.3 (unreleased)');
  const [line, version = '', when = ''] = heading;
  const [body = ''] = changelog.slice(heading.index + line.length).split(/^## /m);
  const changes = body.match(/^- /gm)?.length ?? 0;
  return { version, isUnreleased: when === 'unreleased', changes };
}

/** Puts the date of the release into the first heading. */
export function dated(changelog: string, day: string): string {
  return changelog.replace(HEADING, `## $1 (${day})`);
}
