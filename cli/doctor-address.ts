import { calledAsSentence } from '../harness/called-as.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import { header } from '../harness/client/answer.js';
import type { Client } from '../harness/client/client.js';
import { type Preflight, preflight } from '../harness/preflight.js';
import type { TargetSettings } from '../harness/settings.js';
import { isEncrypted, urlOf } from '../harness/target.js';
import { span } from '../reporters/view/quantities.js';
import { versionRange } from '../reporters/view/version-range.js';
import { VERSIONS } from '../specification/versions.js';
import type { Finding } from './doctor-findings.js';

/** Maximum difference between the clocks before the doctor warns. */
const MOST_OFF_MS = 5 * 60_000;

/** The result for the address. Without `found` the doctor stops. */
export interface Address {
  findings: Finding[];
  found?: Preflight;
}

/** Checks the address: reachable, encrypted, an instance, its versions, its clock. */
export async function lookAtAddress(client: Client, settings: TargetSettings): Promise<Address> {
  try {
    const found = await preflight(client);
    const findings = [versions(found, settings), encryption(settings), clock(found, Date.now())];
    return { findings: [...findings, ...links(found, settings)], found };
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    const says = error.message.replace(/; nothing was checked$/, '');
    const advice = says.includes('certificate')
      ? 'set --ca FILE (CONFORMANCE_CA) to the certificate of its CA, or replace the certificate of the server'
      : 'check --base-url (CONFORMANCE_BASE_URL), and whether the server is running';
    const bad: Finding = { mark: 'bad', says, advice };
    return { findings: isEncrypted(settings) ? [bad] : [bad, encryption(settings)] };
  }
}

function versions({ offered, unknown }: Preflight, settings: TargetSettings): Finding {
  const others = VERSIONS.filter((version) => !offered.includes(version));
  const tail = others.length === 0 ? '' : `, not ${versionRange(others)}`;
  const later =
    unknown.length === 0 ? '' : `; it also offers ${unknown.join(', ')}, which is not tested`;
  return {
    mark: 'good',
    says: `${urlOf(settings)} can be reached; its API offers ${versionRange(offered)}${tail}${later}`,
  };
}

/** Plain http exposes credentials. */
function encryption(settings: TargetSettings): Finding {
  const { credentials, headers, ca } = settings;
  if (isEncrypted(settings)) {
    const by = ca === undefined ? 'the CAs of Node.js' : '--ca or the CAs of Node.js';
    return { mark: 'good', says: `TLS: certificate trusted by ${by}` };
  }
  const { hostname } = new URL(urlOf(settings));
  if (isLoopback(hostname)) return { mark: 'none', says: 'plain http to this machine' };
  if (Object.keys(credentials).length + headers.length === 0) {
    return { mark: 'none', says: 'plain http; no credentials are sent' };
  }
  return {
    mark: 'remark',
    says: `credentials are sent to ${hostname} unencrypted (plain http)`,
    advice: 'use an https: address, or accounts created for this purpose only',
  };
}

function clock({ roots: [first] }: Preflight, now: number): Finding {
  const date = Date.parse((first && header(first, 'date')) ?? '');
  if (Number.isNaN(date)) return { mark: 'none', says: 'clock unknown: no Date header' };
  const off = Math.abs(date - now);
  if (off <= MOST_OFF_MS) {
    return { mark: 'good', says: 'the clock of the instance agrees with the local clock' };
  }
  return {
    mark: 'remark',
    says: `the clock of the instance is ${span(off)} ${date > now ? 'ahead of' : 'behind'} the local clock`,
    advice: 'correct the wrong clock; checks of current dates need both',
  };
}

/** A server behind a proxy may not know its public address. */
function links({ calledAs }: Preflight, settings: TargetSettings): Finding[] {
  if (calledAs === undefined) return [];
  const advice =
    'use that address as --base-url if it is the right one, or configure the public address of the server (docs/behind-a-proxy.md)';
  return [{ mark: 'remark', says: calledAsSentence(settings, calledAs), advice }];
}

/** Whether a host is this machine itself; an IPv6 address may have brackets. */
function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/.test(host);
}
