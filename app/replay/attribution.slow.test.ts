/**
 * A session and the replay of its journal say the same about each line: what it answers, and what is odd about it. The
 * journal keeps the engine's output in the pieces it came in, so both see the same bytes at the same times.
 */
import { describe, expect, it } from 'vitest';
import { makeLine, type Line } from '../games/line.ts';
import { defaultDeadlines, type Protocol } from '../protocols/protocol.ts';
import { protocols } from '../protocols/registry.ts';
import type { ResponderEvent } from '../protocols/responder.ts';
import { Random } from '../protocols/testing/random.ts';
import { recordingsOf, parseTranscript } from '../protocols/testing/recordings.ts';
import { sampleOf, type Sample } from '../protocols/testing/fixtures.ts';
import type { Mark } from '../sessions/journal/blocks.ts';
import type { JournalEntries, JournalEntry } from '../sessions/journal/reader.ts';
import { ManualClock } from '../sessions/testing.ts';
import { LineSplitter, withoutReturn } from '../sessions/wire/lines.ts';
import { Pump } from '../sessions/wire/pump.ts';
import type { ReplayEvent } from './events.ts';
import { journalEntries } from './journal-entries.ts';
import { Understanding } from './understanding.ts';

/** What is reported about a line, for comparison. */
interface Said {
  readonly text: string;
  readonly answers: readonly number[];
  readonly oddities: string[];
}

/** Reported by the clock alone: a recording has no time after its last line. */
const timely: ReadonlySet<string> = new Set(['late-bestmove']);

/** A session without a process: output is fed to it in pieces. */
class Live {
  readonly clock = new ManualClock();
  readonly pump: Pump;
  readonly said: Said[] = [];
  readonly journal: JournalEntry[] = [];
  /** Lines sent, for an engine to read. */
  readonly sent: string[] = [];
  readonly ended = new Set<number>();
  #lost = false;
  readonly #splitters: Readonly<Record<'<--' | '<!!', LineSplitter>>;
  #chunkTime = 0;

  constructor(protocol: Protocol) {
    const tell = (text: string, answers: readonly number[]): void => {
      this.said.push({ text: withoutReturn(text), answers, oddities: [] });
    };
    this.pump = new Pump(protocol.createDriver(defaultDeadlines), this.clock, {
      writable: () => true,
      write: (line, byHand, now) => {
        this.#note(byHand ? '==>' : '-->', Buffer.from(`${line}\n`), now);
        this.sent.push(line);
        return true;
      },
      together: (work) => work(),
      sent: (line, _byHand, _oddities, links) => tell(line, links.answers),
      heard: (text, _cut, _oddities, links) => tell(text, links.answers),
      skimmed: () => {
        throw new Error('lines are told one by one here');
      },
      complained: (text) => tell(text, []),
      event: (event) => {
        if (event.kind === 'oddity' && !timely.has(event.oddity.name)) {
          this.said.at(-1)!.oddities.push(event.oddity.name);
        }
        if (event.kind === 'failed' || (event.kind === 'report' && event.final)) this.ended.add(event.search);
        if (event.kind === 'fault') this.#lost = true;
      },
      next: () => this.said.length,
      behind: () => false,
      endWhole: () => false,
      answered: () => {},
      broken: (error) => {
        throw error;
      },
    });
    this.#splitters = {
      '<--': new LineSplitter((text, cut) => this.pump.heard(text, cut, this.#chunkTime)),
      '<!!': new LineSplitter((text, cut) => this.pump.complained(text, cut, this.#chunkTime)),
    };
  }

  /** Whether a session would have ended by now. */
  get lost(): boolean {
    return this.#lost;
  }

  read(mark: '<--' | '<!!', bytes: Buffer): void {
    this.#chunkTime = this.clock.now();
    this.#note(mark, bytes, this.#chunkTime);
    this.pump.piece(() => this.#splitters[mark].push(bytes));
  }

  #note(mark: Mark, bytes: Buffer, now: number): void {
    this.journal.push({ micros: Math.round(now * 1000), mark, bytes });
  }
}

async function replayed(protocol: Protocol, journal: readonly JournalEntry[]): Promise<readonly Said[]> {
  const entries = {
    read: 0,
    torn: 0,
    async *[Symbol.asyncIterator]() {
      yield* journal;
    },
  } as unknown as JournalEntries;
  const understanding = new Understanding(protocol);
  const events: ReplayEvent[] = [];
  for await (const piece of journalEntries(entries)) {
    for (const entry of piece) understanding.observe(entry, events);
  }
  const said: { text: string; answers: number[]; oddities: string[] }[] = [];
  for (const event of events) {
    if (event.kind === 'oddity' && timely.has(event.name)) continue;
    if (event.kind === 'oddity') said[event.line - 1]!.oddities.push(event.name);
    else if (event.kind === 'settled') settle(said[event.line - 1]!, event.answers);
    else if (event.kind === 'heard') settle(at(event), event.answers);
    else if (event.kind === 'sent' || event.kind === 'stderr') at(event);
  }
  return said;

  function at({ line, text }: { line: number; text: string }) {
    return (said[line - 1] ??= { text, answers: [], oddities: [] });
  }
  function settle(one: { answers: number[] }, answers: readonly number[] = []): void {
    one.answers.push(...answers.map((line) => line - 1));
  }
}

/** Splits bytes at random places. */
function cut(random: Random, bytes: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = random.below(3) === 0 ? bytes.length : Math.min(bytes.length, from + 1 + random.below(60));
    pieces.push(bytes.subarray(from, to));
    from = to;
  }
  return pieces;
}

const all = [...protocols.values()];

describe.each(
  all.flatMap((protocol) => recordingsOf(protocol).map(({ name, text }) => ({ protocol, name, text }))),
)('$name', ({ protocol, text }) => {
  it('is said the same of, live and replayed, however it is cut into pieces', async () => {
    const lines = parseTranscript(text).filter(({ mark }) => mark !== '###');
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(seed);
      const live = new Live(protocol);
      for (let at = 0; at < lines.length;) {
        const { mark, seconds } = lines[at]!;
        live.clock.advance(Math.max(0, seconds * 1000 - live.clock.now()));
        if (mark === '-->') {
          live.pump.send(lines[at++]!.text, true);
          continue;
        }
        let said = '';
        for (; lines[at]?.mark === mark; at++) said += `${lines[at]!.text}\n`;
        for (const piece of cut(random, Buffer.from(said))) {
          live.read(mark as '<--' | '<!!', piece);
          if (random.below(2) === 0) live.clock.advance(random.below(3));
        }
      }
      expect(await replayed(protocol, live.journal), `seed ${seed}`).toEqual(live.said);
    }
  });
});

/** An engine whose answers randomly come twice, late, not at all or beside noise. */
class Unsteady {
  readonly #responder;
  readonly #random: Random;
  readonly #sample: Sample;
  readonly #live: Live;
  #out = '';

