/** Who a request is made as: nobody, or one of the three accounts that a run may be given. */
export const ROLES = ['anonymous', 'user', 'other', 'maintainer'] as const;

/** `user` owns bundles, `other` is a second plain user, `maintainer` maintains the project of the run. */
export type Role = (typeof ROLES)[number];

/** A role that signs in. */
export type SignedInRole = Exclude<Role, 'anonymous'>;

/** The roles that sign in. */
export const SIGNED_IN_ROLES: readonly SignedInRole[] = ['user', 'other', 'maintainer'];

/** How a role signs in; the token is preferred where both are given (SPEC.md, "Authentication"). */
export interface Credentials {
  token?: string;
  name?: string;
  password?: string;
}

/** The name of the environment variable that holds a credential, such as CONFORMANCE_USER_TOKEN. */
export function credentialName(role: SignedInRole, part: keyof Credentials): string {
  return `CONFORMANCE_${role.toUpperCase()}_${part.toUpperCase()}`;
}

/** Whether these credentials suffice to sign in: a token, or a name and a password. */
export function canSignIn(credentials: Credentials | undefined): credentials is Credentials {
  if (credentials === undefined) return false;
  const { token, name, password } = credentials;
  return token !== undefined || (name !== undefined && password !== undefined);
}

/** The roles that can sign in. */
export function rolesOf(credentials: Partial<Record<SignedInRole, Credentials>>): SignedInRole[] {
  return SIGNED_IN_ROLES.filter((role) => canSignIn(credentials[role]));
}

/** For each role that can sign in the others that do so with other credentials. */
export function othersOf(
  credentials: Partial<Record<SignedInRole, Credentials>>,
): Partial<Record<Role, readonly Role[]>> {
  const roles = rolesOf(credentials);
  const key = (role: SignedInRole) => authorization(credentials[role] ?? {});
  return Object.fromEntries(
    roles.map((role) => [role, roles.filter((other) => key(other) !== key(role))]),
  );
}

/** The schemes of SPEC.md, "Authentication". */
export type Scheme = 'token' | 'basic';

/**
 * The value of the `Authorization` header for these credentials, or nothing if they do not fit the
 * scheme. Without a scheme the token is preferred.
 */
export function authorization(credentials: Credentials, scheme?: Scheme): string | undefined {
  const { token, name, password } = credentials;
  if (scheme !== 'basic' && token !== undefined) return `Token ${token}`;
  if (scheme !== 'token' && name !== undefined && password !== undefined) {
    return `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`;
  }
  return undefined;
}
