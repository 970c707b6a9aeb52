import { calledAsSentence } from '../harness/called-as.js';
import type { FoundInstance } from '../harness/preflight.js';
import type { TargetSettings } from '../harness/settings.js';
import { isEncrypted, urlOf } from '../harness/target.js';
import { versionRange } from '../reporters/view/words.js';
import { VERSIONS } from '../specification/versions.js';
import type { Finding } from './doctor-findings.js';

/** The host is this machine itself. */
const LOOPBACK = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;

/** The findings on the address of an instance that was found: its versions, encryption, and what it calls itself. */
export function addressFindings(found: FoundInstance, settings: TargetSettings): Finding[] {
  const findings = [versions(found, settings), ...encryption(settings)];
  const { calledAs } = found;
  if (calledAs === undefined) return findings;
  // A server behind a proxy may not know its public address.
  const advice =
    'use that address as --base-url if it is the right one, or configure the public address of the server (docs/behind-a-proxy.md)';
  return [...findings, { mark: 'remark', says: calledAsSentence(settings, calledAs), advice }];
}

function versions({ offered, unknown }: FoundInstance, settings: TargetSettings): Finding {
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
export function encryption(settings: TargetSettings): Finding[] {
  const { credentials, headers } = settings;
  if (isEncrypted(settings)) return [];
  const { hostname } = new URL(urlOf(settings));
  if (LOOPBACK.test(hostname)) return [{ mark: 'none', says: 'plain http to this machine' }];
  if (Object.keys(credentials).length + headers.length === 0) {
    return [{ mark: 'none', says: 'plain http; no credentials are sent' }];
  }
  const says = `credentials are sent to ${hostname} unencrypted (plain http)`;
  const advice = 'use an https: address, or accounts created for this purpose only';
  return [{ mark: 'remark', says, advice }];
}
