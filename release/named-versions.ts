/** Files that tell readers which version of the suite to use. */
export const NAMING_VERSIONS = [
  'docs/adopting.md',
  'docs/ci.md',
  'docs/publishing.md',
  'ci/gitlab.yml',
];

/** A package or its tarball, a git tag, or a commit with its tag in a comment. */
const NAMED =
  /\b(?:patchwork-conformance|OWNER\/REPO)(?:\.git)?[-@#:/](?:(?:COMMIT|[0-9a-f]{40}) # )?v?(?<version>\d+\.\d+\.\d+)/g;

/** Lists the versions of the suite that a text names. */
export function namedVersions(text: string): string[] {
  return [...text.matchAll(NAMED)].map(({ groups }) => groups?.version ?? '');
}
