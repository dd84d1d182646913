/** Lines that a person types to real engines: what they may do to what an engine stands on, and the way back. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRecording, type RecordedEntry } from '../replay/recording.ts';
import type { Session } from '../sessions/session.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 120_000 });

const wait = { timeout: 30_000, interval: 10 };

let house: House;
beforeEach(async () => (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const refused = (message: RegExp) => ({ code: 'REFUSED', message: expect.stringMatching(message) as string });

const sentTo = ({ traffic }: Session): string[] =>
  traffic.read(0, 10_000).lines.flatMap(({ direction, text }) => (direction === 'sent' ? [text] : []));

const stateOf = ({ id }: Session) =>
  house.client.host.watch().then(async (events) => {
    for await (const event of events) {
      if (event.kind === 'snapshot') return event.state.sessions.find((session) => session.id === id);
    }
    return undefined;
  });

/** The analysis has an answer about the place shown, by the session that runs now. */
async function answered(): Promise<string> {
  const { games } = house.core;
  const line = games.shown.line();
  await expect
    .poll(() => house.analysis.assessment, wait)
    .toMatchObject({ place: games.place, reason: null, report: { fault: null } });
  const { report } = house.analysis.assessment;
  const moves = line.game.moves(line.position).map((move) => line.game.moveText(line.position, move));
  expect(moves).toContain(report!.bestmove);
  return report!.bestmove!;
}

interface Case {
  readonly protocol: string;
  readonly game: string;
  readonly engine: 'connect4' | 'morris' | 'quoridor';
  readonly moves: string;
  /** Leaves the engine elsewhere. */
  readonly typed: readonly string[];
  /** What it is told when it is brought back, up to its question: each begins a line. */
  readonly told: readonly string[];
}

const cases: readonly Case[] = [
  {
    ...{ protocol: 'cfp', game: 'connect4', engine: 'connect4', moves: '4 1 4 1 4 1' },
    typed: ['stop', `position ${'0'.repeat(42)}1`, 'go'],
    told: ['stop', 'cfpnewgame', 'isready', 'position ', 'isready', 'go'],
  },
  {
    ...{ protocol: 'cfsi', game: 'connect4', engine: 'connect4', moves: '4 1 4 1 4 1' },
    typed: ['quit', 'load yesterday', 'play 7/7/7/7/7/7 x 1'],
    told: ['play o2x3/o2x3/o2x3/'],
  },
  {
    ...{ protocol: 'qtp', game: 'quoridor', engine: 'quoridor', moves: 'e8 e2' },
    typed: ['clear_board', 'playmove black a3'],
    told: ['boardsize 9', 'clear_board', 'walls 10', 'playmove ', 'playmove ', 'genmove '],
  },
  {
    ...{ protocol: 'nmm', game: 'morris', engine: 'morris', moves: 'a7 d7 g7' },
    typed: ['stop', 'newgame', 'move P0'],
    told: ['newgame w:', 'go noplay'],
  },
];

