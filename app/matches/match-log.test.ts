import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityOf } from '../library/running/birth.ts';
import type { MatchEntry, MatchHead } from '../shapes/matches.ts';
import { entryHash, journalName, lineHash, MatchLog, readEntries } from './match-log.ts';
import { MatchRecord, type GameLine } from './match-record.ts';
import { Refused } from '../shapes/refused.ts';
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

it('keeps the colours of a journal from before the engine that is named first moved first', () => {
  const [head] = entries as readonly [Extract<MatchEntry, { kind: 'match' }>];
  const three = {
    ...{ ...head, plan: { ...plan, swap: false, games: 1, engines: [...plan.engines, { engine: 'c' }] } },
    players: [...players, { ...players[0]!, name: 'C' }],
  };
  const first = [undefined, true].map((namedFirst) => {
    const record = new MatchRecord();
    record.apply(namedFirst === undefined ? three : { ...three, namedFirst });
    return record.gamesOf(0).map((game) => game.players.join(' '));
  });
  expect(first).toEqual([
    ['1 2', '2 0', '0 1'],
    ['1 2', '0 2', '0 1'],
  ]);
});

type Began = Extract<MatchEntry, { kind: 'began' }>;
type Ply = Extract<MatchEntry, { kind: 'ply' }>;

const ended: Extract<MatchEntry, { kind: 'ended' }> = {
  ...{ kind: 'ended', number: 1, result: '1-0', ending: 'crashed', reason: 'it left', fault: 1 },
  ...{ adjudicated: null, sessions: [], at: 3, load: 0 },
};

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

  it('names the line that its reader refuses, and passes on other errors', async () => {
    await written();
    const failing = (error: Error) =>
      readEntries(path(), ({ kind }) => {
        if (kind === 'ply') throw error;
      });
    await expect(failing(new Refused('It is wrong.'))).rejects.toMatchObject({
      ...{ name: 'Refused', message: `Line 3 of ${path()}: It is wrong.` },
      advice: expect.stringMatching(/changed by another program.*\(head -n 2\)/) as string,
    });
    const other = new Error('of the disk');
    await expect(failing(other)).rejects.toBe(other);
  });

  it('has one writer, and forgets those that have died', async () => {
    const being = identityOf(process.ppid, Date.now());
    writeFileSync(join(folder, `writer-${process.ppid}.json`), JSON.stringify(being));
    await expect(open()).rejects.toThrow(`Another Plywire (process ${process.ppid}) is writing the match`);
    writeFileSync(
      join(folder, `writer-${process.ppid}.json`),
      JSON.stringify({ ...being, exact: 'another boot 1' }),
    );
    const { log } = await open();
    expect(readdirSync(folder).filter((name) => name.startsWith('writer'))).toEqual([
      `writer-${process.pid}.json`,
    ]);
    await log.close();
  });

  it("removes no file of the user's, and follows no link in its folder", async () => {
    const other = JSON.stringify(identityOf(process.ppid, 1));
    const files = { 'writer-notes.txt': 'mine', 'writer-7.json': '{}', 'writer-8.json': other };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    mkdirSync(join(folder, 'writer-9.json'));
    symlinkSync(join(folder, 'writer-notes.txt'), join(folder, `writer-${process.pid}.json`));
    const { log } = await open();
    await log.close();
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    }
    expect(readdirSync(folder).sort()).toEqual([journalName, ...Object.keys(files), 'writer-9.json'].sort());
  });

  it.each([
    ['a first line of brackets', '', '['.repeat(8_000_000), /Line 1 of .* is not an entry of a match/],
    ['a later line of objects', 'head', '{"a":'.repeat(800_000), /Line 2 of .* is not an entry of a match/],
    [
      'a list of what does not fit',
      'head',
      `{"kind":"judged","lost":[${'0,'.repeat(1e6)}0]}`,
      /Line 2 of .*/,
    ],
    ['a later line that no match writes', 'head', ' '.repeat(5e6), /Line 2 of .* is too long for an entry/],
    ['a last line that does not end', 'head', ' '.repeat(6e6), /Line 2 of .* is too long for an entry/],
  ])('is refused soon, and without much memory, with %s', async (what, before, line, words) => {
    const head = before === '' ? '' : `${JSON.stringify(entries[0])}\n`;
    writeFileSync(path(), `${head}${line}${what.endsWith('not end') ? '' : '\n'}`);
    const began = process.cpuUsage();
    await expect(readEntries(path(), () => undefined)).rejects.toThrow(words);
    const { user } = process.cpuUsage(began);
    // Brackets alone took several seconds.
    expect(user).toBeLessThan(2e6);
  });

  it('has the same hash of an entry before it is written and of its line', async () => {
    await written();
    const hashes: string[] = [];
    await readEntries(path(), (_, line) => hashes.push(lineHash(line)));
    expect(hashes).toEqual(entries.map(entryHash));
    expect(new Set(hashes).size).toBe(entries.length);
  });
});

