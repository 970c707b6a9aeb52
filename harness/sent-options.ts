import type { Report } from './report.js';
import { credentialName, SIGNED_IN_ROLES } from './role.js';
import { shellWord } from './shell.js';

/** The options of a run that decide what it sends, as a command line has them. */
export interface SentOptions {
  /** What is checked, and how deep: of every run. */
  depth: string[];
  /** The project and what may be written: of an instance that is not embedded. */
  access: string[];
  /** The variables of the tokens and passwords of its roles. */
  credentials: string[];
  /** The variables of what else is secret or of one machine. */
  variables: string[];
}

/** Returns them for the options in effect, as a report has them (`reportedOptions`). */
export function sentOptions(options: Report['options']): SentOptions {
  const { scan, seed, thorough, project, otherProject, writes, hazardous, userAgent, headers, ca } =
    options;
  const versions = listOf(options.versions);
  const value = (flag: string, given: unknown) =>
    typeof given === 'string' || typeof given === 'number'
      ? [`${flag} ${shellWord(String(given))}`]
      : [];
  const names = listOf(headers);
  const roles = listOf(options.roles);
  const tokens = SIGNED_IN_ROLES.filter((role) => roles.includes(role)).map((role) =>
    credentialName(role, 'token'),
  );
  return {
    depth: [
      ...(versions.length === 0 ? [] : [versionsOption(versions)]),
      ...(scan === 'every object' ? ['--exhaustive'] : value('--sample', scan)),
      ...value('--seed', seed),
      ...value('--thorough', thorough),
      ...(options.failOn === 'warn' ? ['--fail-on warn'] : []),
    ],
    access: [
      ...value('--project', project),
      ...value('--other-project', otherProject),
      ...(writes === undefined ? [] : ['--allow-writes']),
      ...(hazardous === true ? ['--hazardous-inputs'] : []),
    ],
    // Reports of earlier versions name the roles alone.
    credentials: options.credentials === undefined ? tokens : listOf(options.credentials),
    variables: [
      ...(userAgent === undefined ? [] : ['CONFORMANCE_USER_AGENT']),
      ...(names.length === 0 ? [] : [`CONFORMANCE_HEADERS with ${names.join(', ')}`]),
      ...(ca === true ? ['CONFORMANCE_CA'] : []),
    ],
  };
}

/**
 * The options of a run that another one lacks, so that what failed in it, in these versions, might not be checked again, or
 * pass.
 */
export function lackingOptions(
  of: Report['options'],
  failedIn: readonly string[],
  other: Report['options'],
): SentOptions {
  const [wanted, given] = [sentOptions(of), sentOptions(other)];
  const own = listOf(other.versions);
  const isLess = !failedIn.every((version) => own.includes(version));
  const isEvery = given.depth.includes('--exhaustive');
  return {
    depth: [
      ...(isLess ? [versionsOption(failedIn)] : []),
      ...wanted.depth.filter(
        (option) =>
          !given.depth.includes(option) &&
          !option.startsWith('--versions') &&
          !(isEvery && option.startsWith('--sample')),
      ),
    ],
    access: wanted.access.filter((option) => !given.access.includes(option)),
    credentials: wanted.credentials.filter((name) => !given.credentials.includes(name)),
    variables: wanted.variables.filter((name) => !given.variables.includes(name)),
  };
}

function versionsOption(versions: readonly string[]): string {
  return `--versions ${shellWord(versions.join())}`;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
