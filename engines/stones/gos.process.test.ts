import { describe, expect, it } from 'vitest';
import { otherSeat, type Seat } from '../../app/games/game.ts';
import { moveOf, PASS, squareAt, stones, type StonesPosition } from '../../app/games/stones/index.ts';
import type { EnumForm } from '../../app/protocols/gos/settings.ts';
import { initiateLine, processedLine, requestLine } from '../../app/protocols/gos/messages.ts';
import { seededRandom } from '../../app/games/random.ts';
import type { EngineProcess } from '../shared/testing/process.ts';
import { engineUnderTest } from '../shared/testing/under-test.ts';
import { playedPosition } from './testing/positions.ts';

const start = engineUnderTest('stones');

interface Reply {
  readonly Type: number;
  readonly From: { readonly X: number; readonly Y: number } | null;
  readonly To: { readonly X: number; readonly Y: number } | null;
}

/** The move of the bot's next line, which must be well-formed and legal. */
async function replied(bot: EngineProcess, position: StonesPosition): Promise<number> {
  const { Type, From, To } = JSON.parse(await bot.line()) as Reply;
  const move = From === null || To === null ? PASS : moveOf(squareAt(From.X, From.Y), squareAt(To.X, To.Y));
  expect(stones.moves(position), stones.positionText(position)).toContain(move);
  const to = To === null ? 0 : position.stones[squareAt(To.X, To.Y)];
  expect(Type).toBe(move === PASS ? 0 : to > 0 === (position.mover === 0) ? 2 : 1);
  return move;
}

const request = (bot: EngineProcess, form: EnumForm, position: StonesPosition): Promise<number> => {
  bot.say(requestLine(form, position));
  return replied(bot, position);
};

const winnerOf = (position: StonesPosition): Seat | null => {
  const result = stones.result(position);
  return result?.kind === 'win' ? result.winner : null;
};

describe('the bot over GoS', { timeout: 120_000 }, () => {
  it.each(['string', 'number'] as const)(
    'plays a whole match with enums as %s, and leaves after it',
    async (form) => {
      const bots = [
        start('--nodes', '1500'),
        start('--nodes', '1500', '--level', '3', '--seed', '1'),
      ] as const;
      for (const seat of [0, 1] as const) bots[seat].say(initiateLine(form, seat));
      let position: StonesPosition = stones.initial();
      while (stones.result(position) === null) {
        const before = position;
        const move = await request(bots[before.mover], form, before);
        position = stones.play(before, move);
        const line = processedLine(form, { before, move, winner: winnerOf(position) });
        for (const bot of bots) bot.say(line);
      }
      for (const bot of bots) {
        expect(await bot.exit).toBe(0);
        expect(bot.stderr).toBe('');
      }
      expect(winnerOf(position)).toBe(0);
    },
  );

  it('goes by the board that it is shown, whatever it was told before', async () => {
    const random = seededRandom(3);
    for (const seat of [0, 1] as const) {
      const bot = start('--nodes', '500');
      bot.say(initiateLine('number', seat));
      for (let plies = 3; plies < 30; plies++) {
        const position = playedPosition(random, plies);
        if (position.mover === seat) await request(bot, plies % 2 === 0 ? 'string' : 'number', position);
      }
      expect(bot.heard.length).toBeGreaterThan(5);
    }
  });

  it('answers within the limits of the original referee by itself', async () => {
    const bot = start();
    bot.say(initiateLine('string', 1));
    const position = playedPosition(seededRandom(8), 1);
    const began = performance.now();
    const move = await request(bot, 'string', position);
    // Three seconds on an idle machine.
    expect(performance.now() - began).toBeLessThan(45_000);
    await request(bot, 'string', stones.play(position, move));
  });

  it('passes by what is not for it, and says so on stderr', async () => {
    const bot = start('--nodes', '500');
    const position = stones.initial();
    bot.say('hello', '{"Board":', '}', '[1,2', requestLine('number', position), '{"Colour":"1"}');
    bot.child.stdin.write(Buffer.alloc(300_000, 0xff));
    bot.say('', '\u0000', initiateLine('string', 0), '{"Board":{"state":[[1]]},"AllowedMoves":["1"]}');
    bot.say(processedLine('number', { before: position, move: stones.moves(position)[0], winner: null }));
    await request(bot, 'string', position);
    expect(bot.heard).toHaveLength(1);
    expect(bot.stderr).not.toBe('');
  });

  it('leaves in mid-search once there is a winner', async () => {
    const bot = start('--time', '86400');
    const position = playedPosition(seededRandom(5), 3);
    const seat = position.mover;
    bot.say(initiateLine('number', seat), requestLine('number', position));
    const move = stones.moves(position)[0];
    bot.say(processedLine('number', { before: position, move, winner: otherSeat(seat) }));
    expect(await bot.exit).toBe(0);
    expect(bot.heard).toEqual([]);
  });

  it('leaves at the end of input, in mid-search with an answer, and when its output is closed', async () => {
    const idle = start();
    idle.child.stdin.end();
    expect(await idle.exit).toBe(0);
    const thinking = start('--time', '86400');
    const position = stones.initial();
    thinking.say(initiateLine('string', 0), requestLine('string', position));
    thinking.child.stdin.end();
    await replied(thinking, position);
    expect(await thinking.exit).toBe(0);
    const unheard = start('--nodes', '1');
    unheard.child.stdout.destroy();
    unheard.say(initiateLine('string', 0));
    const asking = setInterval(() => unheard.say(requestLine('string', position)), 20);
    expect(await unheard.exit).toBe(0);
    clearInterval(asking);
  });

  it('can be killed in mid-search', async () => {
    const bot = start('--time', '86400');
    bot.say(initiateLine('number', 0), requestLine('number', stones.initial()));
    bot.kill();
    expect(await bot.exit).toBeNull();
  });

  it('says what is wrong with its arguments, and does not start', async () => {
    const bot = start('--enums', 'string');
    expect(await bot.exit).toBe(2);
    expect(bot.stderr).toContain('there is no option "--enums"; options: --time SECONDS (a move, 2)');
    expect(bot.heard).toEqual([]);
  });
});
