import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { Judgement } from '../../harness/check.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Situation } from '../../harness/situation.js';
import { situationOf } from '../../harness/situation.js';
import { verdicts } from '../../harness/verdicts.js';
import { inconclusive } from '../../harness/violation.js';
import { declared } from './declared.js';
import { asked, json, serving, settingsFor, withClient } from './serving.js';

type Look = (context: CheckContext) => unknown;

/** A requirement that compares; its first look does the first of these, and so on. */
function comparing(id: string, looks: readonly Look[], changed: Partial<Requirement> = {}) {
  let index = -1;
  const check = async (context: CheckContext) => {
    index += 1;
    await looks[index]?.(context);
  };
  return declared(id, { compares: true, check, ...changed });
}

/** Fails with the number of the exchange that the look reads. */
const violated: Look = async ({ api, expect: checked }) => {
  const { exchange } = await api.get('covers/');
  checked.fail({ message: `seen in exchange ${exchange}`, exchange });
};

/** At the first check and at both looks. */
const NEVER = [violated, violated, violated];

const holds: Look = ({ expect: checked }) => checked.none([], 1);

const open: Look = () => inconclusive('it is gone');

/** The judgements of requirements in 1.2, of an instance that changes with each request or never. */
function judgedAll(
  requirements: readonly Requirement[],
  change: (situation: Situation) => void = () => {},
  isChanging = true,
): Promise<{ judgements: Judgement[]; requests: string[]; situation: Situation }> {
  let answers = 0;
  const changing: RequestListener = (request, response) => {
    answers += 1;
    json([answers])(request, response);
  };
  const listener = isChanging ? changing : json([]);
  return asked(listener, {}, async (client, { url, requests }) => {
    const situation = situationOf(client, ['1.2'], settingsFor(url));
    change(situation);
    const pairs = requirements.map((requirement) => ({ requirement, version: '1.2' as const }));
    const all = verdicts(pairs, situation);
    const judgements = await Promise.all(pairs.map((pair) => all.get(pair)));
    return { judgements: judgements.filter((each) => each !== undefined), requests, situation };
  });
}

test('what holds at the second look passes and is unsteady, with the evidence of the first', async () => {
  const { judgements } = await judgedAll([comparing('rule', [violated, holds])]);
  expect(judgements[0]).toMatchObject({
    result: {
      verdict: 'pass',
      violations: [],
      unsteady: 'seen in exchange 1',
      exchanges: [1],
    },
    evidence: [{ n: 1 }],
  });
});

test('what holds at no look fails with the evidence of the last, each look with reads of its own', async () => {
  const { judgements, requests } = await judgedAll([comparing('rule', [...NEVER, holds])]);
  expect(requests).toHaveLength(3);
  const [{ result } = judgements[0] as Judgement] = judgements;
  expect(result).toMatchObject({ verdict: 'fail', exchanges: [3] });
  expect(result.violations.map(({ message }) => message)).toEqual(['seen in exchange 3']);
  expect(result?.reason).toBeUndefined();
});

/** Fails for lists, each with the exchange that shows it. */
function violatedIn(...lists: string[]): Look {
  return async ({ api, expect: checked }) => {
    const value = await api.get('covers/');
    const seen = lists.map(async (list) => {
      const { exchange } = await api.get(`${list}/`, { query: { since: value.exchange } });
      return { message: `${list} in exchange ${exchange}`, exchange };
    });
    checked.none(await Promise.all(seen), 1 + lists.length);
  };
}

test('each request in question is settled by itself, whatever values it has', async () => {
  const { judgements } = await judgedAll([
    comparing('settled', [
      violatedIn('patches', 'covers'),
      violatedIn('patches'),
      violatedIn('covers'),
    ]),
    comparing('wrong', [
      violatedIn('patches', 'covers'),
      violatedIn('covers', 'patches'),
      violatedIn('covers'),
    ]),
    comparing('without a request', [
      ({ expect: checked }) => checked.fail({ message: 'one' }),
      ({ expect: checked }) => checked.fail({ message: 'two' }),
      ({ expect: checked }) => checked.fail({ message: 'three' }),
    ]),
  ]);
  const [settled, wrong, other] = judgements.map(({ result }) => result);
  expect(settled).toMatchObject({ verdict: 'pass', violations: [] });
  expect(settled?.unsteady).toMatch(/^patches in exchange/);
  expect(wrong).toMatchObject({ verdict: 'fail' });
  expect(wrong?.violations.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^covers in exchange/),
  ]);
  expect(other).toMatchObject({ verdict: 'fail' });
});

test('what one answer proves fails at first sight, and a SHOULD that compares is looked at', async () => {
  const { judgements } = await judgedAll([
    comparing('proved', [violated, holds], { compares: undefined as never }),
    comparing('should', [violated, holds], { level: 'should' }),
    comparing('warned', NEVER, { level: 'should' }),
  ]);
  expect(judgements.map(({ result }) => result.verdict)).toEqual(['fail', 'pass', 'warn']);
});

