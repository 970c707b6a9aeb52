import { RELEASES, type Release } from '../fixtures/reference/like/like-release.js';
import type { Reference } from '../fixtures/reference/start.js';
import { credentialName } from '../harness/role.js';
import { shellWord } from '../harness/shell.js';
import { VERSIONS } from '../specification/versions.js';
import { OPTIONS } from './options.js';

const WHO = {
  user: 'owns bundles',
  other: 'a second user without special rights',
  maintainer: 'maintains the project',
} as const;

/** The roles that a run needs; the optional role `ci` is for instances that refuse maintainers. */
const ACCOUNTS = ['user', 'other', 'maintainer'] as const;

/** The file of `--write-env`, for a shell (`set -a; . FILE`) or as `.env`. */
export function environmentFile({ url, project, roles }: Reference): string {
  const lines: [string, string][] = [
    [OPTIONS.baseUrl.environment, url],
    [OPTIONS.project.environment, project],
  ];
  for (const role of ACCOUNTS) {
    for (const part of ['token', 'name', 'password'] as const) {
      lines.push([credentialName(role, part), roles[role][part]]);
    }
  }
  return lines.map(([name, value]) => `${name}=${shellWord(value)}\n`).join('');
}

/** The URL of the served instance, and how to use it; `program` is how the user starts this program. */
export function manual(
  reference: Reference,
  writtenTo: string | undefined,
  like: Release | undefined,
  program: string,
): string {
  const { url, project, roles } = reference;
  const newest = like === undefined ? VERSIONS.at(-1) : RELEASES[like];
  const accounts = ACCOUNTS.map((role) => {
    const { name, password, token } = roles[role];
    return [
      `  ${role.padEnd(10)}  ${WHO[role]}`,
      `              name ${name} · password ${shellWord(password)}`,
      `              token ${token}`,
    ].join('\n');
  });
  const { user } = roles;
  const basic = shellWord(`${user.name}:${user.password}`);
  const environment =
    writtenTo === undefined
      ? `${program} serve --write-env FILE writes the address and credentials to FILE.`
      : `set -a; . ${shellWord(writtenTo)}; set +a\n  ${program}`;
  return `${url}

The API is at ${url}/api/, versions ${VERSIONS[0]} to ${newest}. Data is kept in memory until the server stops.
${differences(like)}
Accounts (public: for development only)
${accounts.join('\n')}

curl
  curl -i ${url}/api/1.2/patches/
  curl -H 'Authorization: Token ${user.token}' ${url}/api/1.2/people/
  curl -u ${basic} ${url}/api/1.2/bundles/

git-pw (in any git repository)
  git config pw.server ${url}/api/1.2
  git config pw.token ${user.token}
  git config pw.project ${project}
  git pw patch list

Test it
  ${environment}

Ctrl-C stops it.
`;
}

function differences(like: Release | undefined): string {
  if (like === undefined) return '';
  const release = like === 'main' ? 'the development tree' : `release ${like}`;
  const links = like === '2.2' ? 'links only to the next and the previous page' : 'sorted links';
  return `It answers like ${release} of Patchwork where that differs from the specification: dates without
a Z, ${links}, "" for blank URLs, and others.
`;
}
