import { describe, expect, it } from 'vitest';
import { morris, type MorrisPosition, type PointNotation } from '../../app/games/morris/index.ts';
import type { EngineProcess } from '../shared/testing/process.ts';
import { engineUnderTest } from '../shared/testing/under-test.ts';
import { readMoveText, writeMove } from '../../app/protocols/nmm/messages.ts';

const start = engineUnderTest('morris');
let engine: EngineProcess;

async function open(...args: string[]): Promise<void> {
  engine = start(...args);
  expect(await engine.line()).toBe('ready');
  engine.say('init');
}

/** The move of the next `bestmove`, which must be in this notation. */
async function bestmove(notation: PointNotation = 'index'): Promise<number> {
  const line = await engine.lineOf('bestmove');
  const read = readMoveText(line.slice('bestmove '.length));
  if (typeof read === 'string') throw new Error(`${line}: ${read}`);
  expect(read).toMatchObject({ notation, letterCase: false, rest: '' });
  return read.move;
}

const go = async (notation?: PointNotation): Promise<number> => {
  engine.say('go');
  return bestmove(notation);
};

describe('the engine over NMM', { timeout: 120_000 }, () => {
  it('is ready of its own accord, and answers a go straight after init with what the text has', async () => {
    await open('--nodes', '20000');
    expect(morris.moves(morris.initial())).toContain(await go());
    const infos = engine.heard.filter((line) => line.startsWith('info'));
    expect(infos.length).toBeGreaterThan(2);
    for (const info of infos) expect(info).toMatch(/^info time \d+\.\d+ eval -?\d+(\.\d+)? nodes \d+$/);
    expect(engine.heard.filter((line) => !/^(ready|info|bestmove)\b/.test(line))).toEqual([]);
  });

  it.each(['index', 'name'] as const)('plays a whole game by the text in notation %s', async (notation) => {
    await open('--nodes', '1500', '--notation', notation);
    engine.say('newgame');
    let position: MorrisPosition = morris.initial();
    for (let ply = 0; morris.result(position) === null; ply++) {
      expect(ply).toBeLessThan(1000);
      // It plays its own moves on its board, and receives every third position.
      if (ply % 3 === 2) {
        const move = morris.moves(position)[0]!;
        engine.say(`move ${writeMove(move, notation)}`);
        position = morris.play(position, move);
      } else {
        const move = await go(notation);
        expect(morris.moves(position), morris.positionText(position)).toContain(move);
        position = morris.play(position, move);
      }
    }
    engine.say('move P4', 'go', 'go noplay');
    expect(await engine.lineOf('bestmove')).toBe('bestmove none');
    expect(await engine.lineOf('bestmove')).toBe('bestmove none');
    expect(engine.stderr).toBe('');
  });

  it('takes positions in both notations, and leaves its board alone at noplay', async () => {
    await open('--nodes', '5000');
    for (const text of ['w:0,2,4;b:10,15,17;w;30;0', 'b: b4, c3,e3 ; w: a7,g7, d6;w;30;0']) {
      engine.say(`newgame ${text}`, 'go noplay', 'go');
      const position = morris.parsePosition(text);
      for (let i = 0; i < 2; i++) {
        expect(morris.moveText(position, await bestmove())).toMatch(/^d6-d7x/);
      }
    }
  });

  it('stops a long search, early and late, and goes on', async () => {
    await open('--time', '86400');
    engine.say('go', 'stop');
    const first = await bestmove();
    expect(morris.moves(morris.initial())).toContain(first);
    engine.say('stop', 'go noplay');
    await engine.lineOf('info');
    await engine.lineOf('info');
    engine.say('stop');
    expect(morris.moves(morris.play(morris.initial(), first))).toContain(await bestmove());
  });

  it('keeps waiting what comes while it thinks, all but stop and quit', async () => {
    await open('--time', '86400');
    engine.say('go', 'newgame w:0,2,4;b:10,15,17;w;30;0', 'go', 'stop');
    expect(morris.moves(morris.initial())).toContain(await bestmove());
    expect(await engine.lineOf('bestmove')).toMatch(/^bestmove M4-1T(10|15|17)$/);
    engine.say('newgame');
    engine.say('go noplay', 'quit');
    expect(await engine.exit).toBe(0);
  });

  it('says on stderr what it cannot do, and does not die of it', async () => {
    await open('--nodes', '1000');
    engine.say('', 'foo bar', 'move P99', 'move M0-1', 'newgame w:0;b:0;w;2;0', 'stop', 'go and on');
    engine.child.stdin.write(Buffer.alloc(3_000_000, 0xff));
    engine.say('');
    expect(morris.moves(morris.initial())).toContain(await bestmove());
    await engine.until(() => engine.stderr.split('\n').length > 5);
    expect(engine.stderr).toContain('Invalid command: "foo"');
    expect(engine.stderr).toContain('Invalid position: two men stand on a7');
    expect(await go()).toBeDefined();
  });

  it('leaves at the end of input, in mid-search too, and when its output is closed', async () => {
    await open();
    engine.child.stdin.end();
    expect(await engine.exit).toBe(0);
    await open('--time', '86400');
    engine.say('go');
    await engine.lineOf('info');
    engine.child.stdin.end();
    expect(await engine.exit).toBe(0);
    expect(engine.heard.at(-1)).toMatch(/^bestmove P\d+$/);
    await open();
    engine.child.stdout.destroy();
    const asking = setInterval(() => engine.say('newgame', 'go', 'stop'), 20);
    expect(await engine.exit).toBe(0);
    clearInterval(asking);
    expect(engine.stderr).toBe('');
  });

  it('can be killed in mid-search', async () => {
    await open('--time', '86400');
    engine.say('go');
    await engine.lineOf('info');
    engine.kill();
    expect(await engine.exit).toBeNull();
  });

  it('says what is wrong with its arguments, and does not start', async () => {
    engine = start('--notation', 'algebra');
    expect(await engine.exit).toBe(2);
    expect(engine.stderr).toBe('--notation takes index or name, not "algebra"\n');
    expect(engine.heard).toEqual([]);
  });
});
