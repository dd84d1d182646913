/** The paths that a line of stderr names as files, apart from the places of program text that errors and traces name. */

/** The most characters of a line to search, and the most paths to take from it. */
const most = { characters: 2000, paths: 20 } as const;

/** Words that look like paths: with a slash, but not part of a URL. */
const path = /[^\s'"`:,;()<>[\]]*\/[^\s'"`:,;()<>[\]]+/g;

/**
 * What follows a file of program text: `x.rs:138:66`, `x.c:12:`, `x.sh: 3:`, `x.sh: line 3:`, `"x.py", line 3`,
 * `x.pl line 3`, `x.php on line 3`. Such a file was read where the program was made, if not here.
 */
const position = /^(?::\d|: ?\d+:|['"]?[:,]?(?: on)? ?line \d)/;

export const pathsIn = (line: string): readonly string[] => {
  const text = line.slice(0, most.characters);
  return [...text.matchAll(path)]
    .filter(
      ({ 0: found, index }) => !found.startsWith('//') && !position.test(text.slice(index + found.length)),
    )
    .map(([found]) => found)
    .slice(0, most.paths);
};