test('a look that ends inconclusive or in an error counts for nothing', async () => {
  const broken: Look = () => {
    throw new TypeError('x is undefined');
  };
  const { judgements } = await judgedAll([
    comparing('once', [violated, broken, open]),
    comparing('twice', [violated, open, violated]),
    comparing('held', [violated, open, holds]),
  ]);
  expect(judgements.map(({ result: { verdict, reason } }) => [verdict, reason])).toEqual([
    ['fail', 'seen once: it is gone'],
    ['fail', undefined],
    ['pass', undefined],
  ]);
});

test('what was inconclusive is looked at where the instance was seen to change', async () => {
  const { judgements } = await judgedAll([
    comparing('unsteady', [violated, holds]),
    comparing('held', [open, holds]),
    comparing('wrong', [open, ...NEVER]),
    comparing('open', [open, open, open]),
    comparing('observed', [open, ({ observe }) => observe(1)], { level: 'observe' }),
  ]);
  expect(judgements.map(({ result: { verdict, unsteady } }) => [verdict, unsteady])).toEqual([
    ['pass', 'seen in exchange 1'],
    ['pass', 'it is gone'],
    ['fail', undefined],
    ['inconclusive', undefined],
    ['observed', 'it is gone'],
  ]);
});

test('200 requests of a version go into looks; one that could not send all its own proves nothing', async () => {
  const spending: Look = async ({ api, expect: checked }) => {
    let exchange = 0;
    for (let page = 1; page <= 150; page += 1) {
      ({ exchange } = await api.get('covers/', { query: { page } }));
    }
    checked.fail({ message: `seen in exchange ${exchange}`, exchange });
  };
  /** Passes over what it cannot read. */
  const passing: Look = async ({ api, accept }) => {
    const pages = Array.from({ length: 60 }, (_, page) => api.get('series/', { query: { page } }));
    await Promise.allSettled(pages);
    accept('nothing wrong was read');
  };
  const { judgements } = await judgedAll([
    comparing('spending', [spending, spending, spending]),
    comparing('cut', [violated, passing, passing]),
  ]);
  const spent = 'seen once: the 200 requests for checking again were used up';
  expect(judgements.map(({ result: { verdict, reason } }) => [verdict, reason])).toEqual([
    ['fail', undefined],
    ['fail', spent],
  ]);
});

test('looks are made by the URLs that were sent, also where each of them is masked', async () => {
  await serving(json([1]), ({ url }) => {
    const token = `${new URL(url).host}!`;
    const settings = settingsFor(url, { credentials: { user: { token } } });
    return withClient(settings, async (client) => {
      const situation = situationOf(client, ['1.2'], settings);
      const pair = { requirement: comparing('rule', NEVER), version: '1.2' as const };
      const judged = await verdicts([pair], situation).get(pair);
      expect(judged?.result).toMatchObject({ verdict: 'fail', violations: [{ exchange: 1 }] });
      expect(judged?.evidence[0]?.request.url).toMatch(
        /^http:\/\/\$\{CONFORMANCE_USER_TOKEN%\?\}\/api\/1\.2\/covers\/$/,
      );
    });
  });
});

test('what is thrown where verdicts are made is the verdict error of all that wait for one', async () => {
  const { judgements } = await judgedAll(
    [
      comparing('held', [holds]),
      comparing('wrong', NEVER),
      comparing('last', [holds], { runsLast: true }),
    ],
    ({ instance }) => {
      instance.unknown = () => {
        throw new RangeError('nothing is known of it');
      };
    },
  );
  expect(judgements.map(({ result: { verdict, code } }) => [verdict, code])).toEqual([
    ['pass', undefined],
    ['error', 'suite-bug'],
    ['error', 'suite-bug'],
  ]);
  expect(judgements[1]?.result.reason).toContain('RangeError: nothing is known of it');
});

test('what runs last comes after the looks', async () => {
  const order: string[] = [];
  const noted = (name: string, look: Look): Look => {
    return (context) => {
      order.push(name);
      return look(context);
    };
  };
  const { judgements } = await judgedAll([
    comparing('last', [noted('last', holds)], { runsLast: true }),
    comparing('rule', [noted('first', violated), noted('second', holds)]),
    comparing('red', NEVER),
    comparing('plain', [noted('plain', holds)]),
  ]);
  expect(order.slice(-1)).toEqual(['last']);
  expect(order.slice(0, -1).sort()).toEqual(['first', 'plain', 'second']);
  expect(judgements.map(({ result }) => result.verdict)).toEqual(['pass', 'pass', 'fail', 'pass']);
});
