import type { Version } from '../specification/versions.js';
import { CannotExamine } from './cannot-examine.js';
import type { Client } from './client/client.js';
import { TransportError } from './client/transport-error.js';
import { isObject } from './place.js';
import { urlOf } from './target.js';

/** A page of this size holds every project of nearly all instances (docs/api.md, "Limits"). */
const PAGE = 250;

/** How many projects the message names. */
const MOST_NAMED = 8;

/**
 * Throws a CannotExamine if the project of `--project` does not exist: neither its own address nor the whole list
 * of projects shows it. An instance that answers otherwise than docs/api.md, "Project (full)", says is examined.
 */
export async function expectProject(
  client: Client,
  version: Version,
  project: string,
): Promise<void> {
  const read = async (path: string) => {
    const url = `/api/${version}/projects/${path}`;
    return client.read({ role: 'anonymous', url });
  };
  try {
    const { status } = await read(`${encodeURIComponent(project)}/`);
    if (status !== 404) return;
    const { json } = await read(`?per_page=${PAGE}`);
    if (!Array.isArray(json) || json.length === 0 || json.length >= PAGE) return;
    const rows = json.filter(isObject);
    if (rows.some(({ id, link_name }) => `${id}` === project || link_name === project)) return;
    const names = rows.slice(0, MOST_NAMED).map(({ link_name }) => String(link_name));
    const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : '';
    throw new CannotExamine(
      `${urlOf(client)} has no project ${JSON.stringify(project)}: set --project to a link name or id of ${names.join(', ')}${more}; nothing was checked`,
    );
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
}
