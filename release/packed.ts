import { said } from './git.js';

/** What the package cannot do without. */
const NEEDED = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'bin/conformance.js',
  'dist/cli/main.js',
  'schemas/report.schema.json',
  'schemas/v1.4/schema.json',
  'dist/schemas/v1.4.cjs',
];

/** What is none of a user's business, or must never leave the machine. */
const UNWANTED =
  /(^|\/)\.|^(dist\/)?(tests|bench|proof|release)\/|\/hostile\/|\.log$|(?<!\.d)\.ts$/;

/** The files that npm would put into the package. */
export function packedFiles(): string[] {
  const [packed] = JSON.parse(said('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')) as {
    files: { path: string }[];
  }[];
  return (packed?.files ?? []).map(({ path }) => path);
}

/** What is wrong with these files as a package. */
export function packingProblems(files: readonly string[]): string[] {
  return [
    ...NEEDED.filter((path) => !files.includes(path)).map((path) => `the package lacks ${path}`),
    ...files.filter((path) => UNWANTED.test(path)).map((path) => `the package would hold ${path}`),
  ];
}
