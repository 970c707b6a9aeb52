import { said } from './git.js';

/** Files that the package must have. */
const NEEDED = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'bin/conformance.js',
  'dist/cli/main.js',
  'schemas/report.schema.json',
  'schemas/v1.4/schema.json',
  'requirements/1.0.json',
  'dist/schemas/v1.4.cjs',
];

/** Files that the package must not have. */
const UNWANTED =
  /(^|\/)\.|^(dist\/)?(tests|bench|proof|release)\/|\/hostile\/|\.log$|(?<!\.d)\.ts$/;

/** Exceptions: pages link to these files. */
const LINKED = ['.env.example', 'bench/README.md', 'proof/README.md'];

/** Lists the files of the package. */
export function packedFiles(): string[] {
  const [packed] = JSON.parse(said('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')) as {
    files: { path: string }[];
  }[];
  return (packed?.files ?? []).map(({ path }) => path);
}

/** Returns missing and unwanted files of the package. */
export function packingProblems(files: readonly string[]): string[] {
  return [
    ...NEEDED.filter((path) => !files.includes(path)).map((path) => `the package lacks ${path}`),
    ...files
      .filter((path) => UNWANTED.test(path) && !LINKED.includes(path))
      .map((path) => `the package would contain ${path}`),
  ];
}
