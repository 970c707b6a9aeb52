import type { Reference } from '../../fixtures/reference/start.js';
import { credentialName } from '../../harness/role.js';
import type { Version } from '../../specification/versions.js';

/** Names of variables that are likely to hold a secret of the user, and of proxies, which loopback does not need. */
const NOT_PASSED =
  /^CONFORMANCE_|TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE|API_?KEY|^(https?|all|no)_proxy$/i;

/** The accounts of the reference that a command is given. */
const ACCOUNTS = ['user', 'other', 'maintainer'] as const;

/**
 * The environment of the command: that of this process without secrets and proxies, and the address and
 * accounts of the reference instance. `CONFORMANCE_URL` includes the version: http://127.0.0.1:…/api/1.2
 */
export function surroundings(
  { url, project, roles }: Pick<Reference, 'url' | 'project' | 'roles'>,
  version: Version,
  folder: string,
  own: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const passed = Object.entries(own).filter(([name]) => !NOT_PASSED.test(name));
  const accounts = ACCOUNTS.flatMap((role) =>
    (['token', 'name', 'password'] as const).map((part): [string, string] => [
      credentialName(role, part),
      roles[role][part],
    ]),
  );
  return {
    ...Object.fromEntries([...passed, ...accounts]),
    CONFORMANCE_URL: `${url}/api/${version}`,
    CONFORMANCE_BASE_URL: url,
    CONFORMANCE_VERSION: version,
    CONFORMANCE_PROJECT: project,
    CONFORMANCE_DIR: folder,
  };
}
