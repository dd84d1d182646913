/** Which games stay open when others are opened, and when two clients ask at once, without engines and files. */
import { beforeEach, describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import type { GameFolder, HeldGame } from '../library/game-folder.ts';
import type { GameLog } from '../library/game-log.ts';
import { humans } from '../play/seats.ts';
import { changed, opened } from '../records/open-tree.ts';
import { newTree, rootId, type GameTree } from '../records/tree.ts';
import type { EngineLauncher } from './engine-launcher.ts';
import { exampleGame } from './example.ts';
import { Games, type GamesPorts } from './games.ts';

const portsWith = (folder: GameFolder | null): GamesPorts => ({
  ...{ launcher: {} as EngineLauncher, folder, limits: () => ({}) },
  ...{
    notice: () => undefined,
    written: () => undefined,
    onChange: () => undefined,
    onGone: (keys) => void gone.push(...keys),
  },
});

let games: Games;
let gone: string[];
beforeEach(() => void (gone = []));
beforeEach(() => void (games = new Games(portsWith(null), [], exampleGame('example'))));

const keys = (): string[] => games.list().map(({ game }) => game.key);
/** A game as it is read from a file. */
const readGame = (key: string, move: string): GameTree =>
  changed(opened(newTree(connect4, key)), [{ kind: 'play', at: rootId, moves: [move] }]).tree;
const look = (key: string): Promise<string> => games.open(readGame(key, '4'), rootId, false);

describe('a new game', () => {
  it('closes none with moves: neither the example nor one of many of a file', async () => {
    await look('first');
    const key = await games.create('connect4');
    expect(keys()).toEqual(expect.arrayContaining(['example', 'first', key]));
    for (const before of ['example', 'first']) {
      games.show(before);
      expect(games.shown.key).toBe(before);
    }
  });

  it('takes the place of an empty one, and other kinds keep theirs', async () => {
    const before = keys().length;
    const empty = await games.create('connect4');
    await games.create('quoridor');
    expect(keys()).not.toContain(empty);
    await games.create('quoridor');
    expect(keys()).toHaveLength(before);
  });

  it('leaves one with a position of its own', async () => {
    const text = connect4.positionText(connect4.play(connect4.initial(), 3));
    const placed = await games.create('connect4', { text });
    await games.create('connect4');
    expect(keys()).toContain(placed);
  });
});

describe('one of many games of a file', () => {
  it('makes way for others, but not for the next one, from which one can go back', async () => {
    await look('first');
    await look('second');
    expect(keys()).toEqual(expect.arrayContaining(['first', 'second', 'example']));
    games.show('first');
    await look('third');
    expect(keys()).toEqual(expect.arrayContaining(['first', 'third', 'example']));
    expect(keys()).not.toContain('second');
    // Its file is forgotten with it, and those of the others when they end with the host.
    expect(gone).toContain('second');
    expect(gone).not.toContain('first');
    await games.end();
    expect(gone).toEqual(expect.arrayContaining(['first', 'third']));
  });

  it('is gone when it is closed, unless it was stored', async () => {
    await look('first');
    await look('second');
    await games.close('first');
    expect(gone).toContain('first');
    expect([games.standingOf('first'), games.standingOf('second')]).toEqual(['nowhere', 'open']);
  });

  it('stays when a game that is kept is opened, and when it was edited', async () => {
    await look('first');
    await games.shown.play(1, '4');
    await look('second');
    await games.open(readGame('kept', '5'), rootId);
    await look('third');
    expect(keys()).toEqual(expect.arrayContaining(['first', 'kept', 'third']));
    expect(keys()).not.toContain('second');
  });

  it('stays while another kind is shown', async () => {
    await look('first');
    games.showKind('quoridor');
    games.showKind('connect4');
    expect(games.shown.key).toBe('first');
  });
});

describe('two clients at once', () => {
  const done: string[] = [];
  const log = { close: () => Promise.resolve(void done.push('ended')) } as GameLog;
  const held: HeldGame = {
    game: { ...opened(readGame('stored', '4')), players: humans },
    ...{ log, touchedAt: 1, trouble: null },
  };
  /** A folder that takes its time, and knows only whether it has the game. */
  const folder = {
    close: async (key: string) => {
      await new Promise(setImmediate);
      done.push(`closed ${key}`);
    },
    take: async (key: string) => {
      await new Promise(setImmediate);
      if (done.at(-1) === `took ${key}`) throw new Error('This game is open already.');
      done.push(`took ${key}`);
      return held;
    },
  } as Partial<GameFolder> as GameFolder;
  beforeEach(() => {
    done.length = 0;
    games = new Games(portsWith(folder), [held]);
  });

  it('close a game once, and open it once', async () => {
    const closing = await Promise.allSettled([games.close('stored'), games.close('stored')]);
    expect(closing).toMatchObject([
      { status: 'fulfilled' },
      { reason: { message: 'That game is no longer open.' } },
    ]);
    await Promise.all([games.reopen('stored'), games.reopen('stored')]);
    expect(games.shown.key).toBe('stored');
    expect(done).toEqual(['closed stored', 'took stored']);
    expect(gone).not.toContain('stored');
  });

  it('have a game open that one closes while the other opens it', async () => {
    await Promise.all([games.close('stored'), games.reopen('stored')]);
    expect(games.shown.key).toBe('stored');
    expect(done).toEqual(['closed stored', 'took stored']);
  });

  it('leave no log open when the host closes meanwhile', async () => {
    await games.close('stored');
    const opening = games.reopen('stored');
    await games.end();
    await opening;
    expect(done).toEqual(['closed stored', 'took stored', 'ended']);
  });
});
