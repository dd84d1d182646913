import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quoridor, wallText, readMove, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import { EngineProcess } from '../shared/testing/process.ts';
import { buildEngine, type BuiltEngine } from '../shared/testing/under-test.ts';
import { wonGame } from './testing/positions.ts';
import { long } from '../../tests/support/long.ts';

let built: BuiltEngine;
let engine: EngineProcess;

beforeAll(async () => {
  built = await buildEngine('quoridor');
}, 60_000);
afterAll(() => built.remove());
afterEach(() => engine.kill());

function start(...args: string[]): void {
  engine = new EngineProcess(built.file, args);
}

/** Reads one answer up to its blank line. */
async function answer(): Promise<string> {
  const lines = [await engine.line()];
  for (let line = await engine.line(); line !== ''; line = await engine.line()) lines.push(line);
  return lines.join('\n');
}

async function ask(command: string): Promise<string> {
  engine.say(command);
  return answer();
}

/** The move of a `genmove`'s answer. */
function moveOf(position: QuoridorPosition, said: string): number {
  const [, vertex, orientation] = /^= ([A-Y]\d+)(?: (horizontal|vertical))?$/.exec(said) ?? [];
  return quoridor.parseMove(position, `${vertex}${orientation?.[0] ?? ''}`.toLowerCase());
}

function command(position: QuoridorPosition, move: number): string {
  const color = position.mover === 0 ? 'black' : 'white';
  const read = readMove(position.size, move);
  if (read?.kind !== 'wall') return `playmove ${color} ${quoridor.moveText(position, move).toUpperCase()}`;
  const text = wallText(position.size, read.centre, read.orientation);
  return `playwall ${color} ${text.slice(0, -1).toUpperCase()} ${text.endsWith('h') ? 'horizontal' : 'vertical'}`;
}

