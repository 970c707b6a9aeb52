import { expect, test } from 'vitest';
import { VERSIONS } from '../../specification/versions.js';
import { requestsByVersion } from '../../tools/bench/examination.js';

test('a request counts for the version in its path, if it exists', () => {
  const paths = ['/patchwork/api/1.2/covers/?page=2', '/api/1.2/', '/api/covers/', '/api/9.9/'];
  const counts = requestsByVersion(paths.map((path) => ({ path })));
  expect([...counts.keys()]).toEqual([...VERSIONS, 'none']);
  expect(Object.fromEntries(counts)).toMatchObject({ '1.0': 0, '1.2': 2, none: 2 });
});
