import type { Sign } from '../view/signs.js';

/** The anchor of the row of a requirement in the matrix. */
export function rowAnchor(requirement: string): string {
  return `row:${encoded(requirement)}`;
}

/** The anchor of the finding of one sign for a requirement. */
export function findingAnchor(sign: Sign, requirement: string): string {
  return `${sign}:${encoded(requirement)}`;
}

function encoded(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}
