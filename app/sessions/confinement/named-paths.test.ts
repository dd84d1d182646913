import { describe, expect, it } from 'vitest';
import { pathsIn } from './named-paths.ts';

describe('the paths that a complaint names', () => {
  it.each<[string, string[]]>([
    ["FileNotFoundError: [Errno 2] No such file or directory: '/b/book.bin'", ['/b/book.bin']],
    ['Error: Unable to access jarfile ../elsewhere/bot.jar', ['../elsewhere/bot.jar']],
    ['cannot open /b/book.bin: No such file or directory', ['/b/book.bin']],
    ['copying /b/one.bin to /b/two.bin', ['/b/one.bin', '/b/two.bin']],
    ['see https://example.org/book', []],
    ["thread 'main' panicked at /b/src/game.rs:138:66:", []],
    ['  File "/b/bot.py", line 3, in <module>', []],
    ['\t/b/main.go:5 +0x1d', []],
    ['    #1 0x55d0 in drop /b/src/board.c:12:3', []],
    ["bot: /b/src/board.c:12: drop: Assertion `column < 7' failed.", []],
    ['   at Bot.Program.Main(String[] args) in /b/Program.cs:line 21', []],
    ['    at Object.<anonymous> (/b/bot.js:3:7)', []],
    ["Can't locate Book.pm in @INC at /b/bot.pl line 3.", []],
    ['PHP Warning: no book in /b/bot.php on line 3', []],
    ['/b/wrapper.sh: 3: /c/java: not found', ['/c/java']],
    ['/b/wrapper.sh: line 3: /c/java: No such file or directory', ['/c/java']],
  ])('of %j are %j', (line, expected) => expect(pathsIn(line)).toEqual(expected));

  it('are few in a long line', () => {
    expect(pathsIn('/a '.repeat(100))).toHaveLength(20);
    expect(pathsIn(`${' '.repeat(2000)}/a`)).toEqual([]);
  });
});
