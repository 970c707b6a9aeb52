import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import manifest from '../../package.json' with { type: 'json' };
import { done } from './ran.js';

/** A registry that has this package; all others are where npm finds them otherwise. */
export interface Registry {
  url: string;
  stop: () => void;
}

/** Starts a registry on loopback to which this tarball is published. */
export async function startRegistry(tarball: string): Promise<Registry> {
  const bytes = await readFile(tarball);
  const { stdout } = await done('npm', ['config', 'get', 'registry'], {});
  const upstream = stdout.trim().replace(/\/$/, '');
  const server = createServer((request, response) => {
    if (request.url === `/${manifest.name}.tgz`) response.end(bytes);
    else if (request.url === `/${manifest.name}`) response.end(JSON.stringify(document()));
    else response.writeHead(302, { location: `${upstream}${request.url}` }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** What a registry says about a package: its versions, and where their tarballs are. */
  function document(): unknown {
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const dist = { tarball: `${url}/${manifest.name}.tgz`, integrity };
    const { name, version } = manifest;
    return {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
    };
  }

  return {
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
