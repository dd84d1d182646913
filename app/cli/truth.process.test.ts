import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { cpuSeconds } from '../../tests/support/processes.ts';
import { freshPlace } from './testing/expecting.ts';

vi.setConfig({ testTimeout: 90_000 });

const place = freshPlace();

it('prints the value of a position and of each of its moves', async () => {
  const args = ['truth', 'quoridor', '--size', '3', '--walls', '0'];
  const { code, stdout } = await place().run(...args);
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      '3 b3 b1 0 0 - - b',
      'Black to move: loss in 4 (race)',
      '  b2  loss in 2 (race)',
      '  a3  loss in 4 (race)',
      '  c3  loss in 4 (race)',
      '',
    ].join('\n'),
  );
  const [object] = (await place().run(...args, '--json')).objects();
  expect(object).toEqual({
    ...{ position: '3 b3 b1 0 0 - - b', value: 'loss', how: 'race', plies: 4, to: 'end' },
    moves: {
      b2: { value: 'loss', how: 'race', plies: 2, to: 'end' },
      a3: { value: 'loss', how: 'race', plies: 4, to: 'end' },
      c3: { value: 'loss', how: 'race', plies: 4, to: 'end' },
    },
  });
});

it('follows moves, and tells a finished game by the rules', async () => {
  const [object] = (await place().run('truth', 'connect4', '--moves', '1212121', '--json')).objects();
  expect(object).toMatchObject({ value: 'loss', how: 'rules', plies: 0, to: 'end', moves: {} });
});

it('agrees with the published values of Connect Four, a position on each line', async () => {
  const file = new URL('../../tests/data/connect4/Test_L3_R1.txt', import.meta.url);
  const solved = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(0, 40)
    .map((line) => line.split(' ') as [string, string]);
  mkdirSync(place().folder, { recursive: true });
  const told: Record<string, unknown>[] = [];
  for (const [moves] of solved.slice(0, 3)) {
    told.push(...(await place().run('truth', 'connect4', '--moves', moves, '--json')).objects());
  }
  const positions = join(place().folder, 'positions.txt');
  writeFileSync(positions, `${told.map(({ position }) => String(position)).join('\n\n')}\n`);
  const again = (await place().run('truth', 'connect4', '--positions', positions, '--json')).objects();
  expect(again).toEqual(told);
  for (const [at, { value }] of told.entries()) {
    const score = Number(solved[at]![1]);
    expect(value).toBe(score > 0 ? 'win' : score < 0 ? 'loss' : 'draw');
  }
});

it('says unknown where the time does not do, and guesses nothing', async () => {
  const args = ['truth', 'stones', '--time', '0.2', '--json'];
  const [object] = (await place().run(...args)).objects();
  expect(object).toMatchObject({ value: 'unknown', how: null, plies: null, to: null });
  const values = Object.values(object!['moves'] as Record<string, { value: string }>);
  expect(new Set(values.map(({ value }) => value))).toEqual(new Set(['unknown']));
});

it('names the lines of a file that are not positions, and answers the others', async () => {
  const positions = join(place().folder, 'positions.txt');
  const good = '3 b3 b1 0 0 - - b';
  writeFileSync(positions, `${good}\nnonsense\n${'x'.repeat(200_000)}\n${good}\n`);
  const args = ['truth', 'quoridor', '--positions', positions];
  const { code, stdout, stderr } = await place().run(...args);
  expect([code, stdout.split(`${good}\n`)]).toEqual([2, expect.objectContaining({ length: 3 })]);
  expect(stderr).toMatch(/^plywire: \S+positions\.txt, line 2 is not a position: /);
  expect(stderr).toContain('positions.txt, line 3 is longer than any position.\n');
  expect(stderr).toMatch(/^plywire: 2 of 4 lines could not be read\.$/m);
  const outcome = await place().run(...args, '--json');
  expect(outcome.code).toBe(2);
  const why = expect.any(String) as string;
  expect(outcome.objects()).toEqual([
    expect.objectContaining({ position: good }),
    { kind: 'fault', file: positions, line: 2, why },
    { kind: 'fault', file: positions, line: 3, why },
    expect.objectContaining({ position: good }),
  ]);
});

it('is interrupted while it proves', long, async () => {
  const { child, outcome } = place().start(['truth', 'connect4', '--size', '8x8', '--time', '600']);
  await expect.poll(() => cpuSeconds(child.pid!), { timeout: 60_000 }).toBeGreaterThan(1);
  child.kill('SIGINT');
  const { code, ...said } = await outcome;
  expect(said).toMatchObject({ stdout: '', stderr: 'plywire: interrupted by SIGINT\n' });
  // On a busy machine the end of its thread takes so long that it ends itself by the signal, as for shells.
  expect([130, 'SIGINT']).toContain(code ?? child.signalCode);
});

