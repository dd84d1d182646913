import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, filesOf, withoutFiles } from './opened.ts';

describe('files that the system asks to open', () => {
  it('are the words of a command line that are not flags, from the folder of the start', () => {
    const argv = ['/opt/plywire', '--no-sandbox', 'games/a.sgf', '/b.pgn', '', '-x'];
    expect(filesIn(argv, 1, '/home/me').files).toEqual([resolve('/home/me/games/a.sgf'), resolve('/b.pgn')]);
    expect(
      filesIn(['x', 'file:///tmp/a%20b.sgf', 'https://a.test/b.sgf', 'file://host/c.sgf'], 1, '/').files,
    ).toEqual(['/tmp/a b.sgf']);
    expect(filesIn(['electron', '.', 'a.sgf'], 2, '/x').files).toEqual([resolve('/x/a.sgf')]);
    // As root alone, where a flag comes before the app.
    expect(filesIn(['electron', '--no-sandbox', '/app/main.cjs'], 2, '/x').files).toEqual([]);
  });

  it('are counted where they are more than are opened together', () => {
    const asked = filesIn(['x', ...Array.from({ length: 100 }, () => 'a')], 1, '/');
    expect([asked.files.length, asked.omitted]).toEqual([32, 68]);
    expect(filesIn(['x', 'a'], 1, '/').omitted).toBe(0);
    expect(filesOf(asked)).toEqual(asked);
  });

  it('are left out of the command line of another start', () => {
    expect(withoutFiles(['/opt/plywire', '--no-sandbox', 'a.sgf', ''], 1)).toEqual(['--no-sandbox']);
    expect(withoutFiles(['electron', '--no-sandbox', '/app/main.cjs', 'a.sgf', '-x'], 2)).toEqual([
      '--no-sandbox',
      '/app/main.cjs',
      '-x',
    ]);
  });

  const none = { files: [], omitted: 0 };
  it.each([
    [null],
    [undefined],
    ['a.sgf'],
    [{ ...none, files: 'a' }],
    [{ ...none, files: [1] }],
    [{ ...none, omitted: -1 }],
    [{ ...none, more: 1 }],
  ])('are none where another start tells %j', (told) => expect(filesOf(told)).toEqual(none));

  it('are those that another start tells, of another version too', () => {
    expect(filesOf({ files: ['/a.sgf'], omitted: 2 })).toEqual({ files: ['/a.sgf'], omitted: 2 });
    expect(filesOf({ files: ['/a.sgf'] })).toEqual({ files: ['/a.sgf'], omitted: 0 });
  });
});
