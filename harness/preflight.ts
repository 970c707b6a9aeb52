import { VERSIONS, type Version } from '../specification/versions.js';
import { calledAs } from './called-as.js';
import { CannotExamine } from './cannot-examine.js';
import { type Answer, header } from './client/answer.js';
import type { Client } from './client/client.js';
import { pageIn } from './client/refusal.js';
import { TransportError } from './client/transport-error.js';
import { COLLECTIONS, isNotOffered, isRoot, laterVersions } from './later-versions.js';
import { isObject } from './place.js';
import type { RejectedRole } from './report.js';
import { rolesOf, type SignedInRole } from './role.js';
import { type RunSettings, type TargetSettings, withoutRejected } from './settings.js';
import { rejectedRoles } from './sign-in.js';
import { situationOf } from './situation.js';
import { urlOf } from './target.js';

/** What is known about an instance before the checks: plain data. */
export interface FoundInstance {
  offered: Version[];
  /** Versions that it offers and that the specification does not describe: `1.5`. */
  unknown: string[];
  /** The address that it gives itself, masked, if that is another than the one given. */
  calledAs?: string;
  /** The roles that sign in. */
  roles: SignedInRole[];
  /** The roles whose credentials it rejects. */
  rejected: RejectedRole[];
}

/** What an instance offers, and the roots of the versions. */
export interface Offer extends Pick<FoundInstance, 'offered' | 'unknown'> {
  roots: readonly Answer[];
}

/** What is known of an instance before the checks, and the settings for them. */
export interface Preflight<S> {
  found: FoundInstance;
  /** Without the credentials that the instance rejects, which are only masked. */
  settings: S;
}

/**
 * Finds out which versions an instance offers (docs/api.md, "Versioning"; docs/verdicts.md B-35) by
 * reading the root of each. Throws a CannotExamine
 * if the instance cannot be reached, has its API disabled, or does not have this API.
 */
export async function preflight(client: Client): Promise<Offer> {
  const roots = await readRoots(client);
  const offered = VERSIONS.filter((version, index) => {
    const root = roots[index];
    return root !== undefined && !isNotOffered(root, version);
  });
  if (offered.length === 0) throw new CannotExamine(await whyNothing(client, roots[0]));
  if (!roots.some(isRoot)) throw new CannotExamine(await noApi(client, roots));
  client.origin.calledAs = calledAs(roots, client);
  const unknown = await laterVersions((url) => client.read({ role: 'anonymous', url }));
  return { offered, unknown, roots };
}

/**
 * The same, and which roles cannot sign in. Throws as `preflight` does, without secrets in the message, and if
 * `--project` or `--other-project` names none.
 */
export async function findInstance<
  S extends TargetSettings & Pick<RunSettings, 'project' | 'otherProject'>,
>(client: Client, given: S): Promise<Preflight<S>> {
  try {
    const { offered, unknown } = await preflight(client);
    const newest = offered.at(-1) ?? VERSIONS[0];
    const { project, otherProject } = given;
    for (const [flag, name] of Object.entries({
      '--project': project,
      '--other-project': otherProject,
    })) {
      if (name !== undefined) await expectProject(client, newest, { flag, name });
    }
    const rejected = await rejectedRoles(client, newest, given);
    // Of those that sign in.
    const signedIn = withoutRejected(given, rejected);
    rejected.push(...(await otherIsAnother(client, offered, signedIn)));
    const settings = withoutRejected(given, rejected);
    const { calledAs: name } = client.origin;
    const clean = (text: string) => client.redaction.text(text);
    const found: FoundInstance = {
      offered,
      unknown,
      calledAs: name && clean(name),
      roles: rolesOf(settings.credentials),
      // The reasons quote responses as well.
      rejected: rejected.map((each) => ({ ...each, why: clean(each.why) })),
    };
    return { found, settings };
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    // The message may quote a response, which may quote credentials.
    throw new CannotExamine(client.redaction.text(error.message));
  }
}

