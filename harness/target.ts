import type { Version } from '../specification/versions.js';
import type { TargetSettings } from './settings.js';
import { shellWord } from './shell.js';

/**
 * What names an instance: the settings, the client, the head of a journal, the target of a report. It is
 * passed on as a whole; the functions here make what is printed or compared of its address.
 */
export type Target = Pick<TargetSettings, 'baseUrl'>;

/** Only the address, for a report. */
export function targetOnly({ baseUrl }: Target): Target {
  return { baseUrl };
}

/** The base URL, or the URL of a path below it. */
export function urlOf({ baseUrl }: Target, path = ''): string {
  return baseUrl + path;
}

/** The URL of an object or a list in a version. */
export function objectUrl(target: Target, version: Version, object: string): string {
  return urlOf(target, `/api/${version}/${object}/`);
}

/** The host with its port, if it has one; the whole base URL of a stored report that has no host. */
export function hostOf({ baseUrl }: Target): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** Whether requests are encrypted. */
export function isEncrypted({ baseUrl }: Target): boolean {
  return new URL(baseUrl).protocol === 'https:';
}

/** A URL without the base URL, which is the same everywhere; unchanged if it is elsewhere. */
export function pathOn({ baseUrl }: Target, url: string): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/** Whether a URL is where a link leads, whatever address the instance gives itself. */
export function leadsTo(link: string, url: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, origin, pathname } = new URL(link);
  // A root, or an address of mail, would be the end of many URLs.
  return protocol.startsWith('http') && pathname !== '/' && url.endsWith(link.slice(origin.length));
}

/** The option that names the instance on a command line. */
export function targetOption({ baseUrl }: Target): string {
  return `--base-url ${shellWord(baseUrl)}`;
}

/**
 * The command that restores from a journal, with the base URL, because credentials are sent to it.
 * `program` is how the user starts this program.
 */
export function restoreLine(program: string, target: Target, journal: string): string {
  return `${program} restore ${targetOption(target)} ${shellWord(journal)}`;
}
