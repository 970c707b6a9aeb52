import { describe, expect, it } from 'vitest';
import { schemaViolations } from '../../schemas/validate.js';
import { ALL_FORMS, type Aspect } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import { RELEASES, recordedBy } from './recorded.js';

interface Account {
  readonly release: (typeof RELEASES)[number];
  readonly version: Version;
  readonly table: string;
  readonly field: string;
  readonly aspect: Aspect;
  readonly reason: string;
}

const EARLY_ACTOR =
  'docs/api.md, "Event": `actor` is 1.2 and later and so premature before (B-6); ' +
  'this release shows it in every version';

// Every way in which a real release departs from docs/api.md as docs/verdicts.md reads it.
const ACCOUNTED: readonly Account[] = (['v3.2.1', 'main'] as const).flatMap((release) =>
  (['1.0', '1.1'] as const).map((version): Account => {
    const actor = { table: 'event.list', field: 'actor', aspect: 'premature' } as const;
    return { release, version, ...actor, reason: EARLY_ACTOR };
  }),
);

function named({ version, table, field, aspect }: Omit<Account, 'release' | 'reason'>): string {
  return `${version} ${table} ${field} ${aspect}`;
}

describe.each(RELEASES)('what %s answered', (release) => {
  const recorded = recordedBy(release);

  it('departs from docs/api.md in what is accounted for, and in all of it', () => {
    const found = recorded.flatMap(({ version, resource, form, value, request }) =>
      schemaViolations(version, resource, form, value).map((violation) => ({
        name: named({ version, ...violation }),
        where: `${request} ${violation.pointer}`,
      })),
    );
    const accounted = ACCOUNTED.filter((each) => each.release === release).map(named);
    expect(found.filter(({ name }) => !accounted.includes(name))).toEqual([]);
    expect(accounted.filter((each) => !found.some(({ name }) => name === each))).toEqual([]);
  });

  it('shows every resource, so that the verdict above is not an empty one', () => {
    const seen = new Set(recorded.map(({ resource, form }) => `${resource}.${form}`));
    const judged = ALL_FORMS.filter(({ form }) => form !== 'embedded')
      .map(({ resource, form }) => `${resource}.${form}`)
      // Comments have no detail before 1.3, and 2.1.6 offers 1.0 and 1.1.
      .filter((name) => release !== 'v2.1.6' || !/-comment\.detail$/.test(name));
    expect(judged.filter((name) => !seen.has(name))).toEqual([]);
    expect(recorded.length).toBeGreaterThan(400);
  });
});
