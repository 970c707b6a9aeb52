import { type buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import type { TargetSettings } from '../settings.js';
import { isEncrypted, type Target } from '../target.js';

/** Returns the proxy for the instance, by the scheme of its base URL, unless NO_PROXY excepts its host. */
export function proxyOf(settings: Target & Pick<TargetSettings, 'proxies'>): string | undefined {
  const { baseUrl, proxies } = settings;
  const { hostname, port } = new URL(baseUrl);
  const isSecure = isEncrypted(settings);
  // IPv6 has no brackets there.
  const host = hostname.replace(/[[\]]/g, '');
  const hosts = [host, `${host}:${port || (isSecure ? 443 : 80)}`];
  const isExcepted = (proxies?.except ?? '').split(/[,\s]+/).some((entry) => {
    const name = entry.replace(/^\*?\.|[[\]]/g, '').toLowerCase();
    const isOwn = name !== '' && hosts.some((each) => `.${each}`.endsWith(`.${name}`));
    return entry === '*' || isOwn;
  });
  if (isExcepted) return undefined;
  return isSecure ? proxies?.https : proxies?.http;
}

/** Names a proxy in a message, without its userinfo, and how to do without it. */
export function viaProxy(target: Target, proxy: string): string {
  const variable = isEncrypted(target) ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const { hostname } = new URL(target.baseUrl);
  return ` (through the proxy ${new URL(proxy).origin} of ${variable}; NO_PROXY=${hostname} does without it)`;
}

/** Sends requests through a proxy. `options` are those for connections to the instance. */
export function proxyAgent(
  proxy: string,
  options: Omit<ProxyAgent.Options, 'uri'> & { connect: buildConnector.BuildOptions },
): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri: proxy,
    requestTls: options.connect,
    proxyTls: options.connect,
    // Many proxies allow tunnels to port 443 only.
    proxyTunnel: false,
  });
}
