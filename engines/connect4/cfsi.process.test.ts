import { describe, expect, it } from 'vitest';
import { connect4, formatPlacement } from '../../app/games/connect4/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { minimaxColumns, floatingPosition, playedPosition } from './testing/positions.ts';
import type { EngineProcess } from '../shared/testing/process.ts';
import { engineUnderTest } from '../shared/testing/under-test.ts';
import { isDecisive, pliesOf } from './evaluate.ts';
import { long } from '../../tests/support/long.ts';

const start = engineUnderTest('connect4');
let engine: EngineProcess;

async function started(): Promise<EngineProcess> {
  engine = start();
  engine.say('start');
  expect(await engine.line()).toBe('started');
  return engine;
}

async function ask(play: string): Promise<string> {
  engine.say(play);
  return engine.lineOf('bestmove');
}

/** `column;score` pairs as written. */
function scoresOf(line: string): Map<number, string> {
  const list = / --scores (\S+)/.exec(line)?.[1]?.split('/') ?? [];
  return new Map(list.map((pair) => [Number(pair.split(';')[0]), pair.split(';')[1]!] as const));
}

const endless = 'play 12/12/12/12/12/12/12/12/12/12/12/12 x 100';

describe('the engine over CFSI', { timeout: 60_000 }, () => {
  it('answers the examples of the text with their facts', async () => {
    await started();
    expect(await ask('play xxx/ooo/xxx x 1')).toBe('bestmove NULL');

    const open = await ask('play 4/4/4/4 x 1');
    expect([...scoresOf(open).keys()]).toEqual([0, 1, 2, 3]);
    for (const score of scoresOf(open).values()) {
      expect(Number(score) > 0 && Number(score) < 0.1, score).toBe(true);
    }

    const four = await ask('play x3/x3/x3/4 x 1');
    expect(four).toMatch(
      /^bestmove 0 --score 1\.0 --four 0 --line 0;0\/0;1\/0;2\/0;3 --scores 0;1\.0\/1;0\./,
    );
    expect([...scoresOf(four).keys()]).toEqual([0, 1, 2, 3]);

    const three = await ask('play xoxx2/xxoo1o/xxoo1o/ox4 o 4');
    expect(three).toMatch(/^bestmove 4 --score 0\.01 --four 4\/4 --scores 2;/);
    const scores = scoresOf(three);
    expect([...scores.keys()]).toEqual([2, 3, 4, 5]);
    expect(scores.get(4)).toBe('0.01');
    // A static score at four plies is below a thousandth.
    for (const column of [2, 3, 5]) expect(Math.abs(Number(scores.get(column)))).toBeLessThan(0.001);
  });

  it('gives every decisive score that minimax gives, and no other, on any board', long, async () => {
    await started();
    const random = seededRandom(20);
    let decisiveOnes = 0;
    for (let i = 0; i < 60; i++) {
      const [width, height] = [3 + Math.floor(random() * 5), 4 + Math.floor(random() * 3)];
      const position =
        i % 2 === 0
          ? playedPosition(random, width, height, Math.floor(width * height * 0.6))
          : floatingPosition(random, width, height, 0.4);
      const token = position.mover === 0 ? 'x' : 'o';
      const depth = 1 + (i % 5);
      const scores = scoresOf(await ask(`play ${formatPlacement(position)} ${token} ${depth}`));
      const expected = minimaxColumns(position, depth);
      expect([...scores.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [column, value] of expected) {
        const text = scores.get(column)!;
        const powers = Array.from({ length: depth }, (_, ply) => (1 / 10 ** ply).toFixed(Math.max(1, ply)));
        if (isDecisive(value)) {
          decisiveOnes++;
          expect(text).toBe(`${value < 0 ? '-' : ''}${powers[pliesOf(value) - 1]}`);
        } else {
          expect(powers).not.toContain(text.replace('-', ''));
          expect(Math.abs(Number(text))).toBeLessThan(1 / 10 ** (depth - 1));
        }
      }
    }
    expect(decisiveOnes).toBeGreaterThan(50);
  });

  it('answers a column that is asked for, and NULL if none', async () => {
    await started();
    expect(await ask('play 7/7/7/7/7/7 o 4 --column 0')).toMatch(/^bestmove 0 --score \S+ --scores 0;\S+$/);
    expect(await ask('play 7/7/7/7/7/7 o 2 --column 9')).toBe('bestmove NULL');
    expect(await ask('play x3/o3/x3/o3 x 3 --column 0')).toBe('bestmove NULL');
  });

  it('answers pong in mid-search', async () => {
    await started();
    engine.say(endless);
    for (let i = 0; i < 5; i++) {
      engine.say('ping');
      expect(await engine.lineOf('pong')).toBe('pong');
    }
    expect(engine.heard.some((line) => line.startsWith('bestmove'))).toBe(false);
    engine.say('quit');
    expect(await engine.lineOf('bestmove')).toMatch(/^bestmove \d+/);
  });

  it('truncates every queued play at quit, each with a legal column, and plays on', long, async () => {
    await started();
    engine.say(endless, endless, 'play x3/x3/4/4 o 90', 'ping');
    expect(await engine.lineOf('pong')).toBe('pong');
    engine.say('quit');
    for (const width of [12, 12, 4]) {
      const column = Number(/^bestmove (\d+)/.exec(await engine.lineOf('bestmove'))?.[1] ?? NaN);
      expect(column >= 0 && column < width).toBe(true);
    }
    expect(await ask('play x3/x3/x3/4 x 1')).toMatch(/^bestmove 0 --score 1\.0/);
  });

  it('answers a play that was cut at once with what it has: scores no deeper than it looked', async () => {
    await started();
    engine.say(endless, 'quit');
    const line = await engine.lineOf('bestmove');
    expect(line).toMatch(/^bestmove \d+ --score/);
    expect(scoresOf(line).size).toBe(12);
  });

  it('answers plays in order', async () => {
    await started();
    engine.say('play 5/5/5/5 x 7', 'play xxx/ooo/xxx x 1', 'play x3/x3/x3/4 x 1');
    expect(await engine.lineOf('bestmove')).toMatch(/^bestmove [0-4] /);
    expect(await engine.lineOf('bestmove')).toBe('bestmove NULL');
    expect(await engine.lineOf('bestmove')).toMatch(/^bestmove 0 --score 1\.0/);
  });

  it('tells how many plies it has played', long, async () => {
    await started();
    engine.say(endless);
    expect(await engine.lineOf('info')).toMatch(/^info --plies \d{6,}/);
  });

  it('plays on 12x12 and on the smallest boards', async () => {
    await started();
    expect(await ask('play 12/12/12/12/12/12/12/12/12/12/12/12 x 6')).toMatch(/^bestmove \d+ --score -?0\.0/);
    expect(await ask('play 1 x 3')).toBe('bestmove 0 --score 0.0 --scores 0;0.0');
    expect(await ask('play 3/3/3 o 99')).toMatch(/^bestmove 1 --score 0\.0 /);
  });

  it('plays a forced win out as it said it would', long, async () => {
    await started();
    const random = seededRandom(8);
    let longest = 0;
    for (let i = 0; i < 30; i++) {
      let position = playedPosition(random, 7, 6, 14);
      const tokens = position.mover === 0 ? ['x', 'o'] : ['o', 'x'];
      const line = await ask(`play ${formatPlacement(position)} ${tokens[0]} 9`);
      const four = / --four (\S+)/.exec(line)?.[1];
      if (four === undefined) continue;
      const own = four.split('/').map(Number);
      const plies = 2 * own.length - 1;
      expect(line).toContain(` --score ${(1 / 10 ** (plies - 1)).toFixed(Math.max(1, plies - 1))} `);
      longest = Math.max(longest, plies);
      const winner = position.mover;
      for (let left = plies; left > 0; left--) {
        const mine = position.mover === winner;
        const answer = await ask(`play ${formatPlacement(position)} ${tokens[mine ? 0 : 1]} ${left}`);
        expect(answer).toContain(` --score ${mine ? '' : '-'}${left === 1 ? '1.0' : '0.'}`);
        position = connect4.play(position, Number(/^bestmove (\d+)/.exec(answer)![1]));
      }
      expect(connect4.result(position)).toMatchObject({ kind: 'win', winner });
    }
    expect(longest).toBeGreaterThanOrEqual(5);
  });

  it('says what is wrong with a play and lives on', async () => {
    await started();
    engine.say('play 6/6/6 a 1', 'play 6/5/6 x 1', 'play 7/7/7/7/7/7 x 0', 'foo');
    for (let i = 0; i < 3; i++) expect(await engine.line()).toMatch(/^debug .*PLAY/);
    expect(await engine.line()).toMatch(/^debug Unknown command: FOO/);
    expect(await ask('play 4/4/4/4 x 1')).toMatch(/^bestmove/);
  });

  it('falls silent and exits at stop, in mid-search too', async () => {
    await started();
    engine.say(endless, 'stop', 'ping');
    expect(await engine.exit).toBe(0);
    expect(engine.heard.filter((line) => !line.startsWith('info'))).toEqual(['started']);
  });

  it('exits at the end of input, in mid-search too', async () => {
    await started();
    engine.say(endless);
    engine.child.stdin.end();
    expect(await engine.exit).toBe(0);
  });

  it('answers what was piped in before the end of input', async () => {
    await started();
    engine.say('play x3/x3/x3/4 x 1');
    engine.child.stdin.end();
    expect(await engine.lineOf('bestmove')).toMatch(/^bestmove 0/);
    expect(await engine.exit).toBe(0);
  });

  it('exits quietly when its output is closed', async () => {
    await started();
    engine.child.stdout.destroy();
    const pinging = setInterval(() => engine.say('ping'), 20);
    expect(await engine.exit).toBe(0);
    clearInterval(pinging);
    expect(engine.stderr).toBe('');
  });
});
