import { CannotExamine } from '../harness/cannot-examine.js';
import { type Answer, header } from '../harness/client/answer.js';
import type { Client } from '../harness/client/client.js';
import { TransportError } from '../harness/client/transport-error.js';
import { isObject } from '../harness/place.js';
import { type Preflight, preflight } from '../harness/preflight.js';
import type { TargetSettings } from '../harness/settings.js';
import type { Finding } from '../reporters/doctor.js';
import { span } from '../reporters/view/quantities.js';
import { versionRange } from '../reporters/view/version-range.js';
import { VERSIONS } from '../specification/versions.js';
import { isLoopback } from './loopback.js';

/** A clock that is further off than this makes a run's times hard to read. */
const MOST_OFF_MS = 5 * 60_000;

/** What was found at the address; without `found` there is nothing to go on with. */
export interface Address {
  findings: Finding[];
  found?: Preflight;
}

/** Looks at the address: reachable, encrypted, an instance, its versions, its clock. */
export async function lookAtAddress(client: Client, settings: TargetSettings): Promise<Address> {
  const about = await readAbout(client);
  if (typeof about === 'string') {
    const says = `${settings.baseUrl} cannot be reached: ${about}`;
    return { findings: [{ mark: 'bad', says, advice: adviceOn(about) }] };
  }
  const reached: Finding[] = [
    { mark: 'good', says: `${settings.baseUrl} can be reached` },
    encryption(settings),
    aboutFinding(about),
    clock(about, Date.now()),
  ];
  try {
    const found = await preflight(client, settings.baseUrl);
    return { findings: [...reached, versions(found), ...links(found, settings)], found };
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    const says = client.redaction.text(error.message).replace(/; nothing was judged$/, '');
    return { findings: [...reached, { mark: 'bad', says }] };
  }
}

/** "An instance exposes an `/about` path", with or without a slash (B-25); in words why none could be had. */
async function readAbout(client: Client): Promise<Answer | string> {
  try {
    const about = await client.read({ role: 'anonymous', url: '/about/' });
    if (about.status !== 404) return about;
    return await client.read({ role: 'anonymous', url: '/about' });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return error.message.replace(/^GET \S+: /, '');
  }
}

function adviceOn(cause: string): string {
  return cause.includes('certificate')
    ? 'give the certificate of its issuer by --ca FILE (CONFORMANCE_CA), or have its own mended'
    : 'compare --base-url (CONFORMANCE_BASE_URL) with the address in a browser';
}

/** Credentials over plain http can be read on the way. */
function encryption({ baseUrl, credentials, headers, ca }: TargetSettings): Finding {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:') {
    const by = ca === undefined ? 'the certificates of Node.js' : '--ca or those of Node.js';
    return { mark: 'good', says: `TLS: its certificate is trusted, by ${by}` };
  }
  if (isLoopback(hostname)) return { mark: 'none', says: 'plain http, to this machine' };
  const secrets = Object.keys(credentials).length + headers.length > 0;
  if (!secrets) return { mark: 'none', says: 'plain http; there are no credentials to read' };
  return {
    mark: 'remark',
    says: `credentials go to ${hostname} over plain http: whoever is on the way can read them`,
    advice: 'give an https: address, or accounts made for this alone',
  };
}

function aboutFinding(about: Answer): Finding {
  if (about.status === 200) return { mark: 'good', says: '/about answers' };
  return {
    mark: 'remark',
    says: `/about answers with status ${about.status}, where an instance says whether its API is on`,
  };
}

function versions({ offered }: Preflight): Finding {
  const others = VERSIONS.filter((version) => !offered.includes(version));
  const tail = others.length === 0 ? '' : `, not ${versionRange(others)}`;
  return { mark: 'good', says: `the API is on, and offers ${versionRange(offered)}${tail}` };
}

/** A server behind a proxy may not know by which address it is reached. */
function links({ known }: Preflight, { baseUrl }: TargetSettings): Finding[] {
  const urls = known.flatMap(({ answer: { json } }) => (isObject(json) ? Object.values(json) : []));
  const { origin } = new URL(baseUrl);
  const elsewhere = urls.find(
    (url) => typeof url === 'string' && URL.canParse(url) && new URL(url).origin !== origin,
  );
  if (typeof elsewhere !== 'string') return [];
  return [
    {
      mark: 'remark',
      says: `the links that it gives lead to ${new URL(elsewhere).origin}, and are not followed there`,
      advice:
        'give that address as --base-url if it is the right one, or tell the server by which it is reached (X-Forwarded-Proto, Host)',
    },
  ];
}

function clock(answer: Answer, now: number): Finding {
  const date = Date.parse(header(answer, 'date') ?? '');
  if (Number.isNaN(date)) return { mark: 'none', says: 'its clock is not known: no Date header' };
  const off = Math.abs(date - now);
  if (off <= MOST_OFF_MS) return { mark: 'good', says: 'its clock agrees with the one here' };
  return {
    mark: 'remark',
    says: `its clock is ${span(off)} ${date > now ? 'ahead of' : 'behind'} the one here`,
    advice: 'set the one that is wrong: what is dated now cannot be judged otherwise',
  };
}
