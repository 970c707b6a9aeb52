import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { SOUND_VARIATIONS } from '../../fixtures/variations/sound/catalogue.js';
import { isObject } from '../../harness/place.js';
import type { Result } from '../../harness/report.js';
import { hazardsOf } from '../../suites/hazardous-inputs/hazards.js';
import { PROJECT, USER } from '../../suites/support/writing/subjects.js';
import { judged, type Wanted } from '../../tools/proof/evaluation.js';
import { withInstance } from './instance.js';

const ONLY = { only: ['hazardous-inputs'] };

const IN_ONE_VERSION: Wanted = { versions: ['1.4'], writes: {}, hazardous: true };

/** What a run found, every value that a PATCH has sent to a field, and what was there before and afterwards. */
async function hazardsTried(wanted: Wanted, ...faults: string[]) {
  const sent: [field: string, value: unknown][] = [];
  const change = (behaviour: Behaviour) => {
    for (const path of ['projects/:id/', 'users/:id/', 'bundles/:id/']) {
      wrapRoute(behaviour, path, 'PATCH', async (exchange, answer) => {
        const body: unknown = await exchange.request.clone().json();
        sent.push(...Object.entries(isObject(body) ? body : {}));
        return answer(exchange);
      });
    }
  };
  return withInstance({ faults, change }, async (reference) => {
    const before = reference.snapshot() as Record<string, unknown>;
    const results = await judged(reference, { ...ONLY, ...wanted });
    const after = reference.snapshot() as Record<string, unknown>;
    return { results, sent, before, after };
  });
}

const rowsOf = (results: readonly Result[]) =>
  results.map(({ requirement, verdict }) => `${requirement} ${verdict}`);

test.for(['texts-trimmed', 'texts-in-nfc', 'texts-cut-at-50-characters'])(
  'an instance that stores them otherwise is not failed: %s',
  async (id) => {
    const variation = SOUND_VARIATIONS.find((each) => each.id === id);
    const results = await withInstance({ change: variation?.apply }, (reference) =>
      judged(reference, { ...ONLY, ...IN_ONE_VERSION }),
    );
    expect(rowsOf(results).filter((row) => !row.endsWith(' pass'))).toEqual([]);
    const accepted = results.map(({ reason }) => reason ?? '').join();
    expect(accepted).toMatch(id === 'texts-in-nfc' ? '' : 'not returned as sent');
  },
);

test('a run that only reads sends them in queries, each alone', async () => {
  const queries: string[] = [];
  const received = ({ url = '' }: { url?: string }) =>
    queries.push(url.split('/api/1.4/')[1] ?? '');
  const reference = await startReference({ received });
  try {
    const results = await judged(reference, { ...ONLY, versions: ['1.4'], hazardous: true });
    expect(rowsOf(results).filter((row) => !row.endsWith(' skipped'))).toEqual([
      'list.query.hazards pass',
      'filter.unknown.hazards pass',
    ]);
  } finally {
    await reference.stop();
  }
  const endings = ['q=conformance%00', 'q=%F0%9F%98%80', 'q=%ED%A0%80', `q=${'x'.repeat(4000)}`];
  for (const list of ['bundles/', 'covers/', 'people/', 'projects/', 'users/', 'patches/']) {
    for (const ending of [...endings, 'page=9223372036854775808']) {
      expect(queries).toContain(`${list}?${ending}`);
    }
  }
  expect(queries).toContain('bundles/?project=conformance%00');
  expect(queries).toContain('bundles/?owner=10000000000000000000');
});

test('every value is given to every field once in a version; all is put back', async () => {
  const { results, sent, before, after } = await hazardsTried(IN_ONE_VERSION);
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  for (const { fields } of [PROJECT, USER]) {
    for (const { name, value } of fields) {
      const hazards = hazardsOf(value, '');
      const own = sent.filter(([field]) => field === name).map(([, each]) => each);
      expect(own.filter((each) => hazards.includes(String(each))).sort()).toEqual(hazards.sort());
    }
  }
  const names = sent.filter(([field]) => field === 'name').map(([, value]) => String(value));
  for (const ending of [' a/b', '..', ' {}', ' %s', ' a\nb', ' a\u2028b', ' 😀', ' <b>a</b>']) {
    expect(names.filter((name) => name.endsWith(ending))).toHaveLength(1);
  }
  for (const table of ['users', 'projects', 'bundles']) {
    expect(after[table]).toEqual(before[table]);
  }
  // Checks cannot be taken back: one for the control, and one with all hazards.
  const count = ({ checks }: Record<string, unknown>) => (checks as unknown[]).length;
  expect(count(after) - count(before)).toBeLessThanOrEqual(2);
});

test('what comes of a value is said, and each value that has it is named; all is put back', async () => {
  const fault = 'unpaired-brace-in-template-crashes-mails';
  const { results, before, after } = await hazardsTried(IN_ONE_VERSION, fault);
  expect(new Set(rowsOf(results))).toEqual(
    new Set([
      'list.query.hazards pass',
      'filter.unknown.hazards pass',
      'bundle.update.hazards pass',
      'user.update.hazards pass',
      'project.update.hazards fail',
      'check.create.hazards pass',
    ]),
  );
  const messages = results.flatMap(({ violations }) => violations.map(({ message }) => message));
  const address = (tail: string) => `"https://example.org/${tail}"`;
  for (const tail of ['{', '}', '{0}', '{name}', '{0.x}', '{!x}']) {
    const own = messages.filter((each) =>
      each.startsWith(`while \`list_archive_url_format\` is ${address(tail)}: `),
    );
    expect(own).toHaveLength(1);
    for (const list of ['bundles', 'covers', 'series', 'patches', 'events']) {
      expect(own[0]).toContain(`GET ${list}/?project=1&per_page=1 returned 500`);
    }
  }
  expect(after.projects).toEqual(before.projects);
});

test('where a value cannot be put back, no other is tried, and it is said', async () => {
  let isStuck = false;
  const change = (behaviour: Behaviour) =>
    wrapRoute(behaviour, 'projects/:id/', 'PATCH', async (exchange, answer) => {
      const text = await exchange.request.clone().text();
      if (isStuck) return new Response('{}', { status: 500 });
      isStuck = text.includes('https://a/{');
      return answer(exchange);
    });
  const results = await withInstance({ change }, (reference) =>
    judged(reference, { ...IN_ONE_VERSION, only: ['project.update.hazards'] }),
  );
  expect(results.flatMap(({ violations }) => violations.map(({ message }) => message))).toEqual([
    'while `web_url` is "https://a/{": the plain value cannot be restored',
  ]);
});
