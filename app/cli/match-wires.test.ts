import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MatchWires } from './match-wires.ts';

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-wires-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the journal of a session, which has this number. */
function write(at: number, bytes: number): string {
  const path = join(folder, `2026-02-03T04-05-0${at}-000Z-s-${at}.journal`);
  writeFileSync(path, 'x'.repeat(bytes));
  return path;
}

const left = (): string[] => readdirSync(folder).map((name) => name.slice(25, -'.journal'.length));

it('deletes the largest journals above the limit, those of an earlier run too, and says so once', () => {
  write(1, 10);
  write(2, 60);
  const wires = new MatchWires(
    folder,
    () => 100,
    (sentence) => said.push(sentence),
  );
  wires.keep(write(3, 20));
  expect([left(), said]).toEqual([['s-1', 's-2', 's-3'], []]);
  // Not the newest, even if it is the largest, which is wanted next.
  wires.keep(write(4, 70));
  expect(left()).toEqual(['s-1', 's-3', 's-4']);
  wires.keep(write(5, 30));
  expect(left()).toEqual(['s-1', 's-3', 's-5']);
  expect(said).toEqual([expect.stringContaining('the largest are deleted')]);
});

it('keeps the newest journal whatever it takes', () => {
  const wires = new MatchWires(
    join(folder, 'missing'),
    () => 1,
    (sentence) => said.push(sentence),
  );
  wires.keep(write(1, 10));
  expect(left()).toEqual(['s-1']);
  wires.keep(write(2, 10));
  expect(left()).toEqual(['s-2']);
});
