import type { Reference } from '../../fixtures/reference/start.js';

/** Shows something of an instance that a fault changes. */
export type Probe = (to: Reference) => Promise<unknown>;

/** What a step may send besides its path. */
export interface Sent {
  json?: unknown;
  form?: string;
  untyped?: string;
  authorization?: string;
}

/** `METHOD path-below-/api/ role`, the role left out for nobody; and what it sends. */
export type Step = string | readonly [string, Sent];

/** A probe that takes steps one after another and shows all that they were answered. */
export function ask(...steps: readonly Step[]): Probe {
  return async (to) => {
    const answers: unknown[] = [];
    for (const step of steps) answers.push(await take(to, step));
    return answers;
  };
}

/** A probe that takes steps at the same time, then one more, and shows what that was answered. */
export function askAtOnce(together: readonly Step[], last: Step): Probe {
  return async (to) => {
    await Promise.all(together.map((step) => take(to, step)));
    return take(to, last);
  };
}

async function take(to: Reference, step: Step): Promise<unknown> {
  const [line, sent] = typeof step === 'string' ? [step, {}] : step;
  const [method = 'GET', path = '', role] = line.split(' ');
  const headers = new Headers();
  if (sent.authorization !== undefined) headers.set('authorization', sent.authorization);
  if (role === 'user' || role === 'other' || role === 'maintainer') {
    headers.set('authorization', `Token ${to.roles[role].token}`);
  }
  if (sent.json !== undefined) headers.set('content-type', 'application/json');
  if (sent.form !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded');
  const text = sent.json === undefined ? (sent.form ?? sent.untyped) : JSON.stringify(sent.json);
  const response = await fetch(path.startsWith('/') ? to.url + path : `${to.url}/api/${path}`, {
    method,
    headers,
    body: text === undefined ? null : Buffer.from(text),
    redirect: 'manual',
  });
  const plain = (value: string | null) => value?.replaceAll(to.url, 'http://instance') ?? null;
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    link: plain(response.headers.get('link')),
    body: plain(await response.text()),
  };
}
