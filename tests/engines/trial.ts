/** Runs one case of the table with a real process, and reports the result. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Awaited, EngineCase, ProtocolId } from './case.ts';
import { bot, greedy, launchOf, misbehave } from './support.ts';
import { collectGarbage } from '../support/heap.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import { stones } from '../../app/games/stones/index.ts';
import { makeLine, type Line } from '../../app/games/line.ts';
import { judge } from '../../app/play/judge.ts';
import {
  defaultDeadlines,
  type Deadlines,
  type Protocol,
  type Answer,
} from '../../app/protocols/protocol.ts';
import { cfp } from '../../app/protocols/cfp/index.ts';
import { cfsi } from '../../app/protocols/cfsi/index.ts';
import { gos } from '../../app/protocols/gos/index.ts';
import { FIRST_MOVE } from '../../app/protocols/gos/settings.ts';
import { closedPipeMilliseconds } from '../../app/sessions/ending/departure.ts';
import { ladderSteps, type LadderStep } from '../../app/sessions/ending/ladder.ts';
import { linuxTable } from '../../app/sessions/watch/process-table.ts';
import { graceMilliseconds } from '../../app/sessions/wire/process.ts';
import { Session } from '../../app/sessions/session.ts';
import type { SessionEvent } from '../../app/sessions/types.ts';
import type { SessionEnding } from '../../app/shapes/sessions.ts';

const protocols: Readonly<Record<ProtocolId, Protocol>> = { cfp, cfsi, gos };

/** Deadlines, and a bot's limit by the rules of its match; all in milliseconds. */
interface Waits extends Deadlines {
  readonly 'first move': number;
}

const usual: Waits = { ...defaultDeadlines, 'first move': Number(FIRST_MOVE) * 1000 };
/** For the trials: short where the case waits for their end. */
const short: Waits = { handshake: 900, ready: 700, stop: 700, move: 700, 'first move': 1000 };
const long: Waits = { handshake: 60_000, ready: 60_000, stop: 60_000, move: 60_000, 'first move': 60_000 };

function waitsOf({ expected }: EngineCase): Waits {
  const awaits = expected.kind === 'ends' ? expected.awaits : null;
  if (awaits === null || awaits === 'mute' || awaits === 'leave' || awaits === 'look' || awaits === 'flood')
    return long;
  return { ...long, [awaits]: short[awaits] };
}

/** The ladder as it is climbed: if no line tells an engine to quit, its input is closed at once. */
export function ladderOf(one: EngineCase): readonly LadderStep[] {
  const { lines: words, milliseconds } = goodbyeOf(one);
  return ladderSteps(milliseconds).slice(words.length > 0 ? 0 : 1);
}

/** How long an ending may take, in milliseconds: the wait, the ladder up to its rung, held pipes. */
export function boundOf(one: EngineCase, waits: Waits = usual): number {
  const steps = ladderOf(one);
  const { awaits, rung } =
    one.expected.kind === 'ends' ? one.expected : ({ awaits: null, rung: steps[0]!.rung } as const);
  const last = steps.findIndex((step) => step.rung === rung);
  // Beyond a limit the engine is not asked to quit.
  if (awaits === 'flood') return steps[last]!.milliseconds;
  if (awaits === 'look') return waitOf(one, awaits, waits) + steps[last]!.milliseconds;
  const ladder = steps.slice(0, last + 1).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return waitOf(one, awaits, waits) + ladder + (one.held ? 2 * graceMilliseconds : 0);
}

const goodbyeOf = ({ protocol }: EngineCase): Protocol['shutdown'] => protocols[protocol].shutdown;

function waitOf(one: EngineCase, awaits: Awaited, waits: Waits): number {
  if (awaits === null || awaits === 'flood') return 0;
  if (awaits === 'leave') return goodbyeOf(one).milliseconds;
  if (awaits === 'look') return linuxTable().interval;
  return awaits === 'mute' ? closedPipeMilliseconds : waits[awaits];
}

export interface TrialOutcome {
  readonly ending: SessionEnding;
  /** Milliseconds from the last act to the end; the least and the most they may be. */
  readonly took: number;
  readonly least: number;
  readonly most: number;
  readonly pid: number | null;
  readonly journalPath: string;
  readonly tallyPath: string;
  /** In the environment of everything that the engine started. */
  readonly mark: string;
  readonly told: EventCounts;
  /** Final answers by search, and the rules' verdict on each if it was checked. */
  readonly answers: ReadonlyMap<number, { readonly text: string; readonly verdict: 'move' | string }>;
  readonly lastSearch: number;
  /** The most bytes by which this process grew. */
  readonly grown: number;
}

/** Counts a session's events: the lines themselves would distort the memory measured. */
class EventCounts {
  readonly oddities = new Set<string>();
  readonly finals = new Map<number, Answer>();
  heard = 0;
  stderr = 0;
  gaps = 0;
  #next: number | null = null;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    session.subscribe((event) => this.#take(event));
  }

  /** Resolves when `holds` does, or when the session has ended. */
  async until(holds: () => boolean): Promise<void> {
    if (holds() || this.#session.ending) return;
    await new Promise<void>((resolve) => {
      const leave = this.#session.subscribe((event) => {
        if (!holds() && event.kind !== 'ended') return;
        leave();
        resolve();
      });
    });
  }

  #take(event: SessionEvent): void {
    if (event.kind === 'line') {
      const { direction, seq } = event.line;
      this.#next ??= seq;
      if (seq !== this.#next++) this.gaps++;
      if (direction === 'heard') this.heard++;
      if (direction === 'stderr') this.stderr++;
      for (const { name } of event.line.oddities) this.oddities.add(name);
    } else if (event.kind === 'report' && event.final) {
      this.finals.set(event.search, event.report.answer);
    }
  }
}

