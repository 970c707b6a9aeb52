import { expect, test } from 'vitest';
import { Latency } from '../../live/latency.js';

/** Adds so many answers of an endpoint. */
function add(latency: Latency, endpoint: string, old: number, received: number, times = 20): void {
  for (let index = 0; index < times; index += 1) latency.add(endpoint, old, received);
}

test('an endpoint that is slower than all others is told', () => {
  const latency = new Latency();
  for (const name of ['a', 'b', 'c']) add(latency, name, 40, 80);
  add(latency, 'GET /events/', 50, 400);
  expect(latency.slower()).toMatchObject([
    { kind: 'latency', endpoints: ['GET /events/'], requests: 20 },
  ]);
});

test('a slower machine, a small difference and few slow answers are none', () => {
  const latency = new Latency();
  for (const name of ['a', 'b', 'c']) add(latency, name, 10, 60);
  add(latency, 'as slow as all', 20, 130);
  add(latency, 'few', 10, 900, 4);
  add(latency, 'some slow answers', 10, 900, 11);
  add(latency, 'some slow answers', 10, 60, 9);
  expect(latency.slower()).toEqual([]);
  const fast = new Latency();
  for (const name of ['a', 'b', 'c']) add(fast, name, 2, 2);
  add(fast, 'little', 2, 30);
  expect(fast.slower()).toEqual([]);
});
