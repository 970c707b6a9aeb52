import type { Version } from '../../specification/versions.js';
import type { Matrix } from './comparison.js';
import { resultIn, type Side } from './side.js';

/** A column of the matrix: a version as one side judged it. */
export interface Column {
  version: Version;
  subject: string;
  side: Side;
}

/** The verdicts on some requirements, column by column; null where there is none. */
export function matrixOf(columns: readonly Column[], requirements: readonly string[]): Matrix {
  return {
    columns: columns.map(({ version, subject }) => ({ version, subject })),
    rows: requirements.map((requirement) => ({
      requirement,
      verdicts: columns.map(
        ({ side, version }) => resultIn(side, requirement, version)?.verdict ?? null,
      ),
    })),
  };
}
