/** A game whose bots serve one match and hear all of it: the house with bots of the Game of Stones. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Player } from '../library/shapes.ts';
import type { BestLineEvent } from '../shapes/analysis.ts';
import { recordLine } from '../records/record.ts';
import type { Session } from '../sessions/session.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL('../../tests/engines/gos.mjs', import.meta.url));
const wait = { timeout: 30_000, interval: 5 };

let house: House;
beforeEach(async () => {
  house = await openHouse();
  await house.client.games.create({ game: 'stones' });
});
afterEach(async () => expect(await house.close()).toEqual([]));

/** Registers a bot that departs as its flags say. A busy machine is not to be taken for a slow bot. */
async function add(name: string, ...args: string[]): Promise<string> {
  const { record } = await house.core.engines.add({
    ...{ name, protocol: 'gos', args, environment: {}, sandbox: false, file: program, folder: null },
    ...{ interpreter: process.execPath, interpreterArgs: [], dialect: { 'first-move': '60', move: '60' } },
  });
  return record.id;
}

const bot = (engine: string): Player => ({
  ...{ kind: 'engine', engine, protocol: 'gos', limit: { kind: 'none' }, options: {} },
});
const seat = (at: 0 | 1, engine: string) =>
  house.client.game.setPlayer({ ...house.of, seat: at, player: bot(engine) });

const play = (...texts: string[]) =>
  texts.reduce<Promise<unknown>>(
    (before, move) => before.then(() => house.client.game.play({ at: house.core.games.place, move })),
    Promise.resolve(),
  );

/** The first of all legal moves, so many times. */
async function playOn(plies: number): Promise<void> {
  for (let ply = 0; ply < plies; ply++) {
    const { game, position } = recordLine(house.record);
    await play(game.moveText(position, game.moves(position)[0]));
  }
}

/** What a session was sent, by the first member of each message. */
const sentTo = ({ traffic }: Session): string[] =>
  traffic
    .read(0, 10_000)
    .lines.flatMap(({ direction, text }) =>
      direction === 'sent' ? [Object.keys(JSON.parse(text) as object)[0]!] : [],
    );

const notesOf = ({ traffic }: Session): string[] =>
  traffic.read(0, 10_000).lines.flatMap(({ direction, text }) => (direction === 'note' ? [text] : []));

const sitting = (at: 0 | 1): Session => house.seated(at)!;
const movesMade = () => house.record.moves.length;
const sessions = () => house.core.sessionRegistry.list().map(({ session }) => session);