/** Whether the role `other` is the account of another role: it stands for another user, so it is not used then. */
async function otherIsAnother(
  client: Client,
  offered: readonly Version[],
  settings: TargetSettings,
): Promise<RejectedRole[]> {
  const { instance, roles } = situationOf(client, offered, settings);
  for (const sameAs of (['user', 'maintainer'] as const).filter((role) => roles.includes(role))) {
    const id = roles.includes('other') ? await instance.sameAccount('other', sameAs) : undefined;
    if (id === undefined) continue;
    const why = `the roles other and ${sameAs} are one account (user ${id}), so other is not used: set its credentials to those of another account`;
    return [{ role: 'other', why, sameAs }];
  }
  return [];
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

/** `/about` distinguishes an API that is disabled, or that the web server does not pass on, from a wrong URL. */
async function whyNothing(client: Client, root: Answer | undefined): Promise<string> {
  const read = (url: string) => client.readIfAnswered({ role: 'anonymous', url });
  const withSlash = await read('/about/');
  const about = withSlash?.status === 404 ? await read('/about') : withSlash;
  const tail = 'nothing was checked';
  if (about?.status !== 200) {
    return `${urlOf(client)} returns 404 for every version of the API and has no /about page: check the base URL (${urlOf(client, '/api/')} must be the API); ${tail}`;
  }
  const server = root === undefined ? undefined : header(root, 'server');
  const by = server === undefined ? '' : ` by ${server}`;
  const page = root === undefined ? undefined : pageIn(root);
  return `${urlOf(client)} has an /about page, but /api/ returns 404 in every version (${page ?? 'no page'}${by}): either the API is disabled (ENABLE_REST_API of the instance), or the web server in front of it does not pass /api/ on; ${tail}`;
}

/** How many keys of a wrong root are named, and the limit for one, in characters. */
const MOST_KEYS = 3;
const LONGEST_KEY = 40;

async function noApi(client: Client, roots: readonly Answer[]): Promise<string> {
  const statuses = [...new Set(roots.map(({ status }) => status))].join(', ');
  const first = roots.find(({ status }) => status !== 404);
  const type = first === undefined ? undefined : header(first, 'content-type');
  const page = first === undefined ? undefined : pageIn(first);
  const what = `${urlOf(client, `/api/${VERSIONS[0]}/`)} to ${VERSIONS.at(-1)}/ returned status ${statuses} and ${page ?? jsonIn(client, first) ?? type ?? 'no content type'}`;
  const unread = first?.status === 200 && page === undefined ? first.notJson : undefined;
  const cause = unread === undefined ? '' : `; the body is not JSON: ${unread}`;
  const hint = `${cause}${first === undefined ? '' : await hintOf(client, first)}${client.via}`;
  return `${what}; expected a JSON object of collections (${COLLECTIONS.slice(0, 3).join(', ')}, …)${hint}; nothing was checked`;
}

/** The JSON of a root that is none, in words; undefined if there is no JSON, or for an error. */
function jsonIn({ redaction }: Client, first: Answer | undefined): string | undefined {
  const json = first?.status === 200 ? first.json : undefined;
  if (json === undefined) return undefined;
  if (json === null) return 'the JSON value null';
  if (Array.isArray(json)) return json.length === 0 ? 'an empty JSON array' : 'a JSON array';
  if (!isObject(json)) return `a JSON ${typeof json}`;
  const names = Object.keys(json).slice(0, MOST_KEYS);
  if (names.length === 0) return 'an empty JSON object';
  return `a JSON object with ${names.map((name) => JSON.stringify(redaction.beginning(name, LONGEST_KEY))).join(', ')}`;
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
  if (jsonIn(client, first) !== undefined) {
    return ` (is this another API? check the base URL: ${urlOf(client, '/api/')} must be that of Patchwork)`;
  }
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
  const there = await client.readIfAnswered({ role: 'anonymous', url: url.href });
  const isApi = there !== undefined && isRoot(there);
  return `${location}${isApi ? ': use that as the base URL?' : ', which is no API either'}`;
}

/** A page of this size, which many instances allow, holds every project of nearly all of them. */
const PAGE = 250;

/** How many projects the message names. */
const MOST_NAMED = 8;

/** The limit for the name of one, in characters. */
const LONGEST_NAME = 100;

/**
 * Throws a CannotExamine if the project of `--project` does not exist: neither its own address nor the whole list
 * of projects shows it. An instance that answers otherwise than docs/api.md, "Project (full)", says is examined.
 */
export async function expectProject(
  client: Client,
  version: Version,
  { flag, name }: { flag: string; name: string },
): Promise<void> {
  const read = async (path: string) => {
    const url = `/api/${version}/projects/${path}`;
    return client.read({ role: 'anonymous', url });
  };
  try {
    const { status } = await read(`${encodeURIComponent(name)}/`);
    if (status !== 404) return;
    const { json } = await read(`?per_page=${PAGE}`);
    if (!Array.isArray(json) || json.length === 0 || json.length >= PAGE) return;
    const rows = json.filter(isObject);
    if (rows.some(({ id, link_name }) => `${id}` === name || link_name === name)) return;
    const names = rows
      .slice(0, MOST_NAMED)
      .map(({ link_name }) => client.redaction.beginning(String(link_name), LONGEST_NAME));
    const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : '';
    throw new CannotExamine(
      `${urlOf(client)} has no project ${JSON.stringify(name)}: set ${flag} to a link name or id of ${names.join(', ')}${more}; nothing was checked`,
    );
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
}
