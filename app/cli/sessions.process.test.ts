import { readdirSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Workspace } from './testing/plywire.ts';

const place = new Workspace();
afterAll(() => place.remove());

const think = async (name: string): Promise<void> => {
  const played = await place.run(
    'analyse',
    `cmd=connect4 name=${name}`,
    '--protocol',
    'cfp',
    '--time',
    '0.1',
  );
  expect(played).toMatchObject({ code: 0, stderr: '' });
};

it('lists the sessions that were, newest first, and replays one by its id', async () => {
  const none = await place.run('sessions');
  const stderr = `plywire: There is no session in ${join(place.home, 'journals')}.\n`;
  expect(none).toMatchObject({ code: 0, stdout: '', stderr });
  await think('first');
  const { objects } = await place.run('sessions', '--json');
  const [first] = objects();
  expect(objects()).toHaveLength(1);
  expect(first).toMatchObject({ protocol: 'cfp', purpose: 'command line', oddities: {} });
  expect(first).toMatchObject({ ending: { kind: 'ended', word: 'quit' } });
  const id = String(first!['journal']);

  const replayed = await place.run('replay', id, '--json');
  expect(replayed.code).toBe(0);
  expect(replayed.objects().at(-1)).toMatchObject({ kind: 'summary', ending: 'quit' });
  expect((await place.run('replay', 'last', '--json')).stdout).toBe(replayed.stdout);
  const unknown = await place.run('replay', 's-0000000000');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('no journal of a session s-0000000000. `plywire sessions` lists');

  await think('second');
  const both = await place.runAlone('sessions');
  const lines = both.stdout.trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(id);
  expect(lines[1]).toMatch(/\(cfp, command line\) .* quit: ended as asked$/);
  expect((await place.run('sessions', '--limit', '1')).stdout.trim().split('\n')).toEqual([lines[0]]);
  expect((await place.run('sessions', '--filter', `quit ${id}`)).stdout.trim().split('\n')).toEqual([
    lines[1],
  ]);
  expect((await place.run('sessions', '--limit', '0')).code).toBe(2);
}, 60_000);

it('tells of one whose journal was cut short, and replays what is left', async () => {
  await think('third');
  const [newest] = (await place.run('sessions', '--limit', '1', '--json')).objects();
  const name = readdirSync(join(place.home, 'journals')).find((name) =>
    name.includes(String(newest!['journal'])),
  )!;
  truncateSync(join(place.home, 'journals', name), Number(newest!['bytes']) - 10);
  const { stdout } = await place.run('sessions', '--limit', '1');
  expect(stdout).toMatch(/ cut short, with \d+ bytes of an entry\n$/);
  const { code, objects } = await place.run('replay', String(newest!['journal']), '--json');
  expect(code).toBe(0);
  expect(objects()).toContainEqual(expect.objectContaining({ kind: 'unreadable' }));
}, 60_000);

it('finds the session whose answer lost a game, though its process lived on, and says it in the journal', async () => {
  const here = new Workspace();
  try {
    const bad = resolve('tests/examples/drop-four/drop-four.mjs');
    const played = await here.run(
      'play',
      'connect4',
      bad,
      '--moves',
      '444444',
      '--time',
      '0.1',
      '--protocol',
      'cfp',
    );
    expect(played.stderr).toContain('column 4 is full');
    const { objects } = await here.run('sessions', '--filter', 'illegal', '--json');
    const [lost, ...others] = objects();
    expect(others).toEqual([]);
    expect(lost).toMatchObject({ ending: { word: 'quit' }, forfeit: { word: 'illegal' } });
    expect(played.stderr).toContain(`plywire bundle ${String(lost!['journal'])}`);
    const text = await here.run('sessions');
    expect(text.stdout).toMatch(/ lost: illegal: .* column 4 is full/);
    const { stdout } = await here.run('replay', String(lost!['journal']));
    expect(stdout).toMatch(/### lost: illegal: /);
    const told = await here.run('bundle', String(lost!['journal']), '--show', 'README.md');
    expect(told.stdout).toMatch(/The game ended as \*\*illegal\*\*: .*column 4 is full/);
  } finally {
    here.remove();
  }
});
