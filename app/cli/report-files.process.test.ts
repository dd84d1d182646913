import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { freshPlace } from './testing/expecting.ts';
import { misbehave } from './testing/plywire.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 90_000 });

const place = freshPlace();

const pgn = (white: string, moves: string): string =>
  `[White "${white}"]\n[Black "Bob"]\n[Variant "Connect Four"]\n\n${moves} *\n\n`;

/** A folder with two games of Connect Four, one of Nine Men's Morris, and a file that is none. */
function records(): string {
  const folder = join(place().folder, 'records');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.pgn'), pgn('Ann', '1. 4 4 2. 4') + pgn('Cid', '1. 4 {[%eval 0.5]} 5 2. 4'));
  writeFileSync(join(folder, 'b.sgf'), '(;FF[4]PWG[morris]PW[Eve];W[d6];B[f4])');
  return folder;
}

const quick = ['--no-truth', '--limit', '1plies', '--engine', 'cmd=connect4 protocol=cfsi'];

describe('plywire report of files', () => {
  it('reports on each game, and on none again that is finished', async () => {
    const folder = records();
    const first = await place().run('report', join(folder, 'a.pgn'), ...quick, '--json');
    expect(first.code).toBe(0);
    expect(first.objects()).toMatchObject([
      {
        kind: 'game',
        number: 1,
        white: 'Ann',
        plies: 3,
        isKnown: false,
        sides: { x: { moves: 2 }, o: { moves: 1 } },
      },
      { kind: 'game', number: 2, white: 'Cid', isKnown: false },
      { kind: 'total', games: 2, known: 0, faults: 0, files: 1 },
    ]);
    // A new game of the file is asked about, the others are known; a torn last line costs nothing.
    appendFileSync(join(folder, 'a.pgn'), pgn('Dan', '1. 1 1'));
    appendFileSync(join(place().home, 'reported.log'), '{"key":"torn');
    const again = await place().run('report', join(folder, 'a.pgn'), ...quick, '--json');
    expect(again.objects().map(({ isKnown }) => isKnown)).toEqual([true, true, false, undefined]);
    expect(again.objects()[0]).toEqual({ ...first.objects()[0]!, isKnown: true });
    const third = await place().run('report', join(folder, 'a.pgn'), ...quick, '--json');
    expect(third.objects().at(-1)).toMatchObject({ games: 3, known: 3 });
    // With another limit nothing is finished, but a deeper answer would do.
    const other = await place().run('report', join(folder, 'a.pgn'), ...quick.with(2, '2plies'), '--json');
    expect(other.objects().at(-1)).toMatchObject({ known: 0 });
    // What the file says is known beside it.
    const said = await place().run('evaluations', 'connect4', '--moves', '4');
    expect(said.stdout).toMatch(/^Unnamed \(from a file\)\n {2}move none {2}-0\.5 static/m);
    expect(said.stdout).toMatch(/a\.pgn: -0\.5$/m);
  });

  it('takes folders with games of several kinds, where no engine is asked', async () => {
    const folder = records();
    writeFileSync(join(folder, 'c.txt'), 'no game at all\n');
    const { code, objects, stderr } = await place().run(...['report', folder, '--truth', '0.1', '--json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^plywire: \S+c\.txt is of no form that Plywire reads.*^plywire: 1 place could not be read\.$/ms,
    );
    expect(objects().map(({ kind, game }) => [kind, game])).toEqual([
      ['game', 'connect4'],
      ['game', 'connect4'],
      ['game', 'morris'],
      ['fault', undefined],
      ['total', undefined],
    ]);
  });

  it('goes on with the other games where an engine fails, and exits with 1', long, async () => {
    const crasher = `cmd=${misbehave} protocol=cfp sandbox=off name=Crasher arg=--crash-in-search`;
    const file = join(records(), 'a.pgn');
    const { code, objects, stderr } = await place().run(
      ...['report', file, '--no-truth', '--limit', '0.05s', '--engine', crasher, '--json'],
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/Crasher was dropped/);
    expect(objects().filter(({ kind }) => kind === 'game')).toHaveLength(2);
    expect(() => readFileSync(join(place().home, 'reported.log'))).toThrow(/ENOENT/);
  });

  it.each([
    ['a file that is missing', ['/nowhere.pgn'], /There is no file or folder/],
    ['a file and moves', ['a.pgn', '--moves', '4'], /Name files, or one game/],
    ['a file and a ply', ['a.pgn', '--node', '1'], /with files, omit --node\./],
    ['a file and a size', ['a.pgn', '--size', '7x6', '--walls', '3'], /with files, omit --size, --walls\./],
    ['a page of many games', ['a.pgn', '--html', 'a.html'], /A page holds one game/],
  ])('is refused with %s', async (_, words, message) => {
    const { code, stderr } = await place().run('report', ...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('takes no game as finished at which an engine gave no answer that can be used', long, async () => {
    const engine = join(place().folder, 'null.sh');
    const answer =
      'case "$word" in start) echo started;; ping) echo pong;; play) echo "bestmove NULL";; esac';
    writeFileSync(engine, `#!/bin/sh\nwhile read -r word rest; do ${answer}; done\n`);
    chmodSync(engine, 0o755);
    const { code, objects, stderr } = await place().run(
      ...['report', join(records(), 'a.pgn'), '--no-truth', '--limit', '1plies', '--json'],
      ...['--engine', `cmd=${engine} protocol=cfsi sandbox=off`],
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /a\.pgn, game 1: null\.sh failed at 4 positions: the engine says that it has no legal move, but it has one; engines failed at 1 more game$/m,
    );
    expect(objects().at(-1)).toMatchObject({ kind: 'total', isDone: true, games: 2, known: 0 });
    expect(() => readFileSync(join(place().home, 'reported.log'))).toThrow(/ENOENT/);
  });

  it('goes on without a home, and says so once', async () => {
    writeFileSync(place().home, 'a file\n');
    const { code, stdout, stderr } = await place().run(
      ...['report', join(records(), 'a.pgn'), '--truth', '0.1'],
    );
    expect(code).toBe(0);
    expect(stdout.match(/game \d/g)).toEqual(['game 1', 'game 2']);
    expect(stderr.match(/The list of finished reports [^.]+\./g)).toEqual([
      expect.stringMatching(/home: a file exists where a folder is needed \(ENOTDIR\)\.$/),
    ]);
  });

  it('tells the total also when it was stopped', long, async () => {
    const { child, outcome } = place().start([
      ...[
        'report',
        join(records(), 'a.pgn'),
        '--json',
        '--no-truth',
        '--engine',
        'connect4',
        '--limit',
        '60s',
      ],
    ]);
    await expect.poll(() => readdirSync(join(place().home, 'journals')), { timeout: 60_000 }).not.toEqual([]);
    child.kill('SIGINT');
    const { code, objects, stderr } = await outcome;
    expect(code).toBe(130);
    expect(objects()).toEqual([{ kind: 'total', isDone: false, games: 0, known: 0, faults: 0, files: 1 }]);
    expect(stderr).toMatch(/stopped: 0 games in 1 file; .*; the same command goes on from there/);
  });

  it('takes the moves of one game from a record', async () => {
    const file = join(records(), 'a.pgn');
    const { objects } = await place().run(
      ...['report', '--record', file, '--node', '2:3', ...quick, '--json'],
    );
    expect(objects().at(-1)).toMatchObject({ kind: 'summary', isDone: true, moves: 3 });
  });
});