describe('bots at a table', () => {
  it('are both there when play begins, hear every action, the winner too, and are let go', async () => {
    await seat(0, await add('White'));
    await seat(1, await add('Black'));
    await house.client.game.start(house.of);
    const both = sessions();
    expect(both).toHaveLength(2);
    await expect.poll(() => house.shown.endingAt(), wait).toMatchObject({ word: 'win', winner: 1 });
    const endings = await Promise.all(both.map(({ ended }) => ended));
    expect(endings.map(({ word }) => word)).toEqual(['quit', 'quit']);
    expect([house.seated(0), house.seated(1)]).toEqual([null, null]);
    const moves = movesMade();
    for (const session of both) {
      expect(sentTo(session).filter((kind) => kind === 'Player')).toHaveLength(moves);
    }
    const winners = (session: Session) =>
      session.traffic
        .read(0, 10_000)
        .lines.filter(({ direction, text }) => direction === 'sent' && /"Winner":"-1"/.test(text));
    expect(both.map((session) => winners(session).length)).toEqual([1, 1]);
    expect(sentTo(both[0]!).at(-1)).toBe('Player');
  });

  it("hear of a person's first action when the turn is over, and of none that was taken back", async () => {
    await seat(0, await add('White'));
    await house.client.game.start(house.of);
    await expect.poll(movesMade, wait).toBe(1);
    const white = sitting(0);
    await expect.poll(() => sentTo(white), wait).toEqual(['Color', 'Board', 'Player']);
    await play('E1D1');
    await house.client.game.takeBack(house.of);
    expect(movesMade()).toBe(2);
    expect(house.record.cursor).toBe(1);
    await play('H8I8');
    expect(sentTo(white)).toEqual(['Color', 'Board', 'Player']);
    await play('pass');
    await expect.poll(movesMade, wait).toBe(5);
    expect(sitting(0)).toBe(white);
    expect(sentTo(white).slice(3, 6)).toEqual(['Player', 'Player', 'Board']);
    const [first] = white.traffic.read(0, 100).lines.filter(({ text }) => text.includes('"Player":"-1"'));
    expect(first!.text).toContain('"From":{"X":7,"Y":7}');
  });

  it('are there from the start of a game that begins within a turn of a person', async () => {
    const rows = Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => 0));
    rows[0]![0] = rows[0]![1] = 5;
    rows[1]![1] = 6;
    rows[2]![2] = 7;
    for (const [x, value] of [-9, -10, -11].entries()) rows[7]![5 + x] = value;
    await house.client.games.create({ game: 'stones', text: `${JSON.stringify(rows)} white any` });
    await seat(1, await add('Black'));
    await house.client.game.start(house.of);
    const black = sitting(1);
    const walk = ['Color', 'Player', 'Board', 'Player', 'Board', 'Player', 'Player'];
    await expect.poll(() => sentTo(black), wait).toEqual(walk);
    // White covers the last of its own.
    await play('A1B2');
    expect((await black.ended).word).toBe('quit');
    expect(sentTo(black)).toEqual([...walk, 'Player']);
    expect(sessions()).toEqual([black]);
  });

  it('are started anew and led through the moves after one was taken back, which the console says', async () => {
    await seat(1, await add('Black'));
    await house.client.game.start(house.of);
    await play('H7G7');
    await expect.poll(movesMade, wait).toBe(3);
    const before = sitting(1);
    await house.client.game.takeBack(house.of);
    await play('A1A2');
    await expect.poll(() => house.record.moves.slice(0, 1), wait).toEqual(['A1A2']);
    await expect.poll(movesMade, wait).toBe(3);
    const after = sitting(1);
    expect(after).not.toBe(before);
    expect(before.ending?.word).toBe('quit');
    expect(notesOf(after)).toContain(
      'started anew: the previous process could not be brought to that position',
    );
    expect(house.shown.endingAt()).toBeNull();
  });

  it('lose by their end, also where they are led to a place, and none is started anew in the game', async () => {
    const id = await add('Once', '--once');
    await seat(1, id);
    await house.client.game.start(house.of);
    await play('H7G7');
    const ending = { word: 'crashed', winner: 0, fault: 1 };
    await expect.poll(() => house.shown.endingAt(), wait).toMatchObject(ending);
    expect(house.shown.running).toBe(false);
    expect(sessions()).toHaveLength(1);
    // A second answer is wanted of it before its turn has come.
    await house.client.game.setPlayer({ ...house.of, seat: 1, player: { kind: 'human' } });
    await play('pass', 'A1A2', 'pass');
    await seat(1, id);
    await house.client.game.start(house.of);
    await expect.poll(() => house.shown.endingAt(), wait).toMatchObject(ending);
    expect(movesMade()).toBe(5);
    expect(sessions()).toHaveLength(2);
  });

  it('lose by a crash while the other side thinks, once their turn has come', async () => {
    await seat(1, await add('Black'));
    await house.client.game.start(house.of);
    await play('H7G7');
    await expect.poll(movesMade, wait).toBe(3);
    const black = sitting(1);
    process.kill(black.pid!, 'SIGKILL');
    await black.ended;
    await play('A1A2', 'pass');
    await expect
      .poll(() => house.shown.endingAt(), wait)
      .toMatchObject({ word: 'crashed', winner: 0, reason: expect.stringContaining('SIGKILL') });
    expect(sessions()).toEqual([black]);
  });

  it('play on after a restart by hand, which leads them to where the game stands', async () => {
    await seat(1, await add('Black'));
    await house.client.game.start(house.of);
    await play('H7G7');
    await expect.poll(movesMade, wait).toBe(3);
    const before = sitting(1);
    await house.client.sessions.restart({ session: before.id });
    const after = sitting(1);
    expect(after).not.toBe(before);
    await play('A1A2', 'pass');
    await expect.poll(movesMade, wait).toBe(7);
    expect(sitting(1)).toBe(after);
    expect(house.shown.endingAt()).toBeNull();
  });

  it('end without a word after an illegal move', async () => {
    await seat(0, await add('White'));
    await seat(1, await add('Wrong', '--reply', '{"Type":0,"From":null,"To":null}'));
    await house.client.game.start(house.of);
    const both = sessions();
    await expect
      .poll(() => house.shown.endingAt(), wait)
      .toMatchObject({ word: 'illegal', winner: 0, fault: 1 });
    for (const session of both) {
      expect(await session.ended).toMatchObject({ word: 'quit', rung: 'stdin closed' });
    }
    expect(sentTo(both[0]!)).toEqual(['Color', 'Board', 'Player']);
  });

  it('are spoken to in another way where the first one kills them, and the game goes on', async () => {
    const id = await add('Number', '--reads', 'number');
    await seat(1, id);
    await house.client.game.start(house.of);
    await play('H7G7');
    await expect.poll(movesMade, wait).toBe(3);
    expect(house.shown.endingAt()).toBeNull();
    expect(house.core.engines.get(id).record.learned).toMatchObject({ enums: 'number' });
  });
});

