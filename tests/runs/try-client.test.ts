import { expect, test } from 'vitest';
import type { Reaction } from '../../analysis/trial/result.js';
import { shellWord } from '../../harness/shell.js';
import { inNewFolder } from '../cli/command.js';
import { clientThat, reactionsOf, trial } from './trying.js';

test('a client that follows `next` and reports errors copes with variants, and tells the rest', async () => {
  const expected: Record<string, Reaction> = {
    'links-first-last-prev-next': 'same',
    'links-relative-to-host': 'same',
    'links-only-next-and-prev': 'same',
    'links-with-more-parameters': 'same',
    'small-pages': 'same',
    'naive-dates': 'same',
    'unknown-field': 'same',
    'empty-list': 'same',
    redirect: 'same',
    'slow-answer': 'same',
    'html-instead-of-json': 'tells',
    'status-429': 'tells',
    'status-502': 'tells',
    'connection-closed': 'tells',
    'like-2.2': 'same',
    'like-3.2': 'same',
    'last-off-by-one': 'same',
  };
  // The client gives no order and reads no checks, and dates without a zone are the same as naive ones.
  const others = ['order-ignored', 'series-order-ignored', 'checks-not-listed-before-1.3'];
  const ids = [...Object.keys(expected), ...others, 'dates-without-z'];
  const found = await trial(clientThat('follow'), ids);
  expect(reactionsOf(found)).toEqual(expected);
  expect(found.verdict).toBe('pass');
  expect(found.withoutEffect).toBe(others.length);
  const naive = found.trials.find(({ id }) => id === 'naive-dates');
  expect(naive?.alike).toEqual(['dates-without-z']);
  const told = found.trials.filter(({ id }) => id === 'status-502');
  expect(told.map(({ on }) => on).sort()).toEqual(['GET /series/', 'GET /series/, later page']);
  expect(told[0]).toMatchObject({
    kind: 'network',
    why: 'exit status 1: cannot list series: status 502',
    answer: { where: 'status', expected: '200' },
  });
});

test('a client that counts pages is silently different, and the answer that caused it is named', async () => {
  const found = await trial(clientThat('count'), [
    'links-only-next-and-prev',
    'last-off-by-one',
    'status-502',
    'next-on-last-page',
  ]);
  expect(reactionsOf(found)).toEqual({
    'links-only-next-and-prev': 'silently different',
    'last-off-by-one': 'silently different',
    'status-502': 'silently different',
    'next-on-last-page': 'same',
  });
  expect(found.verdict).toBe('fail');
  const cause = found.trials.find(({ id }) => id === 'last-off-by-one');
  expect(cause?.answer).toMatchObject({
    request: 'GET /api/1.2/series/?project=tideline&per_page=20',
    where: 'Link last',
  });
  expect(cause?.answer?.received).toContain('page=2');
  expect(cause?.why).toMatch(/^\d+ lines instead of \d+$/);
  // What it writes belongs to its output.
  expect(cause?.output?.files).toEqual({ pages: expect.stringMatching(/^\d+\n$/) });
  expect(cause?.rerun).toContain('--only last-off-by-one --versions 1.2');
});

test('a client that trusts every answer crashes, or never ends', async () => {
  const found = await trial(clientThat('trust'), [
    'html-instead-of-json',
    'next-points-to-same-page',
    'links-first-last-prev-next',
  ]);
  expect(reactionsOf(found)).toEqual({
    'html-instead-of-json': 'crashes',
    'next-points-to-same-page': 'hangs',
    'links-first-last-prev-next': 'same',
  });
  const hanging = found.trials.find(({ reaction }) => reaction === 'hangs');
  expect(hanging?.why).toBe('no end of its requests');
});

test('a client is expected to work on an instance like a release, if asked', async () => {
  const found = await trial(clientThat('follow'), ['dates-with-z', 'as-specified', 'like-2.2'], {
    expect: '3.2',
    versions: ['1.3'],
  });
  expect(reactionsOf(found)).toEqual({ 'dates-with-z': 'same', 'as-specified': 'same' });
  // 2.2 does not offer 1.3.
  expect(found.notOffered).toEqual([{ id: 'like-2.2', newest: '1.2' }]);
});

test('a write is tried on data of its own each time', async () => {
  const found = await trial(clientThat('write'), [
    'checks-read-only-before-1.2',
    'status-502',
    'naive-dates',
    'redirect',
  ]);
  expect(reactionsOf(found)).toMatchObject({ 'naive-dates': 'same', redirect: 'same' });
  expect(found.runs[0]?.requests[0]).toMatchObject({ method: 'POST' });
  expect(JSON.stringify(found)).not.toContain('Token ');
});

test('a command that prints the time is refused, although two runs fall into the same second', async () => {
  await expect(trial(`${clientThat('follow')}; date +%s`, ['naive-dates'])).rejects.toThrow(
    'the command does something else each time',
  );
});

test('where the output changes later on the sound instance too, no difference is told', async () => {
  await inNewFolder(async (folder) => {
    const runs = shellWord(`${folder}/runs`);
    const changing = `echo >>${runs}; ${clientThat('follow')}; test $(wc -l <${runs}) -gt 2 && echo late; true`;
    await expect(trial(changing, ['naive-dates'])).rejects.toThrow(
      'the command does something else each time on the sound instance in 1.2: line 53 was "", then "late"',
    );
  });
});

test('where a message names a field, the answer is told at that field', async () => {
  const reading = `${clientThat('follow')} && node -e ${shellWord(`
    const { CONFORMANCE_URL: url } = process.env;
    fetch(url + '/patches/?per_page=2').then((answer) => answer.json()).then(([patch]) => {
      if (!('web_url' in patch)) throw new Error("no 'web_url' in a patch");
      console.log(patch.id, patch.web_url.length);
    });`)}`;
  const found = await trial(reading, ['listed-patches-without-web-url', 'patches-list-is-object']);
  const [missing] = found.trials.filter(({ id }) => id === 'listed-patches-without-web-url');
  expect(missing).toMatchObject({
    kind: 'fault',
    reaction: 'crashes',
    answer: { where: '/0/web_url', received: 'no such field' },
  });
});

test('what is not tried in time is listed, and the trial is incomplete', async () => {
  const ending = new AbortController();
  const found = await trial(clientThat('follow'), ['naive-dates', 'small-pages'], {
    stop: ending.signal,
    onProgress: ({ total }) => total !== undefined && ending.abort(),
  });
  expect(found).toMatchObject({
    verdict: 'incomplete',
    interrupted: true,
    trials: [],
    notTried: [
      { id: 'naive-dates', kind: 'variant', version: '1.2' },
      { id: 'small-pages', kind: 'variant', version: '1.2' },
    ],
  });
});
