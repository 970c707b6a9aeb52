import { calledAsSentence } from '../harness/called-as.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import type { Client } from '../harness/client/client.js';
import { expectProject, type Preflight, preflight } from '../harness/preflight.js';
import type { TargetSettings } from '../harness/settings.js';
import { isEncrypted, urlOf } from '../harness/target.js';
import { versionRange } from '../reporters/view/words.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import type { Finding } from './doctor-findings.js';

/** The host is this machine itself. */
const LOOPBACK = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;

/**
 * Checks the address: reachable, encrypted, an instance, its versions, the project of `--project`. Without `found`
 * the doctor stops.
 */
export async function lookAtAddress(
  client: Client,
  settings: TargetSettings,
  project: string | undefined,
): Promise<{ findings: Finding[]; found?: Preflight }> {
  let newest: Version | undefined;
  try {
    const found = await preflight(client);
    newest = found.offered.at(-1);
    if (newest !== undefined && project !== undefined) {
      await expectProject(client, newest, project);
    }
    const findings = [versions(found, settings), encryption(settings)];
    const { calledAs } = found;
    if (calledAs === undefined) return { findings, found };
    // A server behind a proxy may not know its public address.
    const advice =
      'use that address as --base-url if it is the right one, or configure the public address of the server (docs/behind-a-proxy.md)';
    const says = calledAsSentence(settings, calledAs);
    return { findings: [...findings, { mark: 'remark', says, advice }], found };
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    if (newest !== undefined) return { findings: [{ mark: 'bad', says: error.message }] };
    const isTls = isEncrypted(settings);
    const certificate = isTls ? '; for an unknown issuer, set --ca FILE (CONFORMANCE_CA)' : '';
    const advice = `check --base-url (CONFORMANCE_BASE_URL), and whether the server is running${certificate}`;
    const bad: Finding = { mark: 'bad', says: error.message, advice };
    return { findings: isTls ? [bad] : [bad, encryption(settings)] };
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
  if (LOOPBACK.test(hostname)) return { mark: 'none', says: 'plain http to this machine' };
  if (Object.keys(credentials).length + headers.length === 0) {
    return { mark: 'none', says: 'plain http; no credentials are sent' };
  }
  return {
    mark: 'remark',
    says: `credentials are sent to ${hostname} unencrypted (plain http)`,
    advice: 'use an https: address, or accounts created for this purpose only',
  };
}
