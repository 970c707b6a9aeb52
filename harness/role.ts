/** The role of a request: anonymous, or one of four accounts. */
export const ROLES = ['anonymous', 'user', 'other', 'maintainer', 'ci'] as const;

/**
 * `user` owns bundles, `other` is a second plain user, `maintainer` maintains the project of the run.
 * `ci` is optional: an account that may create checks, where maintainers may not (B-27).
 */
export type Role = (typeof ROLES)[number];

/** An authenticated role. */
export type SignedInRole = Exclude<Role, 'anonymous'>;

/** The authenticated roles. */
export const SIGNED_IN_ROLES: readonly SignedInRole[] = ['user', 'other', 'maintainer', 'ci'];

/** Those that a run needs to check everything. */
export const NEEDED_ROLES = [
  'user',
  'other',
  'maintainer',
] as const satisfies readonly SignedInRole[];

/** The credentials of a role; the token is preferred (docs/api.md, "Authentication"). */
export interface Credentials {
  token?: string;
  name?: string;
  password?: string;
}

/** The name of the environment variable of a credential, such as CONFORMANCE_USER_TOKEN. */
export function credentialName(role: SignedInRole, part: keyof Credentials): string {
  return `CONFORMANCE_${role.toUpperCase()}_${part.toUpperCase()}`;
}

/** The variables of all tokens and passwords that are given; a name alone signs nobody in. */
export function variablesOf(credentials: Partial<Record<SignedInRole, Credentials>>): string[] {
  return SIGNED_IN_ROLES.flatMap((role) =>
    (['token', 'password'] as const)
      .filter((part) => credentials[role]?.[part] !== undefined)
      .map((part) => credentialName(role, part)),
  );
}

/** Whether credentials are sufficient: a token, or a username and password. */
export function canSignIn(credentials: Credentials | undefined): credentials is Credentials {
  if (credentials === undefined) return false;
  const { token, name, password } = credentials;
  return token !== undefined || (name !== undefined && password !== undefined);
}

/** The roles with sufficient credentials. */
export function rolesOf(credentials: Partial<Record<SignedInRole, Credentials>>): SignedInRole[] {
  return SIGNED_IN_ROLES.filter((role) => canSignIn(credentials[role]));
}

/** For each role with credentials, the roles with other credentials. */
export function othersOf(
  credentials: Partial<Record<SignedInRole, Credentials>>,
): Partial<Record<Role, readonly Role[]>> {
  const roles = rolesOf(credentials);
  const key = (role: SignedInRole) => authorization(credentials[role] ?? {});
  return Object.fromEntries(
    roles.map((role) => [role, roles.filter((other) => key(other) !== key(role))]),
  );
}

/** The schemes of docs/api.md, "Authentication". */
export type Scheme = 'token' | 'basic';

/**
 * The value of the `Authorization` header for these credentials; undefined if they do not fit the
 * scheme. By default the token is preferred.
 */
export function authorization(credentials: Credentials, scheme?: Scheme): string | undefined {
  const { token, name, password } = credentials;
  if (scheme !== 'basic' && token !== undefined) return `Token ${token}`;
  if (scheme !== 'token' && name !== undefined && password !== undefined) {
    return `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`;
  }
  return undefined;
}
