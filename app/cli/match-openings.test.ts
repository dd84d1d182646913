import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MatchEngines } from '../api/match-engines.ts';
import type { Setup } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import { gameById, games } from '../games/registry.ts';
import type { MatchPlan } from '../shapes/matches.ts';
import { QuoridorProver } from '../truth/quoridor/prover.ts';
import { unknown } from '../truth/verdict.ts';
import { copyName, openingsFor, openingsHash, storedOpenings, storeOpenings } from './match-openings.ts';
import { rulesOf } from './match-players.ts';
import { openings, type OpeningsFlags } from './openings.ts';
import { outputFor } from './output.ts';

const connect4 = gameById('connect4');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-openings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const planWith = (file: string | null, plies: number | null = null, setup?: Setup) =>
  ({ openings: { file, plies }, srand: 1, ...(setup !== undefined && { setup }) }) as unknown as MatchPlan;

async function textsOf(text: string, plies: number | null = null): Promise<readonly string[]> {
  const file = join(folder, 'file');
  writeFileSync(file, text);
  const read = await openingsFor(connect4, planWith(file, plies));
  return read.openings.map((opening) => opening.text);
}

describe('a file of openings', () => {
  it.each([
    ['12345671234567\n123456712345\n49\n123456712347\n', 'Line 3: "49"'],
    ['44\n45\n99\n', 'Line 3: "99"'],
    ['99\n44\n45\n', 'Line 1: "99"'],
    ['x/7/7/7/7/7 o\n', 'Line 1: "x/7/7/7/7/7 o"'],
    ['44\nx/7/7/7/7/7 o\n', 'Line 2: "x/7/7/7/7/7 o"'],
    [`${'4'.repeat(2000)}\n`, 'Line 1: "444'],
    ['(;FF[4]PWG[connect4];W[4];B[4])(;FF[4]PWG[connect4];W[1];B[9])', 'Game 2, as '],
  ])('is refused for a faulty line or game: %#', async (text, words) => {
    const message = expect.stringContaining(words) as string;
    await expect(textsOf(text)).rejects.toMatchObject({ name: 'Exit', code: 2, message });
  });

  it.each([
    ['SGF', '(;FF[4]PWG[connect4];W[4];B[4];W[5];B[5])\n(;FF[4]PWG[connect4];W[1];B[2])', ['445', '12']],
    ['a numbered list', '1. 4 4 2. 5 5\n\n1. 1 2\n', ['445', '12']],
    ['PGN', '[Variant "Connect Four"]\n\n1. 4 4 2.\n5 5\n', ['445']],
    ['scores', '44 -1\n45 -2\n', ['44', '45']],
  ])('may hold games as %s', async (_, text, texts) => {
    expect(await textsOf(text, 3)).toEqual(texts);
  });

  it('may hold whole games, one a line, of which the first moves are taken', async () => {
    expect(await textsOf('44331212121\n55667171717\n')).toEqual(['44331212', '55667171']);
  });
});

it.each([
  { width: 1, height: 4 },
  { width: 4, height: 1 },
  { width: 2, height: 2 },
])('%j has no random openings, which is said', async (setup) => {
  await expect(openingsFor(connect4, planWith(null, null, setup))).rejects.toMatchObject({
    ...{ name: 'Exit', code: 2 },
    message: expect.stringContaining('games on this board end within 4 plies') as string,
  });
});

it('refuses an empty copy of openings', () => {
  writeFileSync(join(folder, copyName), '\n');
  expect(() => storedOpenings(folder, connect4, undefined, undefined)).toThrow('has no opening');
});

it('refuses a copy with other openings than the match began with, as far as its journal has them', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '# Four of them.\n44\nstart # no moves\n45\t# two\n9/9/9/9/9/9 x\n');
  const { openings: began } = await openingsFor(connect4, planWith(file));
  expect(began.map(({ text }) => text)).toEqual(['44', '', '45', '9/9/9/9/9/9 x']);
  await storeOpenings(folder, began);
  const hash = openingsHash(began);
  const copy = join(folder, copyName);
  expect(storedOpenings(folder, connect4, undefined, hash)).toEqual(began);
  writeFileSync(copy, `# Copied.\r\n${readFileSync(copy, 'utf8').replaceAll('\n', '\r\n')}`);
  expect(storedOpenings(folder, connect4, undefined, hash)).toEqual(began);
  writeFileSync(copy, '44\nstart\n45\n11\n22\n');
  expect(() => storedOpenings(folder, connect4, undefined, hash)).toThrow('has other openings than those');
  expect(storedOpenings(folder, connect4, undefined, undefined)).toHaveLength(5);
});

