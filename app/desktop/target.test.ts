import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withForm } from './target.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-target-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** @param answers the buttons that the user presses */
async function saves(name: string, ...answers: number[]): Promise<{ path: string | null; asked: string[] }> {
  const asked: string[] = [];
  const path = await withForm(join(folder, name), async ({ message }) => {
    asked.push(message);
    return answers.shift()!;
  });
  return { path, asked };
}

it('leaves a name alone that says its form, and one of a file that is replaced', async () => {
  writeFileSync(join(folder, 'old'), '');
  for (const name of ['game.sgf', 'game.PGN', 'moves.txt', 'old']) {
    expect(await saves(name)).toEqual({ path: join(folder, name), asked: [] });
  }
});

it('asks for the form where the name says none', async () => {
  const asked = (name: string) => [`Save ${name} in which form?`];
  expect(await saves('mygame', 1)).toEqual({ path: join(folder, 'mygame.pgn'), asked: asked('mygame') });
  expect(await saves('v1.2', 0)).toEqual({ path: join(folder, 'v1.2.sgf'), asked: asked('v1.2') });
  expect(await saves('mygame', 3)).toEqual({ path: null, asked: asked('mygame') });
});

it('asks before it replaces a file that the system’s dialog knew nothing of', async () => {
  writeFileSync(join(folder, 'mygame.pgn'), '');
  expect((await saves('mygame', 1, 0)).path).toBe(join(folder, 'mygame.pgn'));
  const kept = await saves('mygame', 1, 1);
  expect(kept).toEqual({ path: null, asked: ['Save mygame in which form?', 'Replace mygame.pgn?'] });
});
