/** Expectations about the built command line, each in its own process. */
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect } from 'vitest';
import { cpuSeconds } from '../../../tests/support/processes.ts';
import { misbehave, Workspace } from './plywire.ts';

/** Whether the limit on the size of files can be lowered and raised again. */
export const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

/** A folder for each test, which must leave no process behind. */
export function freshPlace(): () => Workspace {
  let place: Workspace;
  beforeEach(() => {
    place = new Workspace();
    // Engines inherit TMPDIR, which identifies their processes.
    process.env['TMPDIR'] = place.folder;
  });
  afterEach(() => {
    delete process.env['TMPDIR'];
    const left = place.leftovers();
    place.remove();
    expect(left).toEqual([]);
  });
  return () => place;
}

/** An engine that misbehaves in these ways, as a command line. */
export const bad = (...flags: string[]) =>
  `cmd=${misbehave} protocol=cfp ${flags.map((f) => `arg=${f}`).join(' ')}`;

export async function expectNodes(
  place: Workspace,
  game: string,
  { depth, flags, nodes }: { depth: string; flags: readonly string[]; nodes: number },
): Promise<void> {
  const { code, objects, stderr } = await place.run('perft', game, depth, '--json', ...flags);
  expect([code, stderr]).toEqual([0, '']);
  expect(objects()).toEqual([{ game, depth: Number(depth), nodes }]);
}

/** @returns its stderr */
export async function expectRefused(
  place: Workspace,
  args: readonly string[],
  words: string | RegExp,
): Promise<string> {
  const { code, stdout, stderr } = await place.run(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
  return stderr;
}

/** A count without an end stops at this signal. */
export async function expectCalledOff(place: Workspace, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  const { child, outcome } = place.start(['perft', 'connect4', '40', '--json']);
  // It is counting once it has used more processor time than starting takes.
  await expect.poll(() => cpuSeconds(child.pid!), { timeout: 60_000 }).toBeGreaterThan(1);
  child.kill(signal);
  const { code, stdout, stderr } = await outcome;
  expect([code, stdout]).toEqual([signal === 'SIGINT' ? 130 : 143, '']);
  expect(stderr).toBe(`plywire: interrupted by ${signal}\n`);
}

/** A position in this form can be analysed. */
export async function expectReads(place: Workspace, text: string): Promise<void> {
  const { code, stderr } = await place.run('analyse', 'connect4', '--position', text, '--depth', '2');
  expect([code, stderr]).toEqual([0, '']);
}

/** An analysis fails with one line. */
export async function expectOneLine(
  place: Workspace,
  args: readonly string[],
  { code, words }: { code: number; words: RegExp },
): Promise<void> {
  const outcome = await place.run('analyse', ...args, '--json');
  expect(outcome.stderr).toMatch(words);
  expect(outcome.code).toBe(code);
  const [first, ...more] = outcome.stderr.trimEnd().split('\n');
  expect(first).toMatch(/^plywire: /);
  expect(more.filter((line) => line !== '(see --help)')).toEqual([]);
}

/** The bundled engine plays a whole game against itself. */
export async function expectGame(place: Workspace, protocol: string): Promise<void> {
  const { code, objects, stderr } = await place.runAlone(
    ...['play', 'connect4', 'connect4', '--protocol', protocol, '--time', '0.03', '--json'],
  );
  expect([code, stderr]).toEqual([0, '']);
  const all = objects();
  const result = all.at(-1)!;
  const moves = all.slice(0, -1);
  expect(moves.every(({ kind }) => kind === 'move')).toBe(true);
  expect(result['moves']).toEqual(moves.map(({ move }) => move));
  expect(Object.keys(result)).toEqual(['kind', 'moves', 'result', 'ending', 'reason']);
  expect(result).toMatchObject({
    kind: 'result',
    result: expect.stringMatching(/^(1-0|0-1|1\/2-1\/2)$/),
    ending: expect.stringMatching(/^(win|draw)$/),
  });
  if (result['ending'] === 'win') expect(result['reason']).toBe('four in a row');
}

/** An engine that misbehaves this way loses the game. */
export async function expectForfeit(
  place: Workspace,
  flag: string,
  { code, ending, words }: { code: number; ending: string; words: RegExp },
): Promise<void> {
  const outcome = await place.run('play', 'connect4', bad(flag, '3'), '--time', '0.05', '--json');
  expect(outcome.stderr).toMatch(words);
  expect(outcome.code).toBe(code);
  expect(outcome.objects().at(-1)).toMatchObject({ kind: 'result', result: '1-0', ending });
}

export async function expectEnding(place: Workspace, args: readonly string[], code: number): Promise<void> {
  const outcome = await place.runAlone(...args);
  expect(outcome.code).toBe(code);
  expect(outcome.stderr === '').toBe(code === 0);
}

/** The host prints its address and ends in order at this signal. */
export async function expectServing(
  place: Workspace,
  signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP',
): Promise<void> {
  const { child, stdout, outcome } = place.start(['serve', '--no-open', '--port', '0']);
  await expect.poll(stdout, { timeout: 30_000 }).toMatch(/\n {2}http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n/);
  child.kill(signal);
  const { code, stderr } = await outcome;
  expect([code, stderr]).toEqual([0, '']);
}
