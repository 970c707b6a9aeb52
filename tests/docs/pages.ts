import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Pages whose commands a reader runs in a checkout of the project, and changes it. */
export const IN_A_CHECKOUT = ['CONTRIBUTING.md', 'docs/extending.md'];

/** The pages that are followed step by step. */
export const FOLLOWED = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/README.md',
  'docs/adopting.md',
  'docs/behind-a-proxy.md',
  'docs/ci.md',
  'docs/comparing-two-instances.md',
  'docs/extending.md',
  'docs/gating-a-release.md',
  'docs/gating-an-upgrade.md',
  'docs/testing-a-client.md',
  'docs/verdicts.md',
  'docs/what-a-client-can-rely-on.md',
  'fixtures/clients/README.md',
  'fixtures/hostile/README.md',
];

/** Every page for people, as Markdown. */
export const PAGES = [
  ...new Set([...FOLLOWED, ...pagesIn('docs'), ...pagesIn('docs/requirements')]),
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'SECURITY.md',
  'requirements/README.md',
];

function pagesIn(folder: string): string[] {
  const names = readdirSync(`${ROOT}${folder}`).filter((name) => name.endsWith('.md'));
  return names.map((name) => `${folder}/${name}`);
}

/** The text of a page. */
export function textOf(page: string): string {
  return readFileSync(`${ROOT}${page}`, 'utf8');
}
