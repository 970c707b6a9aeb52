import { assembleReport, type Parts } from '../../harness/assemble-report.js';
import type { Judgement } from '../../harness/check.js';
import { blank, plan } from '../../harness/plan.js';
import type { Report } from '../../harness/report.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import type { RunSettings } from '../../harness/settings.js';
import type { Verdict } from '../../harness/verdict.js';
import { ALL, type Version } from '../../specification/versions.js';
import { settingsFor } from './serving.js';

/** A requirement that holds everywhere, but for what a test changes. */
export function declared(id: string, changed: Partial<Requirement> = {}): Requirement {
  return requirement({
    id,
    says: `It says ${id}`,
    spec: 'Limits',
    level: 'must',
    versions: ALL,
    consequence: 'Nothing follows.',
    check: async () => {},
    ...changed,
  });
}

/** A group of requirements. */
export function group(name: string, ...requirements: Requirement[]): Group {
  return { name, requirements };
}

/** The judgement of a requirement, but for what a test changes. */
export function judged(
  id: string,
  version: Version,
  verdict: Verdict,
  changed: Partial<Judgement> = {},
): Judgement {
  const exchanges = (changed.evidence ?? []).map(({ n }) => n);
  return {
    result: { ...blank(id, version), verdict, exchanges },
    evidence: [],
    traffic: { requests: 1, bytes: 10, byMethod: { GET: 1 }, byStatus: { 200: 1 } },
    ...changed,
  };
}

/** Settings of a run, but for what a test changes. */
export function runSettings(changed: Partial<RunSettings> = {}): RunSettings {
  const target = settingsFor('http://127.0.0.1:8000', changed);
  return { ...target, only: [], skip: [], seed: 7, ...changed };
}

/** The report of a run with these judgements, on an instance that offers these versions. */
export function assembled({
  offered,
  ...parts
}: Pick<Parts, 'groups' | 'judgements'> & Partial<Parts> & { offered: Version[] }): Report {
  const { settings = runSettings(), groups, extensions = [] } = parts;
  const found = { offered, unknown: [], rejected: [] };
  const byMethod = { GET: 13, HEAD: 1 };
  return assembleReport({
    settings,
    extensions,
    found,
    planned: plan({ groups, extensions }, found, settings),
    unhandled: [],
    startedAt: new Date('2026-01-02T03:04:05Z'),
    end: { traffic: { requests: 14, bytes: 140, byMethod, byStatus: { 200: 14 } } },
    ...parts,
  });
}
