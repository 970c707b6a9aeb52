import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { sampleExchange, sampleReport, sampleRequirement, sampleResults } from './sample.js';

const FOUR: Version[] = ['1.0', '1.1', '1.2', '1.3'];

const ROOT = sampleRequirement({
  id: 'root.answers',
  title: 'The root answers 200 with an object',
  group: 'root',
});

const CONTRACTS = [
  sampleRequirement({
    id: 'client.link.next-first',
    title: 'The first entry of the `Link` header is `next`',
    group: 'client-paging',
    spec: 'pwclient pwclient/api.py; NIPA pw/patchwork.py',
    consequence: 'Clients stop after the first page.',
    breaks: ['pwclient', 'NIPA'],
  }),
  sampleRequirement({
    id: 'client.query.empty-project',
    title: 'An empty `project` selects the patches of all projects',
    group: 'client-paging',
    spec: 'git-pw git_pw/api.py',
    level: 'should',
    breaks: ['git-pw'],
  }),
  sampleRequirement({
    id: 'client.patch.list',
    title: 'The list of patches is returned',
    group: 'client-patches',
    spec: 'all clients',
    breaks: ['git-pw'],
  }),
  sampleRequirement({
    id: 'client.patch.update.state',
    title: 'PATCH of a patch stores `state`',
    group: 'client-writes',
    spec: 'pwclient pwclient/api.py',
    breaks: ['pwclient'],
  }),
];

/** All that the specification demands holds; of the client contracts one does not. */
export function contracted(): Report {
  const link = '<https://patchwork.example.org/api/1.3/patches/?page=1>; rel="first"';
  const violation = {
    message: 'Link: expected <URL>; rel="next" as its first entry',
    expected: '<URL>; rel="next" as its first entry',
    received: link,
    exchange: 9,
  };
  const { verdict, counts, countsByVersion, requirements, results } = sampleReport({
    requirements: CONTRACTS,
    results: [
      ...sampleResults('client.link.next-first', FOUR, {
        verdict: 'fail',
        violations: [violation],
        exchanges: [9],
      }),
      ...sampleResults('client.query.empty-project', ['1.3'], {
        verdict: 'warn',
        violations: [{ message: 'the list is empty' }],
      }),
      ...sampleResults('client.patch.list', FOUR, { verdict: 'pass' }),
      ...sampleResults('client.patch.update.state', FOUR, {
        verdict: 'skipped',
        reason: 'needs writes (--allow-writes)',
      }),
    ],
  });
  return {
    ...sampleReport({
      requirements: [ROOT],
      results: sampleResults(ROOT.id, FOUR, { verdict: 'pass' }),
      exchanges: [sampleExchange(9, '/api/1.3/patches/')],
    }),
    extensions: [
      { suite: 'client contracts', verdict, counts, countsByVersion, requirements, results },
    ],
  };
}