it('refuses an opening that an engine cannot play, and names it', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '44\n45\n9/9/9/9/9/9 x\n9/9/9/9/9/x8 o\n');
  const read = await openingsFor(connect4, planWith(file));
  const asked: Line[] = [];
  const accepts = (line: Line) => {
    asked.push(line);
    return (line.start as { width: number }).width === 7 ? null : 'the board is too wide';
  };
  const running = {
    test: () => Promise.resolve(null),
    tested: () => ({ session: { accepts } }),
  } as unknown as MatchEngines;
  const ask = { signal: new AbortController().signal } as Parameters<typeof rulesOf>[0];
  const plan = { ...planWith(file), engines: [{ engine: 'A' }], limits: 'text' } as unknown as MatchPlan;
  const engines = [{ name: 'A', engine: 'A', protocol: 'cfp', options: {}, program: null }];
  await expect(
    rulesOf(
      ask,
      {
        plan,
        game: connect4,
        engines,
        openings: read.openings,
        concurrency: 1,
        joining: null,
        first: new Set(),
      },
      running,
    ),
  ).rejects.toMatchObject({
    ...{ name: 'Exit', code: 2 },
    message: 'A cannot play opening 3, 9/9/9/9/9/9 x: the board is too wide.',
  });
  // One opening of each setup is enough.
  expect(asked).toHaveLength(2);
});

it.each(
  [...games.values()].flatMap((game) => {
    const large = Object.fromEntries(game.setupFields.map(({ id, offered }) => [id, offered.max]));
    const usual = [game.id, {}] as const;
    return game.setupFields.length === 0 ? [usual] : [usual, [game.id, large] as const];
  }),
)('knows the copy of the usual openings of %s, on a board %j', async (id, setup) => {
  const game = gameById(id);
  const { openings: began } = await openingsFor(game, planWith(null, null, setup));
  await storeOpenings(folder, began);
  expect(storedOpenings(folder, game, setup, openingsHash(began))).toEqual(began);
});

it.each([
  [null, [1], 'No game was played: 1 of 3 engines failed when first started. Fix it, or leave it out.'],
  [0, [1], 'No further game was played: 1 of 3 engines failed when first started. Fix it and resume again.'],
  [
    1,
    [1, 2],
    'No further game was played: 2 of 3 engines failed when first started. Fix them and resume again.',
  ],
  [1, [2], 'No further game was played: 1 of 3 engines failed when first started. Fix it, or leave it out.'],
])(
  'says why no game was played, with %j engines that join, of which %j failed',
  async (joining, failed, message) => {
    const ending = { word: 'handshake', reason: 'no "ready" within 10 s', advice: 'Flush stdout.' };
    const running = {
      test: (at: number) => Promise.resolve(failed.includes(at) ? ending : null),
      tested: () => ({ session: { accepts: () => null, capabilities: { time: true } } }),
    } as unknown as MatchEngines;
    const said: string[] = [];
    const ask = {
      signal: new AbortController().signal,
      output: { remark: (text: string) => said.push(text) },
    } as unknown as Parameters<typeof rulesOf>[0];
    const names = ['A', 'B', 'C'];
    const plan = {
      ...{ engines: names.map((engine) => ({ engine })), limits: 'text', draw: null, resign: null },
    } as unknown as MatchPlan;
    const engines = names.map((name) => ({
      ...{ name, engine: name, protocol: 'cfp', options: {}, program: null },
    }));
    const { openings: all } = await openingsFor(connect4, planWith(null));
    await expect(
      rulesOf(
        ask,
        { plan, game: connect4, engines, openings: all, concurrency: 1, joining, first: new Set() },
        running,
      ),
    ).rejects.toMatchObject({ name: 'Exit', code: 1, message });
    expect(said).toEqual(
      failed.map((at) => `${names[at]}: handshake: no "ready" within 10 s. Flush stdout.`),
    );
  },
);

