import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compiledOnce } from '../build/lib/kept-compiles.mjs';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-kept-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A compiler that reads `main`, and `part` as a file, else as a folder's index. */
class Compiler {
  runs = 0;
  readonly #sources: ReadonlyMap<string, string>;

  constructor(sources: Readonly<Record<string, string>>) {
    this.#sources = new Map(Object.entries(sources));
  }

  compile(key = 'O3', into = folder) {
    const read = (name: string): string | null => this.#sources.get(name) ?? null;
    return compiledOnce(into, key, read, async (from) => {
      this.runs++;
      const text = `${from('main')}+${from('part.ts') ?? from('part/index.ts')}`;
      return Promise.resolve(Buffer.from(text));
    });
  }
}

const usual = { main: 'a', 'part/index.ts': 'b' };

it('gives what was compiled before, with the sources that went into it', async () => {
  const first = await new Compiler(usual).compile();
  const again = new Compiler(usual);
  const kept = await again.compile();
  expect(again.runs).toBe(0);
  expect(Buffer.from(kept.bytes).toString()).toBe('a+b');
  expect(kept.names).toEqual(['main', 'part/index.ts']);
  expect(first.names).toEqual(kept.names);
  // Nothing half-written is left.
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
});

it.each([
  ['an imported source', { ...usual, 'part/index.ts': 'c' }, 'O3', 'a+c'],
  ['a source of a name that was asked for in vain', { ...usual, 'part.ts': 'd' }, 'O3', 'a+d'],
  ['an option', usual, 'O0', 'a+b'],
])('compiles again after a change of %s', async (_, sources, key, expected) => {
  await new Compiler(usual).compile();
  const changed = new Compiler(sources);
  const { bytes } = await changed.compile(key);
  expect([changed.runs, Buffer.from(bytes).toString()]).toEqual([1, expected]);
});

it.each([
  ['is torn', (text: string) => text.slice(0, -10)],
  ['has other bytes', (text: string) => text.replace(/"bytes":"[^"]*"/, '"bytes":"AAAA"')],
])('compiles again where the entry %s', async (_, spoil) => {
  await new Compiler(usual).compile();
  const path = join(folder, readdirSync(folder)[0]!);
  writeFileSync(path, spoil(readFileSync(path, 'utf8')));
  const again = new Compiler(usual);
  expect(Buffer.from((await again.compile()).bytes).toString()).toBe('a+b');
  expect(again.runs).toBe(1);
});

it('compiles where nothing can be kept', async () => {
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  const compiler = new Compiler(usual);
  for (const runs of [1, 2]) {
    expect(Buffer.from((await compiler.compile('O3', blocked)).bytes).toString()).toBe('a+b');
    expect(compiler.runs).toBe(runs);
  }
});