describe('the record of a match', () => {
  const [head, began, third, fourth] = entries as [MatchHead, Began, Ply, Ply];

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
    record.apply(ended);
    expect(games).toEqual([
      {
        ...{ kind: 'game', number: 1, pair: 1, first: 'A', second: 'B', opening: '44' },
        ...{ moves: ['4', '4', '5', '6'], result: '1-0', ending: 'crashed', reason: 'it left' },
      },
    ]);
    expect([record.isFinished(1), record.open.size, record.standing.rows[0]!.points]).toEqual([true, 0, 1]);
  });

  it('is over when all games have ended, or when its test is decided', () => {
    const record = new MatchRecord();
    const second = { ...began, number: 2, players: [1, 0] } as const;
    for (const entry of [...entries, ended, second]) {
      record.apply(entry);
      expect(record.isOver).toBe(false);
    }
    record.apply({ ...ended, number: 2 });
    expect([record.isOver, record.isDecided]).toEqual([true, false]);
    record.apply({ kind: 'rounds', rounds: 1 });
    expect(record.isOver).toBe(false);
    const sprt = { elo0: -400, elo1: 0, alpha: 0.49, beta: 0.49, model: 'logistic' } as const;
    const test = new MatchRecord();
    test.apply({ ...head, plan: completePlan({ ...plan, rounds: 50, sprt }) });
    for (const entry of [...entries.slice(1), ended, second, { ...ended, number: 2 }]) test.apply(entry);
    expect([test.isDecided, test.isOver]).toEqual([true, true]);
  });

  it('counts the time of a move that was lost on time', () => {
    const record = new MatchRecord();
    for (const entry of entries) record.apply(entry);
    const late = { ...ended, ending: 'time', fault: 0, result: '0-1' } as const;
    record.apply({ ...late, spent: 7 });
    expect(record.standing.rows.map(({ time }) => time)).toEqual([
      { moves: 2, seconds: 7.5, longest: 7 },
      { moves: 1, seconds: 1, longest: 1 },
    ]);
    // Journals of earlier versions do not have it.
    const earlier = new MatchRecord();
    for (const entry of [...entries, late]) earlier.apply(entry);
    expect(earlier.standing.rows[0]!.time).toEqual({ moves: 1, seconds: 0.5, longest: 0.5 });
  });

  it('is refused if entries do not follow each other', () => {
    const record = new MatchRecord();
    expect(() => record.head).toThrow(/does not begin with its plan/);
    for (const entry of entries.slice(1))
      expect(() => record.apply(entry)).toThrow(/not begin with its plan/);
    record.apply(entries[0]!);
    expect(() => record.apply(entries[2]!)).toThrow(/no open game 1/);
  });

  const judged: Extract<MatchEntry, { kind: 'judged' }> = {
    ...{ kind: 'judged', number: 1, players: [0, 1], decisions: [1, 0], kept: [1, 0], lost: [] },
  };
  const swiss = completePlan({ ...plan, tournament: 'swiss' });
  const joined = { kind: 'player', player: players[0]!, engine: { engine: 'c' }, first: 3 } as const;

  it.each<[string, readonly MatchEntry[], RegExp]>([
    ['another game', [{ ...head, game: 'chess' }], /There is no game "chess"; known games: connect4, /],
    ['one player', [{ ...head, players: players.slice(1) }], /has 1 player and 2 engines/],
    [
      'one engine',
      [{ ...head, plan: { ...plan, engines: [{ engine: 'a' }] } }],
      /has 2 players and 1 engine;/,
    ],
    [
      'a gauntlet of seeds alone',
      [{ ...head, plan: completePlan({ ...plan, tournament: 'gauntlet', seeds: 2 }) }],
      /none is left/,
    ],
    ['a second plan', [head, head], /has a plan already/],
    ['an engine that joins a Swiss tournament', [{ ...head, plan: swiss }, joined], /takes none once it has/],
    [
      'an unknown player',
      [head, { ...began, players: [0, 7] }],
      /between players 0 and 7; the match has 0 to 1/,
    ],
    ['a player against itself', [head, { ...began, players: [1, 1] }], /between players 1 and 1/],
    ['a game behind the last one', [head, { ...began, number: 3 }], /There is no game 3: the match has 2/],
    ['a game that is open', [head, began, began], /Game 1 begins a second time/],
    ['a game that has ended', [head, began, ended, began], /Game 1 begins a second time/],
    [
      'an opening that the rules do not allow',
      [head, { ...began, opening: { ...opening, moves: ['4', '9'] } }],
      /Game 1, ply 2 cannot be played: .*column 9/,
    ],
    [
      'an opening from no position',
      [head, { ...began, opening: { ...opening, start: 'x' } }],
      /Game 1, ply 1 cannot be played: /,
    ],
    ['a ply left out', [head, began, fourth], /Game 1 has ply 4 where ply 3 belongs/],
    ['a ply twice', [head, began, third, third], /Game 1 has ply 3 where ply 4 belongs/],
    [
      'a game that goes on elsewhere',
      [head, began, third, { kind: 'resumed', number: 1, ply: 4 }],
      /goes on behind ply 4, and stands at ply 3/,
    ],
    ['a ply of another game', [head, began, { ...third, number: 2 }], /no open game 2/],
    ['an end twice', [head, began, ended, ended], /no open game 1/],
    ['a judgement before the end', [head, began, judged], /judged before its end, or a second time/],
    ['a judgement twice', [head, began, ended, judged, judged], /judged before its end, or a second time/],
    ['a judgement of other players', [head, began, ended, { ...judged, players: [0, 2] }], /players 0 and 2/],
  ])('is refused with %s', (_, all, words) => {
    const record = new MatchRecord();
    for (const entry of all.slice(0, -1)) record.apply(entry);
    expect(() => record.apply(all.at(-1)!)).toThrow(Refused);
    expect(() => record.apply(all.at(-1)!)).toThrow(words);
  });
});