it('tests many engines without a warning of Node that their listeners leak', async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warn);
  const running = {
    test: (_: number, _playsSoon: boolean, signal: AbortSignal) => {
      signal.addEventListener('abort', () => undefined);
      return Promise.resolve(null);
    },
    tested: () => ({ session: { accepts: () => null, capabilities: { time: true } } }),
  } as unknown as MatchEngines;
  const ask = { signal: new AbortController().signal } as Parameters<typeof rulesOf>[0];
  const names = Array.from({ length: 30 }, (_, at) => `E${at}`);
  const plan = {
    ...{ engines: names.map((engine) => ({ engine })), limits: 'text', draw: null, resign: null },
  } as unknown as MatchPlan;
  const engines = names.map((name) => ({
    ...{ name, engine: name, protocol: 'cfp', options: {}, program: null },
  }));
  const { openings: all } = await openingsFor(connect4, planWith(null));
  const asked = {
    plan,
    game: connect4,
    engines,
    openings: all,
    concurrency: 2,
    joining: null,
    first: new Set<number>(),
  };
  expect((await rulesOf(ask, asked, running)).players).toHaveLength(30);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});

describe('the command that makes openings', () => {
  const flags: OpeningsFlags = {
    ...{ count: 2, plies: 4, srand: 1, time: 0, playouts: 0, balance: 0.2 },
    ...{ match: [], decided: 0.5, drawn: 0.8, pairs: 1 },
  };
  async function made(
    own: Partial<OpeningsFlags>,
    signal = new AbortController().signal,
    usual: OpeningsFlags = flags,
  ) {
    let out = '';
    let said = '';
    const stream = (write: (text: string) => void) => ({ write });
    const stdout = stream((text) => (out += text));
    const stderr = stream((text) => (said += text));
    const output = outputFor(false, { stdout, stderr });
    const exit = await openings(output, 'connect4', { ...usual, ...own }, signal).then(
      () => null,
      (error: unknown) => error,
    );
    return { lines: out.split('\n').filter((line) => line !== ''), said, exit };
  }

  it.each([
    [{ plies: 100 }, 'lower --plies'],
    [{ balance: -1, playouts: 1 }, 'raise --balance'],
  ])('finds too few with %j, says why, and exits with 1', async (own, words) => {
    const { lines, said, exit } = await made(own);
    expect(lines).toEqual([]);
    expect(said).toContain(words);
    expect(exit).toMatchObject({ code: 1, message: 'Only 0 of 2 openings were found.' });
  });

  it('prints as many as there are where no number is asked for', async () => {
    const { count: _, ...usual } = flags;
    const { lines, said, exit } = await made({ plies: 1 }, undefined, usual);
    expect([lines.length > 0, lines.length < 100, exit]).toEqual([true, true, null]);
    expect(said).toContain('of 100 openings found');
  });

  it('proves for as many looks as the time has in its game', async () => {
    const looks: number[] = [];
    const prove = vi.spyOn(QuoridorProver.prototype, 'prove').mockImplementation((_, shouldStop) => {
      let before = 0;
      while (!shouldStop()) before++;
      looks.push(before);
      return { verdict: unknown, moves: [] };
    });
    onTestFinished(() => prove.mockRestore());
    const output = outputFor(false, { stdout: { write: () => true }, stderr: { write: () => true } });
    await openings(output, 'quoridor', { ...flags, time: 0.2 }, new AbortController().signal);
    expect(looks).toEqual([100, 100]);
  });

  it('prints what it found until it is interrupted', async () => {
    const interrupt = new AbortController();
    setTimeout(() => interrupt.abort(), 100);
    const { lines, said } = await made({ count: 1e6, plies: 12, playouts: 10 }, interrupt.signal);
    expect(lines.length).toBeGreaterThan(0);
    expect(said).toBe('');
  });
});
