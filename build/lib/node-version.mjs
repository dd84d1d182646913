/** Checks whether this Node can run Plywire. The syntax must be simple enough for an old Node. */

/**
 * `range` is of the form `^20.19.0 || ^22.13.0 || >=24`: alternatives of `^` (that major, from there on)
 * and `>=`, as in package.json's `engines.node`.
 * @param {string} version as in `process.versions.node`
 * @param {string} range
 * @throws {Error} on a range of another form
 */
export function nodeFits(version, range) {
  const [major, minor, patch] = numbers(version);
  return range.split('||').some((alternative) => {
    const match = /^\s*(\^|>=)(\d+(?:\.\d+){0,2})\s*$/.exec(alternative);
    if (match === null) throw new Error(`cannot read the Node range "${range}"`);
    const [wantMajor, wantMinor, wantPatch] = numbers(match[2]);
    if (major !== wantMajor) return match[1] === '>=' && major > wantMajor;
    return minor > wantMinor || (minor === wantMinor && patch >= wantPatch);
  });
}

/**
 * @param {string | undefined} version
 * @returns {[number, number, number]}
 */
function numbers(version) {
  const parts = String(version)
    .split('.')
    .map((part) => parseInt(part, 10) || 0);
  return [parts[0] || 0, parts[1] || 0, parts[2] || 0];
}

/**
 * A line for the user if this Node does not fit; else null.
 * @param {string} version
 * @param {string} range
 */
export function nodeRefusal(version, range) {
  if (nodeFits(version, range)) return null;
  const words = range
    .split('||')
    .map((part) =>
      part
        .trim()
        .replace(/^\^(\d+)(.*)$/, '$1$2 or a later $1')
        .replace(/^>=(.*)$/, '$1 or later'),
    )
    .join('; ');
  return `Plywire needs another Node: this is ${version}, wanted is ${words}. See https://nodejs.org/`;
}
