/** What a code of a reason means, and what the user can do about it. */
interface Meaning {
  means: string;
  advice?: string;
}

/**
 * Why a result is not a plain pass or failure. Programs read the code; the sentence is for people. The
 * schema of the report documents each.
 */
export const REASONS = {
  'no-data': {
    means:
      'The instance has no data that could show it, or none was found among the first objects.',
    advice: 'Add such data to a test instance (docs/test-instance.md).',
  },
  'failed-request': {
    means: 'A request that the check builds on got another answer than it needs.',
    advice: 'See the requirement on that request.',
  },
  'failed-write': {
    means: 'A write that the check builds on was refused, had no effect, or cannot be read back.',
    advice: 'See the requirement on that write.',
  },
  'not-written': {
    means:
      'Nothing was written there, because it may belong to another user or could not be restored.',
  },
  'method-refused': {
    means: 'A method, such as PATCH, is refused before it reaches the API.',
    advice: 'Let the proxy or server in front of the instance pass it.',
  },
  'another-run': {
    means: 'Another run of the suite writes to the instance, or was killed while it wrote.',
    advice: 'Wait until it ends, or restore its data: conformance restore.',
  },
  'needs-writes': { means: 'It needs writes.', advice: '--allow-writes, on a test instance.' },
  'needs-other-project': {
    means: 'It needs a project that the maintainer does not maintain.',
    advice: '--other-project NAME, on a test instance.',
  },
  'needs-hazardous-inputs': {
    means: 'It needs values that are known to break instances.',
    advice: '--hazardous-inputs, on a test instance.',
  },
  'role-missing': {
    means: 'It needs credentials that are not configured.',
    advice: 'Set the credentials of the role; conformance doctor says how.',
  },
  'role-rejected': {
    means: 'The instance rejects the credentials of a role, or they lack the right that it names.',
    advice: 'Check the credentials of the role.',
  },
  'role-unknown': {
    means: 'It is not certain which user a role is.',
    advice: 'Set the username of the role.',
  },
  'not-selected': { means: 'It was left out by --only or --skip.' },
  'not-in-version': {
    means:
      'The version lacks a list that the specification gives to it in one place, and to a later one in another.',
  },
  'not-offered': { means: 'The instance does not offer the version.' },
  'ended-early': { means: 'The run ended before it was checked.' },
  'no-answer': {
    means: 'A request got no complete answer.',
    advice: 'Check the network and the server, and run again.',
  },
  'inexact-number': {
    means: 'A number beyond 2^53 was returned, which JavaScript reads as another one.',
  },
  'other-origin': { means: 'A link leads to another host; it is never followed.' },
  accepted: { means: 'The specification leaves open how it is done: which way was found.' },
  'seen-once': {
    means: 'It did not hold when it was checked, and was not checked again: no requests were left.',
  },
  'cached-answers': {
    means:
      'It compares answers, and did not hold; but they may be of different ages, from a cache.',
    advice: 'Run it without the cache in front of the instance.',
  },
  'suite-bug': { means: 'The suite itself failed.', advice: 'Please report it.' },
} as const satisfies Record<string, Meaning>;

/** The code of a reason. */
export type ReasonCode = keyof typeof REASONS;

/** A reason: its code, the sentence, and what it names. */
export interface Reason {
  code: ReasonCode;
  says: string;
  /** What the sentence names, for programs: a request, a status, a role, an option. */
  values?: Readonly<Record<string, string | number>>;
}

/** The members of a result that hold a reason. */
export function reported({ code, says, values }: Reason): {
  reason: string;
  code: ReasonCode;
  values?: Readonly<Record<string, string | number>>;
} {
  return { reason: says, code, ...(values === undefined ? {} : { values }) };
}
