import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeLine } from '../games/line.ts';
import { gameById } from '../games/registry.ts';
import { bareReport, type Search } from '../protocols/protocol.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEvent } from '../sessions/types.ts';
import { Recording } from './recording.ts';
import type { Said } from './store.ts';
import { Tellers, type TellerFacts } from './tellers.ts';

const connect4 = gameById('connect4');

let folder: string;
let file: string;
let said: Said[];
let recording: Recording;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-recording-'));
  file = join(folder, 'engine');
  writeFileSync(file, 'a program');
  said = [];
  recording = new Recording({ record: (one) => said.push(one) > 0 }, new Tellers(join(folder, 'kept')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a recording uses of a session; reports are made by hand. */
class Speaker {
  readonly notes: string[] = [];
  readonly searches: Search[] = [];
  disturbed = false;
  #listener: (event: SessionEvent) => void = () => undefined;

  get session(): Session {
    return this as unknown as Session;
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }

  searchOf(id: number): Search | null {
    return this.searches.find((search) => search.id === id) ?? null;
  }

  note(text: string): void {
    this.notes.push(text);
  }

  ask(id: number, more: Partial<Search> = {}): void {
    const line = makeLine(connect4, 'g-1', connect4.initial(), []);
    this.searches.push({ id, line, limit: { kind: 'none' }, purpose: 'analyse', ...more });
  }

  say(search: number, column: number, depth: number): void {
    const answer = { kind: 'move', move: column - 1, text: String(column) } as const;
    const report = { ...bareReport(answer, 1), depth };
    this.#listener({ kind: 'report', search, report, final: false, source: null });
  }
}

const facts = (options: Record<string, string> = {}): TellerFacts => ({
  ...{ engine: 'e-1', name: 'Mine', protocol: 'cfp', settings: {}, options },
  launch: {
    ...{ file, interpreter: null, interpreterArgs: [], args: [], folder: null, environment: {} },
    ...{ bundled: false, sandbox: false },
  },
});

const heard = (): unknown[] => said.map(({ looked: { depth }, judged }) => [depth, judged().bestmove]);

it('takes the reports of every search, those before it is known who speaks included', async () => {
  const speaker = new Speaker();
  recording.watch(speaker.session, facts());
  speaker.ask(1);
  speaker.say(1, 4, 1);
  speaker.say(1, 4, 2);
  // One of a search that is long forgotten.
  speaker.say(7, 4, 9);
  expect(said).toEqual([]);
  await recording.settled();
  // Of one position only the deepest waited.
  expect(heard()).toEqual([[2, '4']]);
  speaker.say(1, 3, 3);
  expect(heard()).toEqual([
    [2, '4'],
    [3, '3'],
  ]);
  const teller = await recording.tellerOf(speaker.session);
  expect(said.every((one) => one.teller.id === teller!.id)).toBe(true);
  expect((await recording.tellerFor(facts())).id).toBe(teller!.id);
});

it('takes nothing that is about one move alone, or about a position that a typed line may have changed', async () => {
  const speaker = new Speaker();
  recording.watch(speaker.session, facts());
  await recording.settled();
  speaker.ask(1, { only: 3 });
  speaker.say(1, 4, 5);
  speaker.ask(2);
  speaker.disturbed = true;
  speaker.say(2, 4, 5);
  speaker.disturbed = false;
  expect(said).toEqual([]);
  speaker.say(2, 4, 6);
  expect(heard()).toEqual([[6, '4']]);
});

it('knows another teller from the moment at which options change', async () => {
  const speaker = new Speaker();
  recording.watch(speaker.session, facts());
  await recording.settled();
  speaker.ask(1);
  speaker.say(1, 4, 1);
  recording.setOptions(speaker.session, {});
  speaker.say(1, 4, 2);
  recording.setOptions(speaker.session, { Level: '3' });
  speaker.say(1, 4, 3);
  await recording.settled();
  expect(said.map(({ teller }) => teller.options)).toEqual([{}, {}, { Level: '3' }]);
  expect(new Set(said.map(({ teller }) => teller.id)).size).toBe(2);
});

it('takes nothing of a program that was rebuilt while it was hashed, and says so', async () => {
  const speaker = new Speaker();
  recording.watch(speaker.session, facts());
  writeFileSync(file, 'another program');
  speaker.ask(1);
  speaker.say(1, 4, 1);
  await recording.settled();
  speaker.say(1, 4, 2);
  expect(said).toEqual([]);
  expect(speaker.notes).toEqual([
    expect.stringMatching(
      /^what this engine says about positions is not kept: .* has changed since the engine was started$/,
    ),
  ]);
  expect(await recording.tellerOf(speaker.session)).toBeNull();
});
