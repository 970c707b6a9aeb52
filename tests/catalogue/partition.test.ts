import { expect, test } from 'vitest';
import { ALL_TABLES } from '../../specification/tables.js';
import { VERSIONS } from '../../specification/versions.js';
import { isClaimed } from '../../suites/support/objects/form-requirement.js';
import { FORM_REQUIREMENTS, possibleIn, shownIn, wronglyClaimed } from './claims.js';

test.for(VERSIONS)('in %s each violation of a form is claimed by one requirement', (version) => {
  expect(possibleIn(version).length).toBeGreaterThan(100);
  expect(wronglyClaimed(version)).toEqual([]);
});

test('each requirement of a form claims something in each of its versions', () => {
  const possible = new Map(VERSIONS.map((version) => [version, possibleIn(version)]));
  const idle = FORM_REQUIREMENTS.flatMap(({ id, claims, versions }) =>
    versions
      .filter((version) => !possible.get(version)?.some((each) => isClaimed(claims, each)))
      .map((version) => `${id} in ${version}`),
  );
  expect(idle).toEqual([]);
});

test('what is on no documented path is shown by no version', () => {
  const shown = new Set(VERSIONS.flatMap((version) => [...shownIn(version)]));
  const never = ALL_TABLES.map(({ name }) => name).filter((name) => !shown.has(name));
  // docs/api.md has no list of the comments of a patch, and no detail of one of a cover letter.
  expect(never).toEqual(['cover-comment.detail', 'patch-comment.list']);
});
