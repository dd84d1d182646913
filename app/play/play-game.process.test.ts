/** The referee against real processes: the bundled engine as it was built, and one that misbehaves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchOf, makeBench, type Bench } from '../../tests/engines/support.ts';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine } from '../games/line.ts';
import { cfp } from '../protocols/cfp/index.ts';
import { cfsi } from '../protocols/cfsi/index.ts';
import type { Session } from '../sessions/session.ts';
import { askForMove, whenReady } from './ask.ts';
import { EngineHandle } from './engine-handle.ts';
import { playGame, type GameEvent } from './play-game.ts';
import type { Limit } from '../shapes/engines.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

const over = (protocol: typeof cfp | typeof cfsi): Session => bench.bundled(protocol);
const misbehaving = (...flags: string[]): Session => bench.misbehaving(flags).session;

const start = connect4.initial();
const line = (moves = '') => makeLine(connect4, 'g', start, connect4.parseMoves(start, moves));
const second = (seconds: number): Limit => ({ kind: 'time', seconds });

async function gameOf(game: AsyncGenerator<GameEvent>) {
  const events: GameEvent[] = [];
  for await (const event of game) events.push(event);
  const result = events.at(-1);
  if (result?.kind !== 'result') throw new Error('the game has no result');
  return { moves: events.slice(0, -1) as Extract<GameEvent, { kind: 'move' }>[], result };
}

describe('asking for a move', () => {
  it.each([cfp, cfsi])('has the winning move from the bundled engine over $id', async (protocol) => {
    const decision = await askForMove(over(protocol), line('121212'), second(0.3));
    expect(decision).toMatchObject({ kind: 'report', report: { answer: { kind: 'move' } } });
    if (decision.kind !== 'report' || decision.report.answer.kind !== 'move') return;
    expect(line('').game.moveText(line('121212').position, decision.report.answer.move)).toBe('1');
  });

  it('says in words what the protocol cannot carry', async () => {
    const small = connect4.initial({ width: 5, height: 4 });
    const decision = await askForMove(over(cfp), makeLine(connect4, 'g', small, []), second(0.1));
    expect(decision).toMatchObject({ kind: 'failed', reason: expect.stringContaining('7 by 6') });
  });

  it('is told how an engine that cannot be started ended', async () => {
    const { session } = bench.open(launchOf('/no/such/engine'));
    const decision = await askForMove(session, line(), second(1));
    expect(decision).toMatchObject({ kind: 'ended', ending: { word: 'unstartable' } });
    expect(await whenReady(session)).toMatchObject({ word: 'unstartable' });
  });

  it('is told of a crash in mid-search', async () => {
    const decision = await askForMove(misbehaving('--crash-in-search'), line(), second(1));
    expect(decision).toMatchObject({
      kind: 'ended',
      ending: { word: 'crashed', exitCode: 3, stderrTail: ['division by zero'] },
    });
  });

  it('is told of an engine that does not answer to stop', async () => {
    const decision = await askForMove(misbehaving('--no-answer-to-stop'), line(), second(0.1));
    expect(decision).toMatchObject({ kind: 'ended', ending: { word: 'stalled' } });
  });

  it('can be taken back at once, in mid-search and in mid-handshake', async () => {
    for (const session of [misbehaving(), misbehaving('--silent')]) {
      const abort = new AbortController();
      const asked = askForMove(session, line(), second(60), abort.signal);
      if (!session.launch.args.includes('--silent')) {
        await whenReady(session);
        await expect.poll(() => session.state).toBe('thinking');
      }
      abort.abort();
      expect(await asked).toEqual({ kind: 'cancelled' });
    }
  });

  it('leaves no listener behind', async () => {
    const session = misbehaving('--early');
    await whenReady(session);
    const before = session.listenerCount;
    for (let count = 0; count < 5; count++) await askForMove(session, line(), second(1));
    expect(session.listenerCount).toBe(before);
  });
});

describe('a game between two engines', () => {
  it.each([cfp, cfsi])('is played to its end over $id', async (protocol) => {
    const players = [
      { handle: new EngineHandle(over(protocol)), limit: second(0.03) },
      { handle: new EngineHandle(over(protocol)), limit: second(0.03) },
    ] as const;
    const { moves, result } = await gameOf(playGame(line('44'), players));
    expect(['win', 'draw']).toContain(result.ending.word);
    expect(result.session).toBeNull();
    expect(result.moves.slice(0, 2)).toEqual(['4', '4']);
    expect(moves.map(({ ply }) => ply)).toEqual(moves.map((_, index) => index + 3));
    expect(moves.map(({ seat }) => seat)).toEqual(moves.map((_, index) => index % 2));
    expect(result.moves.slice(2)).toEqual(moves.map(({ move }) => move));
    const end = makeLine(connect4, 'g', start, connect4.parseMoves(start, result.moves.join(' ')));
    expect(end.game.result(end.position)).not.toBeNull();
  });

  it('is lost by an illegal move', async () => {
    const players = [
      { handle: new EngineHandle(over(cfp)), limit: second(0.05) },
      { handle: new EngineHandle(misbehaving('--illegal-move')), limit: second(0.05) },
    ] as const;
    const { moves, result } = await gameOf(playGame(line(), players));
    expect(moves).toHaveLength(1);
    expect(result.ending).toMatchObject({ word: 'illegal', winner: 0, fault: 1 });
    expect(result.moves).toHaveLength(1);
  });

  it('is lost by a crash, with the account of it', async () => {
    const players = [
      { handle: new EngineHandle(misbehaving('--crash-in-search')), limit: second(0.05) },
      { handle: new EngineHandle(over(cfp)), limit: second(0.05) },
    ] as const;
    const { result } = await gameOf(playGame(line(), players));
    expect(result).toMatchObject({
      moves: [],
      ending: { word: 'crashed', winner: 1, fault: 0 },
      session: { word: 'crashed', exitCode: 3 },
    });
  });

  it('does not begin where one of them is not there', async () => {
    const players = [
      { handle: new EngineHandle(over(cfp)), limit: second(0.05) },
      { handle: new EngineHandle(bench.open(launchOf('/no/such/engine')).session), limit: second(0.05) },
    ] as const;
    const { moves, result } = await gameOf(playGame(line(), players));
    expect(moves).toEqual([]);
    expect(result).toMatchObject({
      ending: { word: 'void', winner: null },
      session: { word: 'unstartable' },
    });
  });

  it('ends without a word when it is called off', async () => {
    const abort = new AbortController();
    const players = [
      { handle: new EngineHandle(misbehaving()), limit: second(60) },
      { handle: new EngineHandle(misbehaving()), limit: second(60) },
    ] as const;
    const game = playGame(line(), players, { signal: abort.signal });
    const next = game.next();
    await expect.poll(() => players[0].handle.session.state).toBe('thinking');
    abort.abort();
    expect(await next).toMatchObject({ done: true });
  });
});
