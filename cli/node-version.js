// Read by versions of Node.js that are too old for the rest: no newer syntax, no module.

/**
 * Why the program does not run on a version of Node.js, such as `v20.18.1`; undefined if it does. The versions are
 * those of `engines` in package.json.
 * @param {string} version
 * @returns {string | undefined}
 */
export function versionProblem(version) {
  const [major, minor] = version.slice(1).split('.').map(Number);
  const isNewEnough = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (isNewEnough) return undefined;
  return `needs Node.js 20.19, 22.12, 24 or newer, this is ${version.slice(1)}`;
}
