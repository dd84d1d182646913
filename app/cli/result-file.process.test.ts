/** Files with results, which replace older ones: whole or not at all, where the disk takes a part of them only. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { freshPlace, hasLimits } from './testing/expecting.ts';
import { logged } from './testing/matches.ts';

const place = freshPlace();

const path = (name: string): string => join(place().folder, name);
const text = (name: string): string => readFileSync(path(name), 'utf8');

/** What lies in a folder without the home. */
const namesIn = (name: string): string[] => readdirSync(path(name)).filter((each) => each !== 'home');

/** Runs with files of at most so many bytes. */
const limited = (bytes: number, ...args: string[]) =>
  place().shell(`prlimit --pid $$ --fsize=${bytes}:${bytes}; "$@"`, ...args);

describe('the JUnit file of a check', () => {
  const check = ['check', 'connect4', '--protocol', 'cfp', '--only', 'cfpok', '--no-sandbox', '--junit'];

  it('replaces an older one, through a link and with its mode', async () => {
    mkdirSync(path('real'));
    writeFileSync(path('real/old.xml'), '<?xml version="1.0"?>\n<testsuites tests="0"/>\n', { mode: 0o640 });
    symlinkSync('real/old.xml', path('junit.xml'));
    expect((await place().run(...check, 'junit.xml')).code).toBe(0);
    expect(text('real/old.xml')).toContain('<testcase ');
    expect(statSync(path('real/old.xml')).mode & 0o777).toBe(0o640);
    expect(namesIn('real')).toEqual(['old.xml']);
    expect((await place().run(...check, 'junit.xml')).code).toBe(0);
  });

  it('takes a name with blanks and line ends, and an empty file', async () => {
    const name = 'a name\nof two lines.xml';
    writeFileSync(path(name), '');
    expect((await place().run(...check, name)).code).toBe(0);
    expect(text(name)).toContain('<testcase ');
  });

  it.runIf(hasLimits)('is as it was where the disk does not take a new one', long, async () => {
    expect((await place().run(...check, 'junit.xml')).code).toBe(0);
    const before = text('junit.xml');
    const { code, stdout, stderr } = await limited(before.length - 10, ...check, 'junit.xml');
    expect(stderr).toMatch(
      /^plywire: junit\.xml cannot be written: the file size limit is reached \(EFBIG\)\. Check the free disk space .* --junit\.$/m,
    );
    expect(code).toBe(2);
    expect(stdout).toContain('cfpok');
    expect(text('junit.xml')).toBe(before);
    expect(namesIn('.')).toEqual(['junit.xml']);
  });

  const refusing = async (name: string, words: RegExp): Promise<void> => {
    mkdirSync(path('folder'));
    execFileSync('mkfifo', [path('fifo')]);
    writeFileSync(path('notes.txt'), 'mine\n');
    const { code, stdout, stderr } = await place().runAlone(...check, name);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(text('notes.txt')).toBe('mine\n');
  };

  it('is refused before the checks where another file lies', () =>
    refusing(
      'notes.txt',
      /notes\.txt already exists, and is not a JUnit file; choose another name with --junit\.$/m,
    ));

  it.each([
    ['nowhere/junit.xml', /nowhere\/junit\.xml cannot be written: there is no folder \S+nowhere\.$/m],
    ['folder', /folder is a folder or a device, not a file/],
    ['fifo', /fifo is a folder or a device, not a file/],
  ])('is refused before the checks: %s', long, refusing);
});

describe('the files of a match', () => {
  const names = ['games.csv', 'games.pgn', 'match.html', 'summary.json'];

  it.runIf(hasLimits).each(['games.pgn', 'match.html'])(
    'are as they were where the disk does not take %s',
    long,
    async (full) => {
      const match = path('a match');
      const engines = [logged('A'), logged('B', '--pick', 3)];
      // How much of the games is proven depends on the time that it takes.
      const unproven = ['--accuracy', '0'];
      const first = await place().run('match', ...engines, '--rounds', '3', ...unproven, '--out', match);
      expect(first.code).toBe(0);
      // The page has the time at which it was made.
      const stable = names.filter((name) => name !== 'match.html' || name === full);
      const all = () => stable.map((name) => text(`a match/${name}`));
      const before = all();
      const listed = namesIn('a match');
      const size = statSync(join(match, full)).size;
      const { code, stderr } = await limited(size - 10, 'match', '--resume', match, ...unproven);
      expect(stderr).toMatch(
        new RegExp(
          `^plywire: ${match}/${full} cannot be written: the file size limit is reached \\(EFBIG\\)\\. The games are in the journal\\. Check the free disk space; then \`plywire match --resume '${match}'\` writes the files\\.$`,
          'm',
        ),
      );
      expect(code).toBe(2);
      expect(all()).toEqual(before);
      expect(namesIn('a match')).toEqual(listed);
      expect((await place().run('match', '--resume', match)).code).toBe(0);
    },
  );
});
