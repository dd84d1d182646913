/** Nine men's morris on the command line, with NMM executables. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Workspace } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL('../../tests/engines/nmm.mjs', import.meta.url));
const engine = (...flags: readonly string[]): string =>
  [`cmd=${program} protocol=nmm`, ...flags.map((flag) => `arg=${flag}`)].join(' ');

let place: Workspace;
beforeEach(() => {
  place = new Workspace();
});
afterEach(() => place.remove());

const odditiesIn = (objects: readonly Record<string, unknown>[]): string[] =>
  objects.flatMap(({ kind, oddity }) => (kind === 'oddity' ? [(oddity as { name: string }).name] : []));

/** White's only move is b4-c4. */
const B4 = 'w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0';

describe('analyse', () => {
  it.each([
    ['index', []],
    ['name', ['--moves', 'name', '--positions', 'name']],
  ])('finds out that an engine writes by %s', async (_, flags) => {
    const { code, objects, stderr } = await place.run(
      ...['analyse', engine(...flags), '--position', B4, '--time', '5', '--json'],
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(objects()).toContainEqual(expect.objectContaining({ kind: 'progress', nodes: null }));
    expect(objects().at(-1)).toMatchObject({
      kind: 'bestmove',
      bestmove: 'b4-c4',
      score: { type: 'static', value: -1, unit: { word: 'eval', full: 9 } },
    });
  });

  it('takes the notation that is said, and no other', async () => {
    const { code, stdout, stderr } = await place.run(
      ...['analyse', program, '--protocol', 'nmm', '--setting', 'positions=letters', '--time', '1'],
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/positions is one of auto, index, name, none, not "letters"/);
  });

  it('says what is wrong with a move of a wrong board', async () => {
    const { code, objects, stderr } = await place.run(
      ...['analyse', engine('--wrong-board', '--moves', 'name'), '--position', B4, '--time', '5', '--json'],
    );
    expect(code).toBe(1);
    expect(stderr).toBe('plywire: illegal: b4-d7 is illegal: b4 does not touch d7.\n');
    expect(objects()).toContainEqual(
      expect.objectContaining({ kind: 'report', bestmove: null, text: 'Mb4-d7' }),
    );
    expect(odditiesIn(objects())).toContain('position-misread');
  });
});

describe('play', () => {
  it('has two dialects play a game to its end, from moves that were made', async () => {
    const { code, objects, stderr } = await place.run(
      ...['play', engine('--moves', 'name'), engine('--positions', 'name')],
      ...['--moves', 'd2 f4 d6', '--time', '5', '--json'],
    );
    expect([code, stderr]).toEqual([0, '']);
    const result = objects().at(-1) as { moves: string[]; ending: string };
    expect(['win', 'draw']).toContain(result.ending);
    expect(result.moves.slice(0, 3)).toEqual(['d2', 'f4', 'd6']);
  });
});
