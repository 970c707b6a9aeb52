import { type buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import type { TargetSettings } from '../settings.js';
import { isEncrypted, type Target } from '../target.js';

/** The proxy refused a request. */
export class ProxyRefused extends Error {
  override readonly name = 'ProxyRefused';

  constructor(readonly status: number) {
    super(`the proxy returned ${status}`);
  }
}

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
    // undici hands its limits to the requests only, and waits for a tunnel for five minutes.
    clientFactory: (origin, each) =>
      new Tunnels(origin, {
        ...each,
        headersTimeout: options.headersTimeout,
        bodyTimeout: options.bodyTimeout,
      }),
  });
}

/**
 * Returns the refusal of the proxy that an error of `proxyAgent` stands for, if it stands for one.
 * Without a tunnel undici reports 407 as an invalid argument; every argument of the client is valid.
 */
export function proxyRefusal(error: unknown): ProxyRefused | undefined {
  if (error instanceof ProxyRefused) return error;
  return error instanceof errors.InvalidArgumentError ? new ProxyRefused(407) : undefined;
}

type ConnectOptions = Parameters<Pool['connect']>[0];

/** Tunnels through a proxy; undici gives the status of a refused one in the text of its error only. */
class Tunnels extends Pool {
  override connect(options: ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(options: ConnectOptions, callback: never): void;
  override async connect(options: ConnectOptions): Promise<Dispatcher.ConnectData> {
    const tunnel = await super.connect(options);
    if (tunnel.statusCode === 200) return tunnel;
    tunnel.socket.on('error', () => {}).destroy();
    throw new ProxyRefused(tunnel.statusCode);
  }
}
