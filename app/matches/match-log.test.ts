import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityOf } from '../library/running/birth.ts';
import type { MatchEntry } from '../shapes/matches.ts';
import { journalName, MatchLog } from './match-log.ts';
import { MatchRecord, type GameLine } from './match-record.ts';
import { completePlan } from './plan-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-match-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (): string => join(folder, journalName);
const plan = completePlan({ engines: [{ engine: 'a' }, { engine: 'b' }] });
const players = ['A', 'B'].map((name) => ({ name, engine: name, protocol: 'cfp', program: null }));
const opening = { number: 1, text: '44', start: null, moves: ['4', '4'] };
const entries: readonly MatchEntry[] = [
  {
    ...{ kind: 'match', version: 1, at: 1, folder: '/', game: 'connect4', plan, players },
    ...{ concurrency: 1, cores: 2 },
  },
  {
    ...{ kind: 'began', number: 1, round: 1, pair: 1, isPaired: true, players: [0, 1], opening },
    ...{ at: 2, load: 0 },
  },
  { kind: 'ply', number: 1, ply: 3, seat: 0, move: '5', left: [9.5, 10], spent: 0.5 },
  { kind: 'ply', number: 1, ply: 4, seat: 1, move: '6', left: [9.5, 9], spent: 1 },
];

const open = async () => {
  const replayed: MatchEntry[] = [];
  const log = await MatchLog.open(folder, (entry) => replayed.push(entry));
  return { log, replayed };
};

async function written(): Promise<void> {
  const { log } = await open();
  for (const entry of entries) log.write(entry);
  await log.close();
}

describe('the journal of a match', () => {
  it('has a line with the system when it is written', async () => {
    const { log } = await open();
    log.write(entries[0]!);
    expect(readFileSync(path(), 'utf8')).toBe(`${JSON.stringify(entries[0])}\n`);
    await log.close();
    expect(readdirSync(folder)).toEqual([journalName]);
  });

  it('writes the lines of a turn together, in order with others', async () => {
    const { log } = await open();
    log.writeSoon(entries[0]!);
    log.writeSoon(entries[1]!);
    expect(readFileSync(path(), 'utf8')).toBe('');
    await turn();
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    expect(readFileSync(path(), 'utf8')).toBe(text.slice(0, 2).join(''));
    log.writeSoon(entries[2]!);
    log.write(entries[3]!);
    expect(readFileSync(path(), 'utf8')).toBe(text.join(''));
    await turn();
    log.writeSoon(entries[2]!);
    await log.close();
    expect(readFileSync(path(), 'utf8')).toBe(text.join('') + text[2]!);
  });

  it.each([
    { left: [null, 0.1 + 0.2], spent: 1e-7 },
    { left: [1e21, null], spent: 0, lag: 12 },
    { left: [-0, 60], spent: 123.456789, move: '"\\\n\ud800é💥' },
  ] as const)('writes a ply as JSON: %j', async (some) => {
    const ply = { ...{ kind: 'ply', number: 12, ply: 3, seat: 1, move: 'a1-d1xg7' }, ...some } as MatchEntry;
    const { log } = await open();
    log.write(ply);
    log.write(entries[2]!);
    await log.close();
    const { log: again, replayed } = await open();
    await again.close();
    expect(replayed).toEqual([JSON.parse(JSON.stringify(ply)), entries[2]]);
  });

  it('gives its entries back, whatever is torn off its end', async () => {
    await written();
    const whole = readFileSync(path());
    for (let cut = 0; cut <= whole.length; cut += 7) {
      writeFileSync(path(), whole.subarray(0, cut));
      const { log, replayed } = await open();
      const lines = whole.subarray(0, cut).toString().split('\n').length - 1;
      expect(replayed).toEqual(entries.slice(0, lines));
      log.write(entries[lines] ?? entries[0]!);
      await log.close();
      expect(readFileSync(path(), 'utf8').endsWith('}\n')).toBe(true);
    }
  });

  it('is refused if a whole line is not an entry', async () => {
    await written();
    appendFileSync(path(), '{"kind":"ply","number":-1}\n');
    await expect(open()).rejects.toMatchObject({
      message: expect.stringMatching(/Line 5 of .* is not an entry of a match/) as string,
      advice: expect.stringContaining('(head -n 4)') as string,
    });
    // The folder is free again.
    expect(readdirSync(folder)).toEqual([journalName]);
  });

  it('has one writer, and forgets those that have died', async () => {
    const being = identityOf(process.ppid, Date.now());
    writeFileSync(join(folder, `writer-${process.ppid}.json`), JSON.stringify(being));
    await expect(open()).rejects.toThrow(`Another Plywire (process ${process.ppid}) is writing the match`);
    writeFileSync(
      join(folder, `writer-${process.ppid}.json`),
      JSON.stringify({ ...being, exact: 'another boot 1' }),
    );
    writeFileSync(join(folder, 'writer-7.json'), 'torn');
    const { log } = await open();
    expect(readdirSync(folder).filter((name) => name.startsWith('writer'))).toEqual([
      `writer-${process.pid}.json`,
    ]);
    await log.close();
  });
});

describe('the record of a match', () => {
  it('knows how far an unfinished game is', () => {
    const record = new MatchRecord();
    for (const entry of entries) record.apply(entry);
    expect(record.open.get(1)).toMatchObject({ texts: ['4', '4', '5', '6'], left: [9.5, 9] });
    record.apply({ kind: 'resumed', number: 1, ply: 4 });
    expect(record.open.get(1)!.texts).toEqual(['4', '4', '5', '6']);
    record.apply({ kind: 'resumed', number: 1, ply: 0 });
    expect(record.open.get(1)).toMatchObject({ texts: ['4', '4'], left: null });
  });

  it('prints a game as it ends', () => {
    const games: GameLine[] = [];
    const record = new MatchRecord((line) => games.push(line));
    for (const entry of entries) record.apply(entry);
    record.apply({
      ...{ kind: 'ended', number: 1, result: '1-0', ending: 'crashed', reason: 'it left', fault: 1 },
      ...{ adjudicated: null, sessions: [], at: 3, load: 0 },
    });
    expect(games).toEqual([
      {
        ...{ kind: 'game', number: 1, pair: 1, first: 'A', second: 'B', opening: '44' },
        ...{ moves: ['4', '4', '5', '6'], result: '1-0', ending: 'crashed', reason: 'it left' },
      },
    ]);
    expect([record.isFinished(1), record.open.size, record.standing.rows[0]!.points]).toEqual([true, 0, 1]);
  });

  it('is refused if entries do not follow each other', () => {
    const record = new MatchRecord();
    expect(() => record.head).toThrow(/does not begin with its plan/);
    record.apply(entries[0]!);
    expect(() => record.apply(entries[2]!)).toThrow(/no open game 1/);
  });
});
