/** What examines an instance of somebody else. */
export const ON_RUN = ['run'] as const;
/** What asks an instance of somebody else. */
export const ON_ASKING = ['run', 'doctor', 'fields', 'restore'] as const;
/** What judges. */
export const ON_JUDGING = ['run', 'demo'] as const;
/** What holds results against a baseline. */
export const ON_HOLDING = ['run', 'demo', 'merge'] as const;
/** What shows a report. */
export const ON_SHOWING = ['run', 'demo', 'report', 'merge'] as const;
/** What reads reports and says something of them. */
export const ON_TELLING = ['compare', 'client'] as const;
/** What chooses among the requirements. */
export const ON_CHOOSING = ['run', 'demo', 'list'] as const;
/** What speaks of requirements. */
export const ON_REQUIREMENTS = ['run', 'demo', 'doctor', 'list', 'explain'] as const;
/** What chooses among the versions. */
export const ON_VERSIONS = ['run', 'demo', 'fields', 'list', 'compare'] as const;
/** What asks many things of an instance. */
export const ON_PACED = ['run', 'demo', 'doctor', 'fields'] as const;
/** What keeps the reference instance up. */
export const ON_SERVE = ['serve'] as const;
/** Every command. */
export const ON_ALL = [
  'run',
  'demo',
  'serve',
  'doctor',
  'fields',
  'list',
  'explain',
  'faults',
  'restore',
  'report',
  'merge',
  'compare',
  'client',
] as const;