it.each([
  ['connect4', '444'],
  ['quoridor', 'e8 e2'],
  ['morris', 'd2'],
  ['stones', 'D1E1'],
])('says of %s how moves on a line become positions', async (game, moves) => {
  const positions = join(place().folder, 'my games.txt');
  writeFileSync(positions, `${moves}\n`);
  const { code, stderr } = await place().run('truth', game, '--positions', positions);
  const convert = `plywire convert '${positions}' --from moves --game ${game} --to positions`;
  expect([code, stderr]).toEqual([
    ...[
      2,
      `plywire: ${positions}, line 1 has moves, not a position. \`${convert}\` makes positions of them.\nplywire: 1 of 1 line could not be read.\n`,
    ],
  ]);
});

it('reads positions from stdin, past blank lines, notes, line ends of Windows and a byte order mark', async () => {
  const { child, outcome } = place().start(['truth', 'quoridor', '--positions', '-', '--json']);
  child.stdin.end('\uFEFF3 b3 b1 0 0 - - b\r\n\r\n  \n# a note\n3 b2 b1 0 0 - - w');
  const { code, objects } = await outcome;
  expect(code).toBe(0);
  expect(objects()).toMatchObject([
    { position: '3 b3 b1 0 0 - - b', value: 'loss', plies: 4 },
    { position: '3 b2 b1 0 0 - - w', value: 'win', plies: 1 },
  ]);
});

it('reads positions in UTF-16', async () => {
  const positions = join(place().folder, 'positions.txt');
  writeFileSync(positions, Buffer.from('\uFEFF3 b3 b1 0 0 - - b\r\n', 'utf16le'));
  const { code, objects } = await place().run('truth', 'quoridor', '--positions', positions, '--json');
  expect(code).toBe(0);
  expect(objects()).toMatchObject([{ position: '3 b3 b1 0 0 - - b', value: 'loss' }]);
});

it('names the standard input, of which a line is not a position', async () => {
  const { child, outcome } = place().start(['truth', 'connect4', '--positions', '-']);
  child.stdin.end('44\n');
  const { code, stderr } = await outcome;
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^plywire: The standard input, line 1 has moves, not a position\. `plywire convert - /,
  );
});

it('answers no faster than its output is read', long, async () => {
  const { child, outcome } = place().start(['truth', 'quoridor', '--positions', '-', '--json']);
  child.stdout.pause();
  child.stdin.end('3 b3 b1 0 0 - - b\n'.repeat(50_000));
  // It works for the first thousand positions at least, and then stands still with most of them unread.
  const used = async (): Promise<number> => {
    const before = cpuSeconds(child.pid!);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return before < 0.1 ? 1 : cpuSeconds(child.pid!) - before;
  };
  await expect.poll(used, { timeout: 60_000 }).toBeLessThan(0.02);
  expect(child.stdin.writableLength).toBeGreaterThan(0);
  child.stdout.resume();
  const { code, stdout } = await outcome;
  expect([code, stdout.split('\n').length]).toEqual([0, 50_001]);
});

it('answers within a turn of the Game of Stones', async () => {
  const args = ['truth', 'stones', '--moves', 'D1E1 A2A1', '--time', '0.2', '--json'];
  const [object] = (await place().run(...args)).objects();
  expect(object!['position']).toMatch(/ black any$/);
  expect(object!['moves']).toHaveProperty('pass', {
    value: 'unknown',
    how: null,
    plies: null,
    to: null,
  });
});

it.each([
  [['truth', 'chess'], 'There is no game'],
  [['truth', 'connect4', '--positions', 'none.txt'], 'none.txt cannot be read: there is no such file'],
  [['truth', 'connect4', '--positions', '.'], '. cannot be read: it is a folder'],
  [['truth', 'connect4', '--positions', '/dev/null'], '/dev/null has no position.'],
  [['truth', 'connect4', '--positions', import.meta.filename, '--size', '7x6'], 'omit the setup flags'],
  [['truth', 'connect4', '--positions', 'none.txt', '--moves', '1'], 'cannot be used with'],
  [['truth', 'connect4', '--time', '0'], 'above 0'],
  [['truth', 'connect4', '--moves', '9'], 'Ply 1: there is no column 9'],
])('refuses %j', async (args, words) => {
  const { code, stderr } = await place().run(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});