const fours = [[], [3]].map((moves) => makeLine(connect4, 'game 1', connect4.initial(), moves));
const stonesLines = [makeLine(stones, 'game 1', stones.initial(), [])];

/** The positions asked about, first and second. */
const linesOf = ({ protocol }: EngineCase): readonly Line[] => (protocol === 'gos' ? stonesLines : fours);

async function perform(one: EngineCase, session: Session, told: EventCounts): Promise<number> {
  const think = (id: 1 | 2): void => {
    const limit = { kind: 'none' } as const;
    session.request({ kind: 'search', search: { id, line: linesOf(one)[id - 1]!, limit, purpose: 'play' } });
  };
  const thinking = (): boolean => session.state === 'thinking';
  let provoked = performance.now();
  const now = (): void => void (provoked = performance.now());
  session.start();
  if (one.act === 'start') return provoked;
  await told.until(() => session.opened);
  now();
  if (one.act === 'close') return provoked;
  if (one.act === 'type quit') {
    session.type(goodbyeOf(one).lines.join('\n'));
    return provoked;
  }
  think(1);
  if (one.act === 'search') {
    if (one.expected.kind === 'goes on') await told.until(() => told.finals.has(1));
    return provoked;
  }
  await told.until(thinking);
  if (one.act === 'type') {
    const line = `info ${'x'.repeat(60_000)}`;
    for (let sent = 0; sent < 2e6 && session.type(line); sent += line.length) await turn();
    now();
    return provoked;
  }
  const last = one.act === 'move on' ? 2 : 1;
  if (last === 2) {
    think(2);
    await told.until(() => told.finals.has(1));
    await told.until(thinking);
  }
  session.request({ kind: 'stop' });
  now();
  if (one.expected.kind === 'goes on') await told.until(() => told.finals.has(last));
  return provoked;
}

const programs = { misbehave, greedy, gos: bot } as const;

/** Bytes of growth above which garbage is collected before the growth counts. */
const suspectGrowth = 64 * 1024 * 1024;

export async function run(one: EngineCase, id: string, folder: string): Promise<TrialOutcome> {
  const own = join(folder, id);
  mkdirSync(own);
  const tallyPath = join(own, 'tally');
  const mark = `MISBEHAVE_CASE=${id}-${process.pid}`;
  const made = typeof one.engine === 'function';
  const waits = waitsOf(one);
  const session = new Session({
    id,
    launch: launchOf(
      made ? one.engine(own) : programs[one.fixture ?? 'misbehave'],
      made ? [] : (one.engine as readonly string[]),
      {
        environment: { MISBEHAVE_TALLY: tallyPath, MISBEHAVE_CASE: `${id}-${process.pid}` },
      },
    ),
    protocol: protocols[one.protocol],
    journalPath: join(own, 'journal'),
    deadlines: waits,
    ...(one.protocol === 'gos' && { settings: { 'first-move': String(waits['first move'] / 1000) } }),
    ...(one.quotaBytes !== undefined && { quotaBytes: one.quotaBytes }),
    ...(one.limits !== undefined && { limits: one.limits }),
  });
  const told = new EventCounts(session);
  const before = process.memoryUsage.rss();
  let most = before;
  let collected = 0;
  const sampler = setInterval(() => {
    let now = process.memoryUsage.rss();
    // What is kept counts, not what a busy machine has yet to collect.
    if (now - before > suspectGrowth && performance.now() - collected > 200) {
      collectGarbage();
      collected = performance.now();
      now = process.memoryUsage.rss();
    }
    most = Math.max(most, now);
  }, 10);
  let provoked = await perform(one, session, told);
  const closes = one.act === 'close' || one.expected.kind === 'goes on';
  if (one.expected.kind === 'goes on') provoked = performance.now();
  const ending = closes ? await session.close() : await session.ended;
  const took = performance.now() - provoked;
  clearInterval(sampler);
  const answers = [...told.finals].map(([search, answer]) => {
    const verdict = judge(linesOf(one)[search - 1]!, answer);
    return [
      search,
      { text: answer.text, verdict: verdict.kind === 'move' ? 'move' : verdict.fault.kind },
    ] as const;
  });
  return {
    ending,
    took,
    told,
    mark,
    tallyPath,
    // A sample may come right after the limit was passed.
    least:
      one.expected.kind === 'ends' && one.expected.awaits !== 'look'
        ? waitOf(one, one.expected.awaits, waits)
        : 0,
    most: boundOf(one, waits),
    pid: session.pid,
    journalPath: session.journalPath!,
    answers: new Map(answers),
    lastSearch: one.act === 'move on' ? 2 : 1,
    grown: most - before,
  };
}