describe('the engine over QTP', { timeout: 120_000 }, () => {
  it('says who it is, and what it knows', async () => {
    start();
    expect(await ask('name')).toBe('= Plywire Quoridor');
    const commands = (await ask('list_commands')).replace(/^= /, '').split('\n');
    expect(commands).toEqual(
      expect.arrayContaining(['genmove', 'undo', 'showboard', 'level', 'time', 'seed']),
    );
    for (const name of commands) expect(await ask(`known_command ${name}`)).toBe('= true');
  });

  it('plays a whole game by the text, each move in its turn, and knows its end', async () => {
    start('--nodes', '400');
    for (const line of ['boardsize 5', 'clear_board', 'walls 3']) expect(await ask(line)).toBe('=');
    let position = quoridor.initial({ size: 5, walls: 3 });
    for (let ply = 0; quoridor.result(position) === null; ply++) {
      expect(ply).toBeLessThan(100);
      const move = moveOf(position, await ask(`genmove ${position.mover === 0 ? 'black' : 'white'}`));
      expect(quoridor.moves(position), quoridor.positionText(position)).toContain(move);
      position = quoridor.play(position, move);
    }
    const result = quoridor.result(position);
    const winner = result?.kind === 'win' && result.winner === 0 ? 'black' : 'white';
    expect(await ask('winner')).toBe(`= true ${winner}`);
    // It never fails, even when the game is over.
    expect(await ask('genmove black')).toMatch(/^= [A-E][1-5]$/);
  });

  it('plays for the colour it is given, with either side to move, and goes on from what it is told', async () => {
    start('--nodes', '400');
    for (const line of ['boardsize 7', 'clear_board', 'walls 6']) await ask(line);
    let position = quoridor.initial({ size: 7, walls: 6 });
    for (const text of ['d6', 'd2', 'c3h', 'c2']) {
      const move = quoridor.parseMove(position, text);
      expect(await ask(command(position, move))).toBe('=');
      position = quoridor.play(position, move);
    }
    const white = { ...position, mover: 1 as const };
    expect(quoridor.moves(white)).toContain(moveOf(white, await ask('genmove white')));
  });

  it('answers in the order asked while it thinks, and at once after a cut', async () => {
    start('--time', '0.3');
    engine.say('boardsize 9', 'clear_board', 'walls 10', 'genmove black', 'name', 'genmove w', 'quit');
    const heard = [];
    for (let i = 0; i < 7; i++) heard.push(await answer());
    expect(heard[3]).toMatch(/^= [A-I][1-9]/);
    expect(heard[4]).toBe('= Plywire Quoridor');
    expect(heard[5]).toMatch(/^= [A-I][1-9]/);
    expect(heard[6]).toBe('=');
    expect(await engine.exit).toBe(0);
  });

  it('breaks a long search off at quit, and answers both', async () => {
    start('--time', '86400');
    engine.say('genmove black', 'quit');
    expect(await answer()).toMatch(/^= [A-I][1-9]/);
    expect(await answer()).toBe('=');
    expect(await engine.exit).toBe(0);
  });

  it('answers what was piped in before the end of input, and leaves', async () => {
    start();
    engine.say('clear_board', 'genmove black', 'genmove white', 'winner');
    engine.child.stdin.end();
    expect(await answer()).toBe('=');
    expect(await answer()).toMatch(/^= [A-I][1-9]/);
    expect(await answer()).toMatch(/^= [A-I][1-9]/);
    expect(await answer()).toBe('= false');
    expect(await engine.exit).toBe(0);
  });

  it('leaves at the end of input without a word, and when its output is closed', async () => {
    start();
    engine.child.stdin.end();
    expect(await engine.exit).toBe(0);
    expect(engine.heard).toEqual([]);
    start();
    engine.child.stdout.destroy();
    const asking = setInterval(() => engine.say('name'), 20);
    expect(await engine.exit).toBe(0);
    clearInterval(asking);
    expect(engine.stderr).toBe('');
  });

  it('does as its own commands say, and refuses what they do not bear', async () => {
    start('--nodes', '2000');
    const moves = async (seed: number): Promise<string[]> => {
      const heard = [await ask('level 1'), await ask(`seed ${seed}`)];
      for (let game = 0; game < 8; game++) {
        await ask('clear_board');
        heard.push(await ask('genmove black'), await ask('genmove white'));
      }
      return heard;
    };
    const some = await moves(5);
    expect(await moves(5)).toEqual(some);
    expect(await moves(6)).not.toEqual(some);
    expect(await ask('level 99')).toMatch(/^\? /);
    expect(await ask('time 0')).toMatch(/^\? /);
  });

  it('is started as the referee of the cup does it, by a seed that makes its choices', long, async () => {
    const moves = async (seed: string): Promise<string[]> => {
      start('-seed', seed, '--level', '1', '--nodes', '500');
      const heard: string[] = [];
      for (let turn = 0; turn < 6; turn++) {
        heard.push(await ask('genmove black'), await ask('genmove white'));
      }
      engine.kill();
      return heard;
    };
    const some = await moves('1732291200');
    expect(await moves('1732291200')).toEqual(some);
    expect(await moves('1732291207')).not.toEqual(some);
  });

  it('wins a won game against a side that waits, told the whole game before each move', long, async () => {
    start('--nodes', '10000');
    const told = [...wonGame];
    for (let turn = 0; ; turn++) {
      expect(turn, told.slice(wonGame.length).join(' ')).toBeLessThan(30);
      engine.say('boardsize 9', 'clear_board', 'walls 10');
      let position = quoridor.initial();
      for (const text of told) {
        const move = quoridor.parseMove(position, text);
        engine.say(command(position, move));
        position = quoridor.play(position, move);
      }
      for (let i = 0; i < told.length + 3; i++) expect(await answer()).toBe('=');
      const move = moveOf(position, await ask('genmove black'));
      told.push(quoridor.moveText(position, move));
      if (quoridor.result(quoridor.play(position, move)) !== null) break;
      told.push(told.at(-2) === 'd4' ? 'd5' : 'd4');
    }
  });

  it('says what is wrong with its arguments, and does not start', async () => {
    start('--level', '99');
    expect(await engine.exit).toBe(2);
    expect(engine.stderr).toContain('--level takes a whole number from 1 to 10, not "99"');
  });

  it('survives lines without end and bytes that are not text', async () => {
    start();
    engine.child.stdin.write(Buffer.alloc(3_000_000, 0xff));
    engine.say('');
    expect(await answer()).toMatch(/^\? unknown command/);
    expect(await ask('name')).toBe('= Plywire Quoridor');
  });
});