describe('first contact', () => {
  it.each([
    ['strings', [], 'string'],
    ['numbers', ['--reads', 'number'], 'number'],
    ['numbers behind a first move', ['--dies-of-processed'], 'number'],
  ])('asks a real question, and so learns of %s', long, async (_, flags, form) => {
    const id = await add('Bot', ...flags);
    await house.client.engines.check({ engine: id });
    expect(house.core.contacts.contactOf(id)).toEqual({ state: 'ok' });
    expect(house.core.engines.get(id).record.learned).toEqual({ enums: form });
    expect(sessions()).toEqual([]);
  });

  it('says what came of it where nothing works, and of both ways', async () => {
    const id = await add('Bot', '--reads', 'none');
    await house.client.engines.check({ engine: id });
    expect(house.core.contacts.contactOf(id)).toMatchObject({
      state: 'failed',
      ending: { word: 'crashed', reason: expect.stringMatching(/it had been restarted: .*numbers/) },
    });
    expect(sessions()).toHaveLength(2);
  });

  it('takes an illegal answer for none', async () => {
    const id = await add('Bot', '--reply', '{"Type":1,"From":{"X":0,"Y":0},"To":{"X":4,"Y":4}}');
    await house.client.engines.check({ engine: id });
    expect(house.core.contacts.contactOf(id)).toMatchObject({
      state: 'failed',
      ending: { word: 'handshake', reason: expect.stringContaining('illegal') },
    });
  });
});

describe('an analysis', () => {
  const until = (check: () => boolean) => expect.poll(check, wait).toBe(true);
  const told = () => house.analysis.assessment;

  it(
    'has a fresh process for a place that the one before cannot be brought to, and is asked of the last one',
    long,
    async () => {
      await playOn(7);
      const id = await add('Bot');
      await house.client.analysis.start({ engine: id, protocol: 'gos' });
      await until(() => told().state === 'done');
      for (const node of [6, 2, 5, 1, 3]) await house.client.game.goTo({ ...house.of, node });
      await until(() => told().state === 'done' && told().place?.node === 3);
      expect(told()).toMatchObject({ restarts: null, report: { fault: null } });
      const { position, game } = recordLine(house.record);
      expect(() => game.play(position, game.parseMove(position, told().report!.bestmove!))).not.toThrow();
      // Of places that were only passed, few were asked about.
      await until(() => house.core.sessionRegistry.running === 1);
      expect(notesOf(house.analysis.session!)).toContainEqual(expect.stringMatching(/^started anew: /));
      expect(sessions()).toEqual([house.analysis.session]);
    },
  );

  it('shows the whole turn', async () => {
    await play('H7G7');
    await house.client.analysis.start({ engine: await add('Bot'), protocol: 'gos' });
    await until(() => told().state === 'done');
    expect(told().report).toMatchObject({ bestmove: 'E1D1', turn: ['E1D1', 'pass'], fault: null });
  });

  it('tries another way of speaking, which is not a restart after a crash', async () => {
    await house.client.analysis.start({ engine: await add('Bot', '--reads', 'number'), protocol: 'gos' });
    await until(() => told().state === 'done');
    expect(told()).toMatchObject({ restarts: null, report: { bestmove: 'A1A2' } });
  });

  it('restarts a bot that crashes, and leaves it in the end', async () => {
    await house.client.analysis.start({ engine: await add('Bot', '--reads', 'none'), protocol: 'gos' });
    await until(() => told().restarts?.left === true);
    expect(told()).toMatchObject({ state: 'failed', restarts: { made: 3 } });
  });

  const lineBehind = async (move: string): Promise<BestLineEvent[]> => {
    const all: BestLineEvent[] = [];
    for await (const event of await house.client.analysis.line({ at: house.core.games.place, move })) {
      all.push(event);
    }
    return all;
  };
  const movesOf = (events: readonly BestLineEvent[]) =>
    events.flatMap((event) => (event.kind === 'move' ? event.move : []));

  it('is asked on about its own turn only, by a process of its own', long, async () => {
    await play('H7G7');
    await house.client.analysis.start({ engine: await add('Bot'), protocol: 'gos' });
    await until(() => told().state === 'done');
    const leader = house.analysis.session;
    // What the bot has said already needs no process.
    const said = await lineBehind('E1D1');
    expect(movesOf(said)).toEqual(['E1D1', 'pass']);
    expect(said.at(-1)).toMatchObject({
      kind: 'end',
      over: false,
      reason: expect.stringContaining('own turn'),
    });
    expect(house.core.sessionRegistry.running).toBe(1);
    const { position, game } = recordLine(house.record);
    const other = game.moves(position).map((move) => game.moveText(position, move));
    const asked = await lineBehind(other.find((move) => move !== 'E1D1' && move !== 'pass')!);
    expect(movesOf(asked)).toHaveLength(2);
    expect(asked.at(-1)).toMatchObject({ kind: 'end', over: false, proven: false });
    expect(house.analysis.session).toBe(leader);
  });
});
