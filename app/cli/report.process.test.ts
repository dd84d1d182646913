import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { freshPlace } from './testing/expecting.ts';
import { misbehave } from './testing/plywire.ts';

vi.setConfig({ testTimeout: 90_000 });

const inTests = (path: string) => fileURLToPath(new URL(`../../tests/engines/${path}`, import.meta.url));

const place = freshPlace();
const moves = '433334564465453435515111117777';
const misbehaving = (flags: string, name: string): string =>
  `cmd=${misbehave} protocol=cfp sandbox=off name='${name}' ${flags}`;

describe('plywire report', () => {
  it.each([
    ['no game and no engine', ['--moves', '4'], /Without an engine the game must be named/],
    ['no move', ['--game', 'connect4'], /No moves to report on yet/],
    ['a limit that is none', ['--game', 'connect4', '--limit', '3'], /Write a time such as 2s, or a depth/],
    [
      'a limit too many',
      [...['--moves', '4', '--engine', 'connect4', '--limit', '1s', '--limit', '2s']],
      /There are 2 limits for 1 engine\b/,
    ],
    [
      'a depth that the protocol cannot carry',
      ['--moves', '4', '--engine', 'cmd=connect4 protocol=cfp', '--limit', '3plies'],
      /has no depth limit/,
    ],
    [
      'a scale that falls',
      ['--moves', '4', '--engine', 'cmd=connect4 scale=3/2/1'],
      /must not fall from an inaccuracy to a blunder/,
    ],
    ['both orders', ['--game', 'connect4', '--moves', '4', '--forward', '--backward'], /cannot be used with/],
  ])('is refused with %s', async (_, words, message) => {
    const { code, stderr, stdout } = await place().run('report', ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('finds the errors of a game by proof alone, from the end to the start', async () => {
    const { code, objects, stderr } = await place().run(
      ...['report', '--game', 'connect4', '--moves', moves, '--json'],
    );
    expect([code, stderr]).toEqual([0, '']);
    const told = objects();
    expect(told.map(({ ply }) => ply)).toEqual([
      ...Array.from({ length: 30 }, (_, index) => 30 - index),
      undefined,
    ]);
    expect(told[30 - 17]).toMatchObject({
      ...{ kind: 'move', ply: 17, seat: 0, move: '3', was: 'win 25', is: 'loss 18', how: 'solver' },
      ...{ weight: 'blunder', figures: [], verdicts: [{ kind: 'proven', change: 'win to loss', by: null }] },
    });
    expect(told[30]).toMatchObject({
      ...{ kind: 'summary', isDone: true, moves: 30, engines: [] },
      sides: { x: { moves: 15, blunders: 3, mistakes: 1 }, o: { moves: 15, blunders: 3, mistakes: 0 } },
    });
    const points = told[30]!['turningPoints'] as { ply: number; better: string[] }[];
    expect(points.map(({ ply }) => ply)).toEqual([3, 6, 7, 12, 15, 16, 17]);
    expect(points.every(({ better }) => better.length > 1)).toBe(true);
  });

  it('asks engines side by side, and goes on with the others where one fails', async () => {
    const { code, objects, stderr } = await place().run(
      ...['report', '--json', '--no-truth', '--moves', '4 4 4', '--limit', '0.05s'],
      ...['--engine', 'cmd=connect4 protocol=cfsi scale=0.001/0.01/0.1'],
      ...['--engine', misbehaving('arg=--crash-in-search', 'Crasher')],
      ...['--engine', misbehaving('', 'Steady')],
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^plywire: Crasher was dropped: .*crashed again after 3 restarts/m);
    const told = objects();
    expect(told).toHaveLength(4);
    const { engines } = told[3] as { engines: Record<string, unknown>[] };
    expect(engines).toMatchObject([
      { state: 'done', answered: 4, scale: expect.stringContaining('blunder from 0.1') as string },
      { name: 'Crasher', state: 'left', restarts: 3, ending: 'crashed', scale: null },
      { name: 'Steady', state: 'done', answered: 4 },
    ]);
  });

  const asksAll = async (
    engine: string,
    protocol: string,
    line: string,
    hasScores: boolean,
  ): Promise<void> => {
    const { code, objects } = await place().run(
      ...['report', '--json', '--no-truth', '--game', engine, '--moves', line, '--limit', '0.1s'],
      ...['--engine', `cmd=${engine} protocol=${protocol}`],
    );
    expect(code).toBe(0);
    const told = objects();
    // Quoridor and Stones have no limit on the wire, and take their time.
    const plies = line.split(' ').length;
    expect(told.slice(0, -1).map(({ ply }) => ply)).toEqual([3, 2, 1].slice(-plies));
    for (const { figures } of told.slice(0, -1)) {
      const [figure] = figures as { was: unknown; is: unknown; best: unknown }[];
      expect([figure?.was !== null, figure?.is !== null]).toEqual([hasScores, hasScores]);
      expect(figure?.best).toEqual(expect.any(String));
    }
    expect(told.at(-1)).toMatchObject({ engines: [{ state: 'done', answered: plies + 1, restarts: 0 }] });
  };

  it.each([
    ['connect4', 'cfsi', '4 4 4', true],
    ['morris', 'nmm', 'a1 d1 g1', true],
  ])('asks %s over %s about each position', asksAll);

  it.each([
    ['connect4', 'cfp', '4 4 4', false],
    ['quoridor', 'qtp', 'e8', false],
    ['stones', 'gos', 'E6F7', false],
  ])('asks %s over %s about each position', long, asksAll);

  it('asks nothing again that was answered, also after it was killed', long, async () => {
    const words = [
      ...['report', '--json', '--no-truth', '--moves', '4444432', '--limit', '0.5s'],
      ...['--engine', 'connect4', '--engine', misbehaving('', 'Steady')],
    ];
    const { child, stdout, outcome } = place().start(words);
    await expect.poll(() => stdout().split('\n').length, { timeout: 60_000 }).toBeGreaterThan(3);
    child.kill('SIGKILL');
    await outcome;
    const counts = ({ objects }: { objects: () => Record<string, unknown>[] }) =>
      (objects().at(-1)!['engines'] as { answered: number; known: number }[]).map(({ answered, known }) => ({
        answered,
        known,
      }));
    const second = await place().run(...words);
    for (const { answered, known } of counts(second)) {
      expect(known).toBeGreaterThanOrEqual(2);
      expect(answered + known).toBe(8);
    }
    const third = await place().run(...words, '--forward');
    expect(counts(third)).toEqual([
      { answered: 0, known: 8 },
      { answered: 0, known: 8 },
    ]);
    // Not the figures: of several answers of an engine the store keeps the deepest of each kind.
    const told = (objects: Record<string, unknown>[]) =>
      objects
        .slice(0, -1)
        .map(({ ply, move, figures }) => ({ ply, move, figures: (figures as unknown[]).length }))
        .toSorted((one, other) => (one.ply as number) - (other.ply as number));
    expect(told(third.objects())).toEqual(told(second.objects()));
  });

  it('writes a page that needs nothing else, and in which names are text', async () => {
    const name = '</title><script>alert(1)</script>&"';
    const { code } = await place().run(
      ...['report', '--moves', moves, '--html', 'report.html', '--limit', '0.05s'],
      ...['--engine', `cmd=${misbehave} protocol=cfp sandbox=off name='${name}'`, '--all'],
    );
    // It plays into a column that is full at last.
    expect(code).toBe(1);
    const page = readFileSync(join(place().folder, 'report.html'), 'utf8');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;');
    expect(page.match(/<script/g)).toHaveLength(1);
    // No address but the name space of SVG, and nothing that is loaded.
    expect(new Set(page.match(/https?:[^"' )]*/g))).toEqual(new Set(['http://www.w3.org/2000/svg']));
    expect(page).not.toMatch(/<(link|img|iframe|object|embed)|\burl\(|@import| on[a-z]+=/);
    expect(page).toMatch(/content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/);
  });

  it('writes a page again, and whole', async () => {
    const words = [
      'report',
      '--game',
      'connect4',
      '--moves',
      '44455',
      '--truth',
      '0.1',
      '--html',
      'report.html',
    ];
    expect((await place().run(...words)).code).toBe(0);
    const page = readFileSync(join(place().folder, 'report.html'), 'utf8');
    expect((await place().run(...words)).code).toBe(0);
    expect(readFileSync(join(place().folder, 'report.html'), 'utf8')).toBe(page);
    expect(readdirSync(place().folder).filter((name) => name !== 'home')).toEqual(['report.html']);
  });

  it.each([
    ['the record that it reads', 'game.txt', /game\.txt already exists, and is not a page of Plywire/],
    ['another page', 'other.html', /other\.html already exists, and is not a page of Plywire/],
    ['a folder', 'folder', /folder is a folder or a device, not a file/],
    ['a folder that is missing', 'none/report.html', /cannot be written: there is no folder \S+none\./],
    ['a file as the folder', 'game.txt/report.html', /cannot be written: there is no folder \S+game\.txt\./],
  ])('writes no page over %s, and says so before the work', long, async (_, path, message) => {
    const { folder } = place();
    mkdirSync(join(folder, 'folder'));
    const files = { 'game.txt': '44455\n', 'other.html': '<!doctype html>\n<title>Mine</title>\n' };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { code, stdout, stderr } = await place().run(
      ...['report', '--record', join(folder, 'game.txt'), '--truth', '0.1', '--html', path],
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  });

  it('tells engines of one name apart, as a match does', long, async () => {
    const source = readFileSync(inTests('scorer.mjs'), 'utf8');
    const engine = (folder: string, text: string, score: string): string => {
      const file = join(place().folder, folder, 'mine.mjs');
      mkdirSync(join(place().folder, folder), { recursive: true });
      writeFileSync(file, text, { mode: 0o755 });
      return `cmd=${process.execPath} arg=${file} arg=${score} name=mine protocol=cfsi sandbox=off scale=0.1/0.2/0.4`;
    };
    const engines = [
      engine('old', source, '1'),
      engine('old', source, '2'),
      engine('new', `${source}//`, '3'),
    ];
    const { code, stdout } = await place().run(
      ...['report', '--moves', '4', '--no-truth', '--limit', '1plies'],
      ...engines.flatMap((text) => ['--engine', text]),
    );
    expect(code).toBe(0);
    const hash4 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 4);
    const [old, other] = [hash4(source), hash4(`${source}//`)];
    const names = [`mine@${old}`, `mine@${old} (2)`, `mine@${other}`];
    // In the verdicts on the move, and with the scales.
    expect(stdout.match(/mine@\S+(?: \(\d\))?(?= claims:| judges:|: )/g)).toEqual([...names, ...names]);
  });

  it('tells apart what one engine says within two limits', long, async () => {
    const engine = `cmd=${process.execPath} arg=${inTests('scorer.mjs')} arg=1 name=mine protocol=cfsi sandbox=off scale=0.1/0.2/0.4`;
    const words = [
      ...['report', '--moves', '4', '--no-truth', '--limit', '1plies', '--limit', '2plies', '--all'],
      ...['--engine', engine, '--engine', engine],
    ];
    const { code, stdout } = await place().run(...words);
    expect(code).toBe(0);
    const names = ['mine', 'mine (2)'];
    expect(stdout.match(/mine(?: \(\d\))?(?= claims:| judges:|: )/g)).toEqual([...names, ...names]);
    const objects = (await place().run(...words, '--json')).objects();
    const { engines } = objects.at(-1) as { engines: { name: string; teller: { id: string } }[] };
    const [move] = objects as { verdicts: { by: string }[]; figures: { teller: string }[] }[];
    const ids = engines.map(({ teller }) => teller.id);
    expect(engines.map(({ name }) => name)).toEqual(names);
    expect(new Set(ids).size).toBe(2);
    expect(move!.verdicts.map(({ by }) => by)).toEqual(ids);
    expect(move!.figures.map(({ teller }) => teller)).toEqual(ids);
  });

  it('says that an engine gave no answer that can be used, and exits with 1', long, async () => {
    const file = join(place().folder, 'wild.sh');
    const answer =
      'case "$word" in start) echo started;; ping) echo pong;; play) echo "bestmove $n"; n=99;; esac';
    writeFileSync(file, `#!/bin/sh\nn=4\nwhile read -r word rest; do ${answer}; done\n`);
    chmodSync(file, 0o755);
    const words = ['--no-truth', '--limit', '1plies', '--engine', `cmd=${file} protocol=cfsi sandbox=off`];
    const { code, objects, stderr } = await place().run('report', '--moves', '44455', ...words, '--json');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^plywire: wild\.sh failed at 5 positions: 100 is illegal: there is no column 100/m,
    );
    expect(objects().at(-1)).toMatchObject({
      ...{ kind: 'summary', isDone: true },
      engines: [{ state: 'done', answered: 1, skipped: 0, failed: 5 }],
    });
  });

  it('tells of a report that was stopped before its first move was finished', long, async () => {
    const { child, outcome } = place().start([
      ...['report', '--json', '--no-truth', '--moves', '44', '--engine', 'connect4', '--limit', '60s'],
      ...['--html', 'early.html'],
    ]);
    await expect.poll(() => readdirSync(join(place().home, 'journals')), { timeout: 60_000 }).not.toEqual([]);
    child.kill('SIGINT');
    const { code, objects } = await outcome;
    expect(code).toBe(130);
    expect(objects()).toMatchObject([{ kind: 'summary', isDone: false, moves: 0 }]);
    expect(readFileSync(join(place().folder, 'early.html'), 'utf8')).toContain(
      'stopped before it was finished',
    );
  });

  it('stops cleanly at Ctrl-C, and tells what was finished', async () => {
    const { child, stdout, outcome } = place().start([
      ...['report', '--json', '--no-truth', '--moves', moves, '--engine', 'connect4', '--limit', '2s'],
      ...['--html', 'early.html'],
    ]);
    await expect.poll(() => stdout().split('\n').length, { timeout: 60_000 }).toBeGreaterThan(3);
    child.kill('SIGINT');
    const { code, objects, stderr } = await outcome;
    expect(code).toBe(130);
    expect(stderr).toMatch(/stopped: \d+ of 30 moves are finished; the same command goes on from there/);
    expect(objects().at(-1)).toMatchObject({ kind: 'summary', isDone: false });
    expect(readFileSync(join(place().folder, 'early.html'), 'utf8')).toContain(
      'stopped before it was finished',
    );
    expect(place().leftovers()).toEqual([]);
  });
});