describe('an engine that was typed to', () => {
  it.each(cases)(
    'is brought back by $protocol',
    long,
    async ({ protocol, game, engine, moves, typed, told }) => {
      await house.client.games.create({ game, text: moves });
      const id = engine === 'connect4' ? engine : await house.addQuick(engine, protocol);
      await house.client.analysis.start({ engine: id, protocol });
      await answered();
      const session = house.analysis.session!;
      expect(await stateOf(session)).toMatchObject({ disturbed: false, followsPlace: true });
      for (const line of typed) await house.client.sessions.send({ session: session.id, line });
      await expect.poll(() => sentTo(session), wait).toEqual(expect.arrayContaining([...typed]));
      expect(await stateOf(session)).toMatchObject({ disturbed: true });

      const before = sentTo(session).length;
      await house.client.sessions.resynchronise({ session: session.id });
      expect(await stateOf(session)).toMatchObject({ disturbed: false });
      const since = () => sentTo(session).slice(before);
      await expect.poll(() => inOrder(since(), told), wait).toBe(true);
      const best = await answered();
      // No other process took its place.
      expect(house.analysis.session).toBe(session);
      if (game === 'connect4') expect(best).toBe('4');
    },
  );

  it('is started once more and walked there where its protocol has no other way', long, async () => {
    await house.client.games.create({ game: 'stones', text: 'H7G7 C4C3' });
    const engine = await house.addQuick('stones', 'gos');
    await house.client.analysis.start({ engine, protocol: 'gos' });
    await answered();
    const session = house.analysis.session!;
    await house.client.sessions.send({ session: session.id, line: '{"Color":"1"}' });
    expect(await stateOf(session)).toMatchObject({ disturbed: true });
    await house.client.sessions.resynchronise({ session: session.id });
    await expect.poll(() => house.analysis.session === session, wait).toBe(false);
    expect((await session.ended).word).toBe('quit');
    await answered();
    const fresh = house.analysis.session!;
    expect(await stateOf(fresh)).toMatchObject({ disturbed: false });
    expect(sentTo(fresh)[0]).toMatch(/^\{"Color":/);
    expect(sentTo(fresh)).toContainEqual(expect.stringMatching(/^\{"Board":/));
  });

  it('goes on with its game', async () => {
    await house.client.games.create({ game: 'quoridor' });
    const engine = await house.addQuick('quoridor', 'qtp');
    const limit = { kind: 'none' } as const;
    await house.client.game.setPlayer({
      ...house.of,
      seat: 1,
      player: { kind: 'engine', engine, protocol: 'qtp', limit, options: {} },
    });
    await house.client.game.start(house.of);
    const play = (move: string) => house.client.game.play({ at: house.core.games.place, move });
    await play('e8');
    await expect.poll(() => house.record.moves.length, wait).toBe(2);
    const session = house.seated(1)!;
    await house.client.sessions.send({ session: session.id, line: 'playwall white e5 h' });
    await house.client.sessions.resynchronise({ session: session.id });
    const before = sentTo(session).length;
    await play('e7');
    await expect.poll(() => house.record.moves.length, wait).toBe(4);
    expect(house.shown.endingAt()).toBeNull();
    expect(inOrder(sentTo(session).slice(before), ['clear_board', 'genmove white'])).toBe(true);
  });

  it('has its options again', long, async () => {
    await house.client.engines.setOptions({ engine: 'connect4', values: {} });
    await house.client.analysis.start({ engine: 'connect4', protocol: 'cfp' });
    await answered();
    const session = house.analysis.session!;
    const spin = session.options.find((option) => option.type === 'spin');
    if (spin?.type !== 'spin') throw new Error('the bundled engine has no option that is a number');
    const other = spin.default === spin.max ? spin.min : spin.max;
    const line = `setoption name ${spin.name} value ${other}`;
    await house.client.sessions.send({ session: session.id, line });
    await house.client.sessions.resynchronise({ session: session.id });
    await expect
      .poll(() => sentTo(session), wait)
      .toContain(`setoption name ${spin.name} value ${spin.default}`);
    await answered();
  });

  it('is not called disturbed by what changes nothing', async () => {
    await house.client.analysis.start({ engine: 'connect4', protocol: 'cfp' });
    await answered();
    const session = house.analysis.session!;
    for (const line of ['isready', 'debug on', '']) {
      await house.client.sessions.send({ session: session.id, line });
    }
    await expect.poll(() => sentTo(session), wait).toContain('debug on');
    expect(await stateOf(session)).toMatchObject({ disturbed: false });
  });

  it('is refused in words where it follows no place, or has ended', long, async () => {
    await house.client.analysis.start({ engine: 'connect4', protocol: 'cfp' });
    await answered();
    const { id } = house.analysis.session!;
    await house.client.sessions.close({ session: id });
    await expect(house.client.sessions.resynchronise({ session: id })).rejects.toMatchObject(
      refused(/no longer runs/),
    );
    const hung = await house.add('Hung', '--silent');
    const checking = house.client.engines.check({ engine: hung });
    const contact = await vi.waitFor(() => {
      const found = house.core.sessionRegistry.list().find(({ spec }) => spec.engine === hung);
      if (!found) throw new Error('no session yet');
      return found;
    }, wait);
    expect(await stateOf(contact.session)).toMatchObject({ followsPlace: false });
    await expect(house.client.sessions.resynchronise({ session: contact.session.id })).rejects.toMatchObject(
      refused(/does not follow the board/),
    );
    await contact.session.close();
    await checking;
  });
});

describe('what is offered to be typed', () => {
  it('is of the place shown, in the words of the protocol', async () => {
    await house.client.games.create({ game: 'quoridor', text: 'e8 e2' });
    const engine = await house.addQuick('quoridor', 'qtp');
    await house.client.analysis.start({ engine, protocol: 'qtp' });
    await answered();
    const { id: session } = house.analysis.session!;
    const offers = (word: string) => house.client.sessions.offers({ session, word });
    expect((await offers('playmove')).toSorted()).toEqual(['black D8', 'black E7', 'black E9', 'black F8']);
    expect(await offers('playwall')).toHaveLength(128);
    expect(await offers('genmove')).toEqual(['black']);
    expect(await offers('nothing_like_it')).toEqual([]);
    await house.client.games.create({ game: 'morris' });
    const other = await house.addQuick('morris', 'nmm');
    await house.client.analysis.start({ engine: other, protocol: 'nmm' });
    await answered();
    const moves = await house.client.sessions.offers({
      session: house.analysis.session!.id,
      word: 'move',
    });
    expect(moves).toHaveLength(24);
    expect(moves).toContain('P0');
  });

  it('is nothing at a place that is of another game', long, async () => {
    await house.client.games.create({ game: 'connect4', text: '4' });
    await house.client.analysis.start({ engine: 'connect4', protocol: 'cfp' });
    await answered();
    const { id: session } = house.analysis.session!;
    const [position] = await house.client.sessions.offers({ session, word: 'position' });
    expect(position).toMatch(/^0{38}10{3}2$/);
  });
});

describe('a session, rewritten', () => {
  const nasty = ["'; touch owned; '", '$(touch owned)', '\x1b[201~touch owned', 'zw\u200bnbsp\u00a0'];
  let folder: string;

  /** Of an engine that was analysing, and was typed to; it has ended. */
  async function session(
    as: 'script' | 'fixture',
    engine: string,
    protocol: string,
  ): Promise<[string, Session]> {
    await house.client.analysis.start({ engine, protocol });
    await answered();
    const { session: analysing } = house.analysis;
    for (const line of nasty) await house.client.sessions.send({ session: analysing!.id, line });
    await house.client.sessions.close({ session: analysing!.id });
    let text = '';
    for await (const piece of await house.client.sessions.rewritten({ journal: analysing!.id, as }))
      text += piece;
    return [text, analysing!];
  }

  async function entriesOf(path: string): Promise<readonly Pick<RecordedEntry, 'direction' | 'text'>[]> {
    const entries: Pick<RecordedEntry, 'direction' | 'text'>[] = [];
    for await (const piece of (await openRecording(path)).entries()) {
      for (const { direction, text } of piece) if (direction !== 'note') entries.push({ direction, text });
    }
    return entries;
  }

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-rewritten-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('as a script has the bundled engine say it all again', long, async () => {
    await house.client.games.create({ game: 'quoridor' });
    const [text, { traffic }] = await session('script', await house.addQuick('quoridor', 'qtp'), 'qtp');
    writeFileSync(join(folder, 's.sh'), text);
    const { stdout } = await promisify(execFile)('sh', [join(folder, 's.sh')], { cwd: folder });
    const { lines } = traffic.read(0, 100_000);
    const heard = lines.flatMap((line) => (line.direction === 'heard' ? [line.text] : []));
    // What it says of itself; when it is told to leave it may be thinking still, on a machine that is slower by then.
    const introduction = heard.slice(0, heard.indexOf('', heard.indexOf('') + 1));
    expect(introduction).toContain('showboard');
    expect(stdout.split('\n').slice(0, introduction.length)).toEqual(introduction);
    expect(readdirSync(folder)).toEqual(['s.sh']);
  });

  it('as a script names the variables of an engine, and none of their values', async () => {
    const engine = await house.add('Good');
    const { record } = house.core.engines.get(engine);
    const { name, protocol, args, sandbox } = record;
    const environment = { API_KEY: 'hunter2' };
    await house.client.engines.change({
      engine,
      settings: { name, protocol, args: [...args], environment, sandbox },
    });
    const [text] = await session('script', engine, 'cfp');
    expect(text).toContain('API_KEY');
    expect(text).not.toContain('hunter2');
  });

  it('as a fixture is read back by a replay, line by line, and says nothing of this machine', async () => {
    const [text, { journalPath }] = await session('fixture', 'connect4', 'cfp');
    expect(text).not.toContain(folder.slice(0, folder.lastIndexOf('/')) + '/plywire-house');
    expect(text).not.toMatch(/main\.cjs/);
    const path = join(folder, 'fixture.txt');
    writeFileSync(path, text);
    const shown = (await entriesOf(journalPath!)).map(({ direction, text: line }) => ({
      direction,
      text: line.replaceAll('\x1b', '<U+001B>'),
    }));
    expect(await entriesOf(path)).toEqual(shown);
  });

  it.each(['script', 'fixture'] as const)('as a %s is refused at once without a journal', async (as) => {
    await expect(house.client.sessions.rewritten({ journal: 's-none', as })).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('session'),
    });
  });
});

/** Each beginning begins a line, one after the other. */
function inOrder(lines: readonly string[], beginnings: readonly string[]): boolean {
  let at = 0;
  for (const line of lines) if (at < beginnings.length && line.startsWith(beginnings[at]!)) at++;
  return at === beginnings.length;
}
