/** Commands that test an external instance. */
export const ON_RUN = ['run'] as const;
/** Commands that send requests to an external instance. */
export const ON_REQUESTING = ['run', 'doctor', 'restore', 'compare'] as const;
/** Those that send them to the instance of --base-url. */
export const ON_BASE_URL = ['run', 'doctor', 'restore'] as const;
/** Commands that check requirements. */
export const ON_CHECKING = ['run', 'demo'] as const;
/** Commands that compare results with a baseline. */
export const ON_BASELINE = ['run', 'demo'] as const;
/** Commands that show the report of a run. */
export const ON_REPORTING = ['run', 'demo', 'report'] as const;
/** Commands that analyse stored reports, or clients. */
export const ON_ANALYSIS = ['compare', 'client', 'try-client'] as const;
/** Commands that select requirements. */
export const ON_SELECTING = ['run', 'demo', 'list', 'try-client'] as const;
/** Commands that select versions. */
export const ON_VERSIONS = ['run', 'demo', 'list', 'compare', 'try-client'] as const;
/** Commands that send many requests. */
export const ON_SENDING = ['run', 'demo', 'doctor'] as const;
/** Commands that run the reference instance as a server. */
export const ON_SERVE = ['serve'] as const;
/** The command that tests a client. */
export const ON_CLIENT = ['try-client'] as const;
/** Every command. */
export const ON_ALL = [
  'run',
  'demo',
  'serve',
  'doctor',
  'list',
  'explain',
  'faults',
  'restore',
  'report',
  'compare',
  'client',
  'try-client',
] as const;
