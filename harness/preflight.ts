import { root } from '../specification/resources/root.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { CannotExamine } from './cannot-examine.js';
import { type Answer, header } from './client/answer.js';
import { Client } from './client/client.js';
import { whyEnded } from './client/stopped.js';
import { ForeignOrigin, TransportError } from './client/transport-error.js';
import { isObject } from './place.js';
import type { Exchange, RejectedRole, Traffic } from './report.js';
import { type RunSettings, targetOf } from './settings.js';
import { rejectedRoles } from './sign-in.js';

/** What is known of an instance before anything is judged. */
export interface Preflight {
  offered: Version[];
  /** What was read, so that it need not be asked again. */
  known: { answer: Answer; exchange: Exchange }[];
}

/** The same, who signs in to it, and what it took. */
export interface Found extends Preflight {
  /** The roles whose credentials it rejects. */
  rejected: RejectedRole[];
  traffic: Traffic;
}

/**
 * Finds out which versions an instance offers (SPEC.md, "Versioning"; docs/verdicts.md B-35) by the
 * root of each. A root that answers 404 is a version that is not offered; one that answers anything
 * else is offered, well or badly. Throws a CannotExamine if the instance cannot be reached, has its
 * API switched off, or does not speak this API at all.
 */
export async function preflight(client: Client, baseUrl: string): Promise<Preflight> {
  const roots = await readRoots(client, baseUrl);
  const offered = VERSIONS.filter((_, index) => roots[index]?.status !== 404);
  if (offered.length === 0) throw new CannotExamine(await whyNothing(client, baseUrl));
  const judgeable = roots.find(namesCollections);
  if (judgeable === undefined) throw new CannotExamine(noApi(baseUrl, roots));
  const known = roots.flatMap((answer) => {
    const exchange = client.exchange(answer.exchange);
    return exchange === undefined ? [] : [{ answer, exchange }];
  });
  return { offered, known };
}

/** The same by a client of its own. Throws a CannotExamine, and a Stopped if the signal ends it before. */
export async function findInstance(settings: RunSettings, signal: AbortSignal): Promise<Found> {
  const client = new Client(targetOf(settings));
  const stop = () => client.stop(whyEnded(signal));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const found = await preflight(client, settings.baseUrl);
    const newest = found.offered.at(-1) ?? VERSIONS[0];
    const rejected = await rejectedRoles(client, newest, settings);
    return { ...found, rejected, traffic: client.traffic };
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    // It may quote an answer, and an answer may quote what was sent.
    throw new CannotExamine(client.redaction.text(error.message));
  } finally {
    signal.removeEventListener('abort', stop);
    await client.close();
  }
}

/** What the root of every version leads to (SPEC.md, "Resources"): one of them tells this API from another. */
const COLLECTIONS = Object.keys(root.fields);

function namesCollections({ json }: Answer): boolean {
  return isObject(json) && COLLECTIONS.some((name) => Object.hasOwn(json, name));
}

/** The first root is read alone: where nothing answers, once is enough to know. */
async function readRoots(client: Client, baseUrl: string): Promise<Answer[]> {
  const rootOf = (version: Version) => client.read({ role: 'anonymous', url: `/api/${version}/` });
  try {
    const [first, ...rest] = VERSIONS;
    return [await rootOf(first), ...(await Promise.all(rest.map(rootOf)))];
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new CannotExamine(`${baseUrl} cannot be examined: ${error.message}; nothing was judged`);
  }
}

/** `/about` tells an API that is switched off from an address that is no instance at all. */
async function whyNothing(client: Client, baseUrl: string): Promise<string> {
  const about = await readAbout(client);
  const tail = 'nothing was judged';
  if (about === undefined || about.status !== 200) {
    return `${baseUrl} answers 404 for every version of the API and has no /about: is this the address of an instance? (expected ${baseUrl}/api/ to be the API); ${tail}`;
  }
  return `${baseUrl} is there, but its API is switched off: /about answers, and /api/ is 404 in every version; an administrator can switch it on (ENABLE_REST_API); ${tail}`;
}

async function readAbout(client: Client): Promise<Answer | undefined> {
  try {
    const about = await client.read({ role: 'anonymous', url: '/about/' });
    if (about.status !== 404) return about;
    return await client.read({ role: 'anonymous', url: '/about' });
  } catch (error) {
    if (error instanceof TransportError || error instanceof ForeignOrigin) return undefined;
    throw error;
  }
}

function noApi(baseUrl: string, roots: readonly Answer[]): string {
  const statuses = [...new Set(roots.map(({ status }) => status))].join(', ');
  const first = roots.find(({ status }) => status !== 404);
  const type = first === undefined ? undefined : header(first, 'content-type');
  const what = `${baseUrl}/api/${VERSIONS[0]}/ to ${VERSIONS.at(-1)}/ answer with status ${statuses} and ${type ?? 'no content type'}`;
  const unread = first?.status === 200 ? first.notJson : undefined;
  const cause = unread === undefined ? '' : `; what came is no JSON: ${unread}`;
  const hint = `${cause}${hintOf(first)}`;
  return `${what}, where a JSON object of collections (${COLLECTIONS.slice(0, 3).join(', ')}, …) was expected${hint}; nothing was judged`;
}

function hintOf(first: Answer | undefined): string {
  if (first === undefined) return '';
  const location = header(first, 'location');
  if (first.status >= 300 && first.status < 400 && location !== undefined) {
    const plain = first.url.startsWith('https:') && location.startsWith('http:');
    const risk = plain ? ', where credentials would go unencrypted' : '';
    return ` (it redirects to ${location}${risk}: is that the base URL?)`;
  }
  if (first.status === 401 || first.status === 403) {
    return ' (is there a gate before it? --header "Name: value" passes one)';
  }
  if (first.status >= 500) return ' (try again later)';
  return ' (is this a login page, or another site?)';
}
