/** The examples of docs/adding.md, run through the suites of all games and protocols. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withBundle } from '../../build/lib/bundle.mjs';
import type { Game } from '../../app/games/game.ts';
import { makeLine } from '../../app/games/line.ts';
import { gameSuite } from '../../app/games/testing/suite.ts';
import { findBundledEngines } from '../../app/library/bundled.ts';
import { protocolSuite } from '../../app/protocols/testing/suite.ts';
import { launchOf, makeBench, shortDeadlines } from '../engines/support.ts';
import { fuzz, halves } from '../fuzz/fuzz.ts';
import { growth, MOST_GROWTH } from '../fuzz/memory.ts';
import { echo } from './echo/index.ts';
import { sample } from './echo/sample.fixture.ts';
import { nim } from './nim/index.ts';

const recordings = [
  { name: 'nim.txt', text: readFileSync(new URL('./echo/nim.txt', import.meta.url), 'utf8') },
];

describe('the game of Nim', () => gameSuite(nim as Game));

describe('the Echo protocol', { timeout: 60_000 }, () => {
  protocolSuite(echo, sample, recordings);

  it.each(halves)('its %s keeps every promise', (half) => {
    const subject = { protocol: echo, sample, recordings };
    expect(fuzz(subject, half, { inputs: 10_000, seed: 1 }).failure).toBeNull();
    expect(growth(subject, half, 1000, 16_384)).toBeLessThan(MOST_GROWTH);
  });
});

describe('the Nim engine', { timeout: 60_000 }, () => {
  const bench = makeBench();
  afterAll(async () => expect(await bench.clean()).toEqual([]));

  it('is found by its manifest', async () => {
    const folder = join(process.cwd(), 'tests', 'examples');
    expect(await findBundledEngines(folder)).toMatchObject([{ id: 'nim', protocols: ['echo'] }]);
  });

  it('plays as a process of its own', async () => {
    const main = join(process.cwd(), 'tests', 'examples', 'nim-engine', 'main.ts');
    await withBundle(process.cwd(), { main }, async (folder) => {
      const launch = launchOf(process.execPath, [join(folder, 'main.mjs')]);
      const running = bench.open(launch, { protocol: echo, deadlines: shortDeadlines });
      const start = nim.initial({ stones: 11 });
      const line = makeLine(nim as Game, 'g', start, [2]);
      running.session.request({
        kind: 'search',
        search: { id: 1, line, limit: { kind: 'none' }, purpose: 'play' },
      });
      const { report, final } = await running.until('report');
      expect([report.answer, final]).toEqual([{ kind: 'move', move: 1, text: '1' }, true]);
      expect(await running.session.close()).toMatchObject({ word: 'quit', exitCode: 0 });
      expect(running.lines('heard')).toEqual(['hello', 'best 1 9/11 o']);
    });
  });
});

/** The line of a registry, and its list. */
const listed = /^(const all: .* =) \[(.*)\];$/m;

describe('docs/adding.md', () => {
  const path = join(process.cwd(), 'docs', 'adding.md');
  const text = readFileSync(path, 'utf8');

  it('speaks of files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !existsSync(join(path, '..', link)))).toEqual([]);
  });

  // The others in the list are only examples, so that a new game or protocol leaves the document true.
  it('shows the lines of the registries, with one word more', () => {
    for (const [file, name] of [
      ['app/games/registry.ts', 'nim'],
      ['app/protocols/registry.ts', 'echo'],
    ] as const) {
      const [, line = '', list = ''] = listed.exec(readFileSync(join(process.cwd(), file), 'utf8')) ?? [];
      const shown = [...text.matchAll(new RegExp(listed, 'gm'))].find(([, begin]) => begin === line);
      const names = shown?.[2]?.split(', ') ?? [];
      expect(names.at(-1)).toBe(name);
      expect(list.split(', ')).toEqual(expect.arrayContaining(names.slice(0, -1)));
    }
  });
});
