import { VERSIONS, type Version } from '../specification/versions.js';
import { calledAs } from './called-as.js';
import { CannotExamine } from './cannot-examine.js';
import { type Answer, header } from './client/answer.js';
import type { Client } from './client/client.js';
import { ForeignOrigin, TransportError } from './client/transport-error.js';
import { COLLECTIONS, isRoot, laterVersions } from './later-versions.js';
import { expectProject } from './named-project.js';
import type { RejectedRole } from './report.js';
import type { RunSettings, TargetSettings } from './settings.js';
import { rejectedRoles } from './sign-in.js';
import { urlOf } from './target.js';

/** What is known about an instance before the checks: plain data. */
export interface FoundInstance {
  offered: Version[];
  /** Versions that it offers and that the specification does not describe: `1.5`. */
  unknown: string[];
  /** The address that it gives itself, if that is another than the one given. */
  calledAs?: string;
  /** The roles whose credentials it rejects. */
  rejected: RejectedRole[];
}

/** The same without the roles, and the roots of the versions. */
export interface Preflight extends Omit<FoundInstance, 'rejected'> {
  roots: readonly Answer[];
}

/**
 * Finds out which versions an instance offers (docs/api.md, "Versioning"; docs/verdicts.md B-35) by
 * reading the root of each: 404 means not offered, any other status offered. Throws a CannotExamine
 * if the instance cannot be reached, has its API disabled, or does not have this API.
 */
export async function preflight(client: Client): Promise<Preflight> {
  const roots = await readRoots(client);
  const offered = VERSIONS.filter((_, index) => roots[index]?.status !== 404);
  if (offered.length === 0) throw new CannotExamine(await whyNothing(client));
  if (!roots.some(isRoot)) throw new CannotExamine(await noApi(client, roots));
  client.calledAs = calledAs(roots, client);
  const unknown = await laterVersions((url) => client.read({ role: 'anonymous', url }));
  return { offered, unknown, calledAs: client.calledAs, roots };
}

/**
 * The same, and which roles cannot sign in. Throws as `preflight` does, without secrets in the message, and if
 * `--project` names none.
 */
export async function findInstance(
  client: Client,
  settings: TargetSettings & Pick<RunSettings, 'project'>,
): Promise<FoundInstance> {
  try {
    const { roots: _, ...found } = await preflight(client);
    const newest = found.offered.at(-1) ?? VERSIONS[0];
    if (settings.project !== undefined) await expectProject(client, newest, settings.project);
    return { ...found, rejected: await rejectedRoles(client, newest, settings) };
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    // The message may quote a response, which may quote credentials.
    throw new CannotExamine(client.redaction.text(error.message));
  }
}

/** The first root is read alone, so that an unreachable instance costs one request. */
async function readRoots(client: Client): Promise<Answer[]> {
  const rootOf = (version: Version) => client.read({ role: 'anonymous', url: `/api/${version}/` });
  try {
    const [first, ...rest] = VERSIONS;
    return [await rootOf(first), ...(await Promise.all(rest.map(rootOf)))];
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new CannotExamine(
      `${urlOf(client)} cannot be tested: ${error.message}${client.via}; nothing was checked`,
    );
  }
}

/** `/about` distinguishes a disabled API from a wrong URL. */
async function whyNothing(client: Client): Promise<string> {
  const about = await readAbout(client);
  const tail = 'nothing was checked';
  if (about === undefined || about.status !== 200) {
    return `${urlOf(client)} returns 404 for every version of the API and has no /about page: check the base URL (${urlOf(client, '/api/')} must be the API); ${tail}`;
  }
  return `${urlOf(client)}: the API is disabled; /about exists, but /api/ returns 404 in every version; an administrator can enable it (ENABLE_REST_API); ${tail}`;
}

async function readAbout(client: Client): Promise<Answer | undefined> {
  return answerOf(async () => {
    const about = await client.read({ role: 'anonymous', url: '/about/' });
    if (about.status !== 404) return about;
    return client.read({ role: 'anonymous', url: '/about' });
  });
}

async function answerOf(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TransportError || error instanceof ForeignOrigin) return undefined;
    throw error;
  }
}

async function noApi(client: Client, roots: readonly Answer[]): Promise<string> {
  const statuses = [...new Set(roots.map(({ status }) => status))].join(', ');
  const first = roots.find(({ status }) => status !== 404);
  const type = first === undefined ? undefined : header(first, 'content-type');
  const what = `${urlOf(client, `/api/${VERSIONS[0]}/`)} to ${VERSIONS.at(-1)}/ returned status ${statuses} and ${type ?? 'no content type'}`;
  const unread = first?.status === 200 ? first.notJson : undefined;
  const cause = unread === undefined ? '' : `; the body is not JSON: ${unread}`;
  const hint = `${cause}${first === undefined ? '' : await hintOf(client, first)}${client.via}`;
  return `${what}; expected a JSON object of collections (${COLLECTIONS.slice(0, 3).join(', ')}, …)${hint}; nothing was checked`;
}

async function hintOf(client: Client, first: Answer): Promise<string> {
  const location = header(first, 'location');
  if (first.status >= 300 && first.status < 400 && location !== undefined) {
    return ` (it redirects to ${await redirectHint(client, first, location)})`;
  }
  if (first.status === 401 || first.status === 403) {
    return ' (for an access gateway, pass its header with --header "Name: value")';
  }
  if (first.status >= 500) return ' (try again later)';
  return ' (is this a login page or another site?)';
}

/** Where the root is redirected to; advice only for an http(s) URL, on this origin only if an API answers there. */
async function redirectHint(client: Client, first: Answer, location: string): Promise<string> {
  const url = URL.canParse(location, first.url) ? new URL(location, first.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return `${location}, no http(s) URL`;
  if (url.href === first.url) return 'itself';
  if (url.origin !== new URL(first.url).origin) {
    const isPlain = first.url.startsWith('https:') && url.protocol === 'http:';
    const risk = isPlain ? ', which would send credentials unencrypted' : '';
    return `${location}${risk}: if that is the instance, use it as the base URL`;
  }
  const there = await answerOf(() => client.read({ role: 'anonymous', url: url.href }));
  const isApi = there !== undefined && isRoot(there);
  return `${location}${isApi ? ': use that as the base URL?' : ', which is no API either'}`;
}
