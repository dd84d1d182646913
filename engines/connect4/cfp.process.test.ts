import { beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import type { EngineProcess } from '../shared/testing/process.ts';
import { engineUnderTest } from '../shared/testing/under-test.ts';

const start = engineUnderTest('connect4');
let engine: EngineProcess;

beforeEach(() => {
  engine = start();
});

/** Player 1 has three in column 0 and is to move. */
const threeUp = '0000000000000000000001000000100000210000221';

async function open(): Promise<string[]> {
  engine.say('cfp');
  await engine.lineOf('cfpok');
  return engine.heard;
}

describe('the engine over CFP', { timeout: 60_000 }, () => {
  it('introduces itself with options of all five types', async () => {
    const lines = await open();
    expect(lines[0]).toMatch(/^id name \S/);
    expect(lines[1]).toMatch(/^id author \S/);
    const types = lines.flatMap((line) => / type (\w+)/.exec(line)?.[1] ?? []);
    expect(new Set(types)).toEqual(new Set(['check', 'spin', 'combo', 'button', 'string']));
  });

  it('answers a first line behind a byte order mark', async () => {
    engine.say('\ufeffcfp');
    expect(await engine.lineOf('cfpok')).toBe('cfpok');
  });

  it('holds its bestmove until stop, with a limit of time too, and hears isready meanwhile', async () => {
    await open();
    engine.say('isready');
    await engine.lineOf('readyok');
    engine.say('cfpnewgame', 'position startpos', 'go movetime 0.05');
    for (let i = 0; i < 5; i++) {
      engine.say('isready');
      await engine.lineOf('readyok');
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(engine.heard.some((line) => line.startsWith('bestmove'))).toBe(false);
    engine.say('stop');
    expect(await engine.lineOf('bestmove')).toMatch(/^bestmove [0-6]$/);
  });

  it('stops an endless search at stop and searches again', async () => {
    await open();
    for (const position of ['startpos', threeUp]) {
      engine.say(`position ${position}`, 'go');
      engine.say('isready');
      await engine.lineOf('readyok');
      engine.say('stop');
      expect(await engine.lineOf('bestmove')).toMatch(/^bestmove [0-6]$/);
    }
    expect(engine.heard.at(-1)).toBe('bestmove 0');
  });

  it('sits on the proven answer until stop', async () => {
    await open();
    engine.say(`position ${threeUp}`, 'go');
    expect(await engine.lineOf('info Forced win')).toBe('info Forced win found in 1 move');
    engine.say('isready');
    await engine.lineOf('readyok');
    expect(engine.heard.some((line) => line.startsWith('bestmove'))).toBe(false);
    engine.say('stop');
    expect(await engine.lineOf('bestmove')).toBe('bestmove 0');
  });

  it('does what setoption says: a low level looks less far', async () => {
    await open();
    engine.say('setoption name LEVEL value 3', 'debug on', 'position startpos', 'go');
    expect(await engine.lineOf('info depth 4')).toMatch(/^info depth 4, \d+ nodes/);
    engine.say('isready');
    await engine.lineOf('readyok');
    engine.say('stop');
    await engine.lineOf('bestmove');
    expect(engine.heard.some((line) => line.startsWith('info depth 5'))).toBe(false);
  });

  it('remembers from search to search, and forgets at Clear Hash and at cfpnewgame', long, async () => {
    await open();
    engine.say('setoption name Level value 8', 'debug on', 'position startpos');
    const nodes = async (): Promise<number> => {
      engine.say('go');
      const line = await engine.lineOf('info depth 10');
      engine.say('stop');
      await engine.lineOf('bestmove');
      return Number(/(\d+) nodes/.exec(line)?.[1]);
    };
    const cold = await nodes();
    expect(cold).toBeGreaterThan(10_000);
    for (const forget of ['setoption name Clear Hash', 'cfpnewgame']) {
      expect(await nodes()).toBeLessThan(0.8 * cold);
      engine.say(forget);
      expect(await nodes()).toBe(cold);
    }
  });

  it('says on stderr why a move order cannot be had', async () => {
    await open();
    engine.say('setoption name Move Order value 449');
    await engine.until(() => engine.stderr.includes('\n'));
    expect(engine.stderr).toContain('columns from 1 to 7');
  });

  it('waits through words of no protocol, and says so', async () => {
    engine.say('', 'uci', 'hello there');
    await engine.until(() => engine.stderr.split('\n').length > 2);
    expect(engine.stderr).toContain('begin with "cfp" or "start"');
    expect(engine.heard).toEqual([]);
    engine.say('joho cfp');
    expect(await engine.line()).toMatch(/^id name/);
  });

  it('exits at quit and at the end of input', async () => {
    await open();
    engine.say('position startpos', 'go', 'quit');
    expect(await engine.exit).toBe(0);
    const other = start();
    other.child.stdin.end();
    expect(await other.exit).toBe(0);
  });

  it('survives lines without end and bytes that are not text', async () => {
    await open();
    engine.child.stdin.write(Buffer.alloc(3_000_000, 0xff));
    engine.say('', 'isready');
    expect(await engine.lineOf('readyok')).toBe('readyok');
  });
});
