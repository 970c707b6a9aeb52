import { expect, test } from 'vitest';
import { withBehaviour, wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Version } from '../../fixtures/reference/version.js';
import type { Exchange } from '../../fixtures/reference/view.js';
import { idsWith } from '../../proof/evaluation.js';
import { judgedOtherwise } from './judged-otherwise.js';

// One request may show what several requirements ask for: what is wrong with it is to be blamed on
// the right one, and what is right is to be asked for once.

const BELOW_SECOND_PARENT = ['nested.cover-comments.own', 'nested.checks.own'];

test('a sound instance is asked for the nested lists of a second parent in the newest version only', async () => {
  const asked: string[] = [];
  const results = await judgedOtherwise(
    (behaviour) => {
      for (const path of ['covers/:id/comments/', 'patches/:id/checks/']) {
        recorded(behaviour, path, ({ version, params }) => asked.push(`${version} ${params.id}`));
      }
    },
    { only: BELOW_SECOND_PARENT },
  );
  expect(idsWith(results, 'pass')).toEqual([...BELOW_SECOND_PARENT].sort());
  const parents = (version: Version) => new Set(asked.filter((each) => each.startsWith(version)));
  const counts = (['1.1', '1.2', '1.3', '1.4'] as const).map((version) => parents(version).size);
  expect(counts).toEqual([1, 1, 2, 4]);
});

test('what has checks is found among the newest events, and where these name others, by the category', async () => {
  const categories: (string | null)[] = [];
  const record = (behaviour: Behaviour) =>
    recorded(behaviour, 'events/', ({ query }) => categories.push(query.get('category')));
  const wanted = { only: ['check.detail', 'check.list'], versions: ['1.3'] } as const;
  expect(idsWith(await judgedOtherwise(record, wanted), 'pass')).toEqual(wanted.only);
  expect(categories).toEqual([null]);

  const misled = await judgedOtherwise((behaviour) => {
    record(behaviour);
    faultNamed('check-event-has-first-patch').apply(behaviour);
  }, wanted);
  expect(idsWith(misled, 'pass')).toEqual(wanted.only);
  expect(categories).toContain('check-created');
});

test.for(['1.2', '1.4'] as const)(
  'comments below two covers are blamed on %s, where they are',
  async (broken) => {
    const results = await judgedOtherwise(
      (behaviour) =>
        wrapRoute(behaviour, 'covers/:id/comments/', 'GET', (exchange, answer) => {
          if (exchange.version !== broken) return answer(exchange);
          const { belongs } = exchange.behaviour;
          const coverComments = { ...belongs.coverComments, listed: () => true };
          return answer(withBehaviour(exchange, { belongs: { ...belongs, coverComments } }));
        }),
      { only: ['nested.cover-comments.own'] },
    );
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ version }) => version)).toEqual([broken]);
    expect(idsWith(results, 'inconclusive', 'error')).toEqual([]);
  },
);

const ACCEPTED = ['conv.json.any-accept', 'conv.json.no-accept', 'version.latest'];

test('a page in the place of a list without a version is no matter of what clients accept', async () => {
  const results = await judgedOtherwise(
    (behaviour) => {
      for (const path of ['covers/', 'events/']) {
        wrapRoute(behaviour, path, 'GET', (exchange, answer) =>
          exchange.segment === '' && exchange.request.headers.get('accept') !== 'application/json'
            ? new Response('<h1>Covers</h1>', { headers: { 'content-type': 'text/html' } })
            : answer(exchange),
        );
      }
    },
    { only: ACCEPTED },
  );
  expect(idsWith(results, 'pass')).toEqual(ACCEPTED);
});

test('lists that are nowhere without a version are no matter of what clients accept', async () => {
  const results = await judgedOtherwise(
    (behaviour) => {
      for (const path of ['covers/', 'events/']) {
        wrapRoute(behaviour, path, 'GET', (exchange, answer) =>
          exchange.segment === '' ? new Response(null, { status: 404 }) : answer(exchange),
        );
      }
    },
    { only: ACCEPTED },
  );
  // That they are not there is a failure of its own.
  expect(idsWith(results, 'fail')).toEqual(['version.latest']);
  expect(idsWith(results, 'pass')).toEqual(ACCEPTED.slice(0, 2));
});

function recorded(
  behaviour: Behaviour,
  path: string,
  record: (exchange: Exchange) => unknown,
): void {
  wrapRoute(behaviour, path, 'GET', (exchange, answer) => {
    record(exchange);
    return answer(exchange);
  });
}