  constructor(sample: Sample, random: Random, live: Live) {
    this.#sample = sample;
    this.#responder = sample.responder();
    this.#random = random;
    this.#live = live;
    this.#obey(this.#responder.open?.() ?? []);
  }

  /** Reads what was sent, and answers. */
  turn(): void {
    for (let line = this.#live.sent.shift(); line !== undefined; line = this.#live.sent.shift()) {
      this.#obey(this.#responder.receive(line));
      if (this.#random.below(3) === 0) break;
    }
    if (this.#out === '') return;
    const pieces = cut(this.#random, Buffer.from(this.#out));
    this.#out = '';
    for (const piece of pieces) {
      this.#live.read('<--', piece);
      if (this.#random.below(3) === 0) this.#live.clock.advance(this.#random.below(4));
    }
  }

  #obey(events: readonly ResponderEvent[]): void {
    const { game, noise } = this.#sample;
    const answers: string[] = [];
    for (const event of events) {
      if (event.kind === 'send') answers.push(event.line);
      else if (event.kind === 'search') {
        const [bestmove = null] = game.moves(event.job.position);
        const line = bestmove === null ? [] : [bestmove];
        const score = { type: 'static', value: 0.05 } as const;
        const finding = { bestmove, score, scores: [], line, depth: 3, nodes: 7 };
        this.#obey(this.#responder.answer(event.job.id, finding));
      }
    }
    if (answers.length === 0) return;
    const text = answers.map((line) => `${line}\n`).join('');
    const luck = this.#random.below(24);
    // Lost, doubled, or with noise before or after it; most often correct.
    if (luck === 0) return;
    if (luck === 1) this.#out += text + text;
    else if (luck === 2) this.#out += `${this.#random.pick(noise)}\n${text}`;
    else if (luck === 3) this.#out += `${text}${this.#random.pick(noise)}\n`;
    else this.#out += text;
  }
}

describe.each(all)('a session over $id', (protocol) => {
  it('with an unsteady engine is understood as its journal is', async () => {
    const sample = await sampleOf(protocol);
    const { game, limits, setup } = sample;
    let searches = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed);
      const live = new Live(protocol);
      live.pump.request({ kind: 'start' });
      const engine = new Unsteady(sample, random, live);
      const moves: unknown[] = [];
      let asked = 0;
      for (let turn = 0; turn < 400 && !live.lost; turn++) {
        engine.turn();
        live.clock.advance(random.below(random.below(20) === 0 ? 3000 : 5));
        if (asked > 0 && !live.ended.has(asked)) continue;
        if (random.below(4) > 0) continue;
        const line: Line = makeLine(game, 'g', game.initial(setup), moves);
        const legal = game.moves(line.position);
        if (game.result(line.position) || legal.length === 0) break;
        live.pump.request({ kind: 'follow', line, seat: game.seatToMove(line.position) });
        asked++;
        searches++;
        live.pump.request({
          kind: 'search',
          search: { id: asked, line, limit: random.pick(limits), purpose: 'play' },
        });
        moves.push(random.pick(legal));
      }
      expect(await replayed(protocol, live.journal), `seed ${seed}`).toEqual(live.said);
    }
    expect(searches).toBeGreaterThan(25);
  });
});
