import type { Answer } from '../client/answer.js';
import { instead } from '../instead.js';
import { Memo } from '../memo.js';
import { at, elements, isObject, seen } from '../place.js';
import { Inconclusive, inconclusive } from '../violation.js';
import type { WriteSession } from './session.js';
import { take } from './targets.js';

const WHY_NOT_MAINTAINER = new Memo<string | undefined>();

/**
 * Inconclusive if a write of the maintainer was refused and the project does not list that user
 * among its maintainers: then the credentials belong to another account (docs/verdicts.md B-43).
 */
export async function demandMaintainer(session: WriteSession, answer: Answer): Promise<void> {
  if (answer.role !== 'maintainer' || ![401, 403].includes(answer.status)) return;
  const why = await session.instance.once(WHY_NOT_MAINTAINER, [], () => whyNotMaintainer(session));
  if (why !== undefined) inconclusive(why, 'role-rejected', { role: 'maintainer' });
}

/** Users are compared by name, because an id may be wrong. */
async function whyNotMaintainer(session: WriteSession): Promise<string | undefined> {
  const { id, link_name } = take(session.targets.project);
  const reader = session.reader(session.instance.newest, 'maintainer');
  const project = await reader.get(`projects/${id}/`);
  const users = elements(at(seen(project), 'maintainers'));
  const names = users.map((user) => at(user, 'username').value);
  const name = await ownName(session);
  if (name !== undefined && names.includes(name)) return undefined;
  const who = name === undefined ? 'maintainer' : `maintainer (${name})`;
  const maintainers = names.length === 0 ? 'nobody' : names.slice(0, 5).join(', ');
  return `role ${who} is not among the maintainers of ${link_name} (${maintainers})`;
}

async function ownName(session: WriteSession): Promise<string | undefined> {
  const given = session.instance.nameOf('maintainer');
  if (given !== undefined) return given;
  const id = await session.instance.ownId('maintainer').catch(instead(undefined, Inconclusive));
  if (id === undefined) return undefined;
  const reader = session.reader(session.instance.newest, 'maintainer');
  const { json } = await reader.get(`users/${id}/`);
  return isObject(json) && typeof json.username === 'string' ? json.username : undefined;
}
