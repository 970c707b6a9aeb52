import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ROOT } from '../docs/pages.js';

/** A job of GitLab as its runner takes it: one script, and what it keeps. */
export interface GitlabJob {
  script: string;
  variables: Record<string, string>;
  /** Where the report for the page is. */
  junit: string;
  /** What is kept as an artifact. */
  paths: string[];
}

interface Written {
  extends?: string;
  variables?: Record<string, string>;
  before_script?: string[];
  script?: string[];
  artifacts?: { paths: string[]; reports: { junit: string } };
}

/** The job of a .gitlab-ci.yml that includes tools/ci/gitlab.yml. Throws an Error if it extends none of there. */
export function gitlabJob(text: string): GitlabJob {
  const { include, ...jobs } = parse(text) as Record<string, Written> & { include: unknown };
  const templates = parse(readFileSync(`${ROOT}tools/ci/gitlab.yml`, 'utf8')) as Record<
    string,
    Written
  >;
  const [job = {}] = Object.values(jobs);
  const extended = templates[job.extends ?? ''];
  if (include === undefined || extended === undefined) throw new Error('it extends no job of ours');
  const merged = { ...extended, ...job };
  return {
    script: [...(merged.before_script ?? []), ...(merged.script ?? [])].join('\n'),
    variables: { ...extended.variables, ...job.variables },
    junit: merged.artifacts?.reports.junit ?? '',
    paths: merged.artifacts?.paths ?? [],
  };
}
