import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { PART_MODULES, type Parts, partsOfUndici } from '../../harness/client/undici-parts.js';
import { serving } from './serving.js';

const load: (id: string) => unknown = createRequire(import.meta.url);

const WITHOUT: [what: string, instead: (id: string) => unknown][] = [
  [
    'does not let them be loaded',
    (id) => {
      throw new Error(`Package subpath '${id}' is not defined by "exports"`);
    },
  ],
  ['has something else there', () => ({ agent: class {}, request() {} })],
  ['has functions of another kind there', () => () => {}],
];

test('of the undici that is installed, no more than the parts is loaded', async () => {
  const loaded: string[] = [];
  const parts = partsOfUndici((id) => {
    loaded.push(id);
    return load(id);
  });
  expect(loaded).toEqual(PART_MODULES);
  expect(await answerBy(parts)).toEqual([200, { path: '/api/?q=a' }]);
});

test.for(WITHOUT)('of an undici that %s, the whole is loaded', async ([, instead]) => {
  const loaded: string[] = [];
  const parts = partsOfUndici((id) => {
    loaded.push(id);
    return id === 'undici' ? load(id) : instead(id);
  });
  expect(loaded).toEqual([...PART_MODULES, 'undici']);
  expect(await answerBy(parts)).toEqual([200, { path: '/api/?q=a' }]);
});

test('where undici is not there at all, that is said', () => {
  const nothing = (id: string) => {
    throw new Error(`Cannot find module '${id}'`);
  };
  expect(() => partsOfUndici(nothing)).toThrow("Cannot find module 'undici'");
});

/** What a request by these parts comes to. */
function answerBy({ Agent, request }: Parts): Promise<[status: number, body: unknown]> {
  return serving(
    ({ url: path }, response) => response.end(JSON.stringify({ path })),
    async ({ url: origin }) => {
      const agent = new Agent({ connections: 2 });
      try {
        const asked = { origin, path: '/api/?q=a', method: 'GET' } as const;
        const { statusCode, body } = await request.call(agent, asked);
        return [statusCode, await body.json()];
      } finally {
        await agent.destroy();
      }
    },
  );
}
