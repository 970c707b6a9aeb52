import { createHash } from 'node:crypto';

/** The source expression by which a Content-Security-Policy lets one inline text through. */
export function contentHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}
