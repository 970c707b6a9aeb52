import { type buildConnector, type Dispatcher, EnvHttpProxyAgent, errors, Pool } from 'undici';
import type { TargetSettings } from '../settings.js';
import { isEncrypted, type Target } from '../target.js';

/** The proxy refused a request. */
export class ProxyRefused extends Error {
  override readonly name = 'ProxyRefused';

  constructor(readonly status: number) {
    super(`the proxy returned ${status}`);
  }
}

/** Returns the proxy for the instance, by the scheme of its base URL; NO_PROXY may except its host. */
export function proxyOf(settings: Target & Pick<TargetSettings, 'proxies'>): string | undefined {
  const { proxies } = settings;
  return isEncrypted(settings) ? proxies?.https : proxies?.http;
}

/** Sends requests through a proxy. `options` are those for connections to the instance. */
export function proxyAgent(
  proxy: string,
  noProxy: string,
  options: EnvHttpProxyAgent.Options & { connect: buildConnector.BuildOptions },
): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy,
    requestTls: options.connect,
    proxyTls: options.connect,
    // Many proxies allow tunnels to port 443 only.
    proxyTunnel: false,
    clientFactory: (origin, each) => new Tunnels(origin, each),
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
