import { expect, test } from 'vitest';
import { Memo } from '../../harness/memo.js';

test('work is done once for a holder and what it is of; another memo shares nothing with it', async () => {
  const [names, lengths] = [new Memo<string>(), new Memo<number>()];
  const [one, another] = [{}, {}];
  const begun: string[] = [];
  const work = async <T>(what: string, result: T): Promise<T> => {
    begun.push(what);
    return result;
  };
  expect(names.known(one, ['a', '1.2'])).toBeUndefined();
  expect(await names.once(one, ['a', '1.2'], () => work('first', 'x'))).toBe('x');
  expect(await names.once(one, ['a', '1.2'], () => work('again', 'y'))).toBe('x');
  expect(await names.known(one, ['a', '1.2'])).toBe('x');
  expect(await lengths.once(one, ['a', '1.2'], () => work('another memo', 1))).toBe(1);
  expect(await names.once(one, ['a1.2'], () => work('of something else', 'z'))).toBe('z');
  expect(await names.once(another, ['a', '1.2'], () => work('another holder', 'w'))).toBe('w');
  expect(begun).toEqual(['first', 'another memo', 'of something else', 'another holder']);
});

test('a failure is shared as well', async () => {
  const memo = new Memo<string>();
  const holder = {};
  const fails = () => memo.once(holder, [], () => Promise.reject(new Error('no answer')));
  await expect(fails()).rejects.toThrow('no answer');
  await expect(memo.once(holder, [], async () => 'an answer')).rejects.toThrow('no answer');
});
