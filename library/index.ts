// The exports of `patchwork-conformance`; see docs/library.md.

export type { Comparison } from '../analysis/comparison/comparison.js';
export { Refusal } from '../cli/refusal.js';
export { CannotExamine } from '../harness/cannot-examine.js';
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
export { NotAReport, parseReport } from '../harness/stored-report.js';
export type { Level, RunVerdict, Verdict } from '../harness/verdict.js';
export { VERSIONS, type Version } from '../specification/versions.js';
export { compare, type NamedReport } from './compare.js';
export { type ComparisonFormat, type Format, render } from './render.js';
export { type RunOptions, run } from './run.js';
export { type ServedInstance, type ServeOptions, serve } from './serve.js';
export { type ValidateOptions, validate } from './validate.js';
