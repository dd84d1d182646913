/** More rows for the tables of `cli.process.test.ts`. */
import { describe, expect, it, vi } from 'vitest';
import { boardRows, START } from '../games/stones/index.ts';
import {
  bad,
  expectCalledOff,
  expectEnding,
  expectForfeit,
  expectGame,
  expectNodes,
  expectOneLine,
  expectReads,
  expectRefused,
  expectServing,
  freshPlace,
} from './testing/expecting.ts';
import { misbehave } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 120_000 });

const place = freshPlace();

describe('perft', () => {
  it.each<[string, string[], number]>([
    ['0', [], 1],
    ['3', ['--size', '3x3'], 27],
    ['2', ['--moves', '444444'], 36],
    ['1', ['--moves', '1212121'], 0],
  ])('to depth %s with %j', async (depth, flags, nodes) => {
    await expectNodes(place(), 'connect4', { depth, flags, nodes });
  });

  it.each<[string, string[], number]>([
    ['5', [], 5_140_800],
    ['1', ['--moves', 'a7 g1 d7 a1 g7xa1'], 20],
  ])("counts nine men's morris to depth %s with %j", async (depth, flags, nodes) => {
    await expectNodes(place(), 'morris', { depth, flags, nodes });
  });

  const stones = JSON.stringify(boardRows(START));
  it.each<[string, string[], number]>([
    ['4', [], 11_010_135],
    ['1', ['--moves', 'D1E1 F4F5 pass'], 41],
    ['3', ['--position', `${stones} white attack`], 260_556],
  ])('counts the Game of Stones to depth %s with %#', async (depth, flags, nodes) => {
    await expectNodes(place(), 'stones', { depth, flags, nodes });
  });

  it.each([
    ['--moves', 'pass', 'Ply 1: White must attack and cannot pass'],
    ['--position', stones, 'he side to move is missing'],
  ])('says what is wrong with %s of the Game of Stones, %#', async (flag, text, words) => {
    await expectRefused(place(), ['perft', 'stones', '1', flag, text], words);
  });

  it.each([
    ['--moves', 'a7 d7 a7', 'Ply 3: a7 is not empty'],
    ['--size', '7x6', "Nine Men's Morris has no --size"],
  ])('says what is wrong with %s %s', async (flag, text, words) => {
    await expectRefused(place(), ['perft', 'morris', '1', flag, text], words);
  });

  it('is called off by SIGTERM', async () => {
    await expectCalledOff(place(), 'SIGTERM');
  });
});

describe('analyse', () => {
  it('reads a position in the form of a placement of 7 by 6', async () => {
    await expectReads(place(), '7/7/7/7/7/3x3 o');
  });

  it.each<[string, string[], number, RegExp]>([
    ['a board that CFP has not', ['connect4', '--protocol', 'cfp', '--size', '5x4'], 2, /7 by 6/],
    ['an illegal move', ['connect4', '--moves', '4444444'], 2, /[Pp]ly 7/],
    ['a bad position', ['connect4', '--position', 'hello'], 2, /./],
    ['depth 0', ['connect4', '--depth', '0'], 2, /'0' is invalid\. It must be from 1 to 1000/],
    ['no number', ['connect4', '--time', 'soon'], 2, /must be a number of seconds above 0/],
    ['an unknown game', ['connect4', '--game', 'chess'], 2, /There is no game "chess"/],
    [
      'size and position',
      ['connect4', '--size', '7x6', '--position', '4/4/4/4 x'],
      2,
      /omit the setup flags/,
    ],
    ['a missing file by its name', ['engine', '--protocol', 'cfp'], 3, /^plywire: unstartable: /],
    ['a folder', ['.', '--protocol', 'cfp'], 3, /^plywire: unstartable: .* is a folder\./],
    [
      'an early exit',
      [bad('--exit-early', '4')],
      1,
      /^plywire: handshake: exited with code 4 before `cfpok`/,
    ],
    ['an answer that is not a move', [bad('--say', "'bestmove huh\\n'")], 1, /^plywire: malformed: /],
  ])('fails in one line for %s', async (_, args, code, words) => {
    await expectOneLine(place(), args, { code, words });
  });
});

describe('play', () => {
  it('lets the bundled engine play itself over cfp', async () => {
    await expectGame(place(), 'cfp');
  });

  it('gives the game to the other where one leaves early', async () => {
    const words = /^plywire: crashed: [^\n]*\n$/;
    await expectForfeit(place(), '--exit-early', { code: 1, ending: 'crashed', words });
  });
});

describe('engines', () => {
  it.each<[string, string[], RegExp]>([
    ['the id of another', ['add', misbehave, '--protocol', 'cfp', '--name', 'Connect4'], /already/],
    ['an empty name', ['add', misbehave, '--protocol', 'cfp', '--name', ' '], /needs a name/],
    ['a bundled one to be added', ['add', 'connect4'], /already registered/],
    ['a bundled one to be removed', ['remove', 'connect4'], /cannot be removed/],
  ])('are refused: %s', async (_, args, words) => {
    const stderr = await expectRefused(place(), ['engines', ...args], words);
    expect(stderr).toMatch(/^plywire: [^\n]*\n$/);
  });
});

describe('the command line itself', () => {
  it.each<[string[], number]>([
    [['analyse', '--help'], 0],
    [['perft'], 2],
    [['perft', 'chess', '3'], 2],
    [['perft', 'connect4', '-1'], 2],
    [['perft', 'connect4', '3', '--size', '13x6'], 2],
    [['perft', 'connect4', '3', '--nonsense'], 2],
    [['serve', '--port', '70000'], 2],
  ])('%j ends with %s', async (args, code) => {
    await expectEnding(place(), args, code);
  });
});

describe('serve', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)('ends in order at %s', async (signal) => {
    await expectServing(place(), signal);
  });
});
