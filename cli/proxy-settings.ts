import type { Proxies, TargetSettings } from '../harness/settings.js';
import { Refusal } from './refusal.js';

/**
 * Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY; lower-case names take precedence. The proxy for `http:` is
 * not used for `https:`. Throws a Refusal without the value if a proxy URL is invalid.
 */
export function proxySettings(
  environment: Record<string, string | undefined>,
): Pick<TargetSettings, 'proxies'> {
  const http = proxyIn(environment, 'HTTP_PROXY');
  const https = proxyIn(environment, 'HTTPS_PROXY');
  if (http === undefined && https === undefined) return {};
  const except = valueIn(environment, 'NO_PROXY');
  const proxies: Proxies = { http, https, except };
  return { proxies };
}

function proxyIn(
  environment: Record<string, string | undefined>,
  name: string,
): string | undefined {
  const value = valueIn(environment, name);
  if (value === undefined) return undefined;
  // The scheme is often omitted.
  const url = value.includes('://') ? value : `http://${value}`;
  if (!isProxy(url)) {
    throw new Refusal(`${name} is not a proxy URL; expected http://HOST:PORT or https://HOST:PORT`);
  }
  return url;
}

function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return protocol === 'http:' || protocol === 'https:';
}

function valueIn(
  environment: Record<string, string | undefined>,
  name: string,
): string | undefined {
  const value = environment[name.toLowerCase()] ?? environment[name];
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}
