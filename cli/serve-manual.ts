import type { Reference } from '../fixtures/reference/start.js';
import { credentialName } from '../harness/role.js';
import { shellWord } from '../harness/shell.js';
import { FIRST_TO_LAST } from '../specification/versions.js';
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

/** Explains how to use the served instance. */
export function manual(reference: Reference, writtenTo: string | undefined): string {
  const { url, project, roles } = reference;
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
      ? 'conformance serve --write-env FILE writes the address and credentials to FILE.'
      : `set -a; . ${shellWord(writtenTo)}; set +a\n  npx conformance`;
  return `The API is at ${url}/api/, versions ${FIRST_TO_LAST}. Data is kept in memory until the server stops.

Accounts (public: for development only)
${accounts.join('\n')}

curl
  curl -i ${url}/api/1.3/patches/
  curl -H 'Authorization: Token ${user.token}' ${url}/api/1.3/people/
  curl -u ${basic} ${url}/api/1.3/bundles/

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
