// The exports of `patchwork-conformance`; see docs/library.md.

export type { Comparison } from '../analysis/comparison/comparison.js';
export { Refusal } from '../cli/refusal.js';
export { CannotExamine } from '../harness/cannot-examine.js';
export type { CheckContext } from '../harness/check-context.js';
export type { Answer } from '../harness/client/answer.js';
export { at, elements, isObject, type Place, type Seen } from '../harness/place.js';
export type {
  Counts,
  Exchange,
  Report,
  ReportedExtension,
  ReportedRequirement,
  ReportedViolation,
  Result,
  SeenField,
} from '../harness/report.js';
export { type Group, type Need, type Requirement, requirement } from '../harness/requirement.js';
export { NotAReport, parseReport } from '../harness/stored-report.js';
export type { Level, RunVerdict, Verdict } from '../harness/verdict.js';
export { inconclusive, type Mismatch } from '../harness/violation.js';
export {
  before,
  between,
  since,
  until,
  VERSIONS,
  type Version,
} from '../specification/versions.js';
export { compare, type NamedReport } from './compare.js';
export { type ComparisonFormat, type Format, render } from './render.js';
export { type RunOptions, run } from './run.js';
export { type ServedInstance, type ServeOptions, serve } from './serve.js';
export { type ValidateOptions, validate } from './validate.js';
