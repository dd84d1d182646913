/** Plays a match: a schedule, several games at once, every step in the journal before the next one is taken. */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Game } from '../games/game.ts';
import { makeLine, type Line } from '../games/line.ts';
import { playedPlies, startAt } from '../games/plies.ts';
import { gameById } from '../games/registry.ts';
import type { GameLimits } from '../library/settings-table.ts';
import type { Retry } from '../play/ask.ts';
import { retryWords } from '../play/ending.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { Session } from '../sessions/session.ts';
import type { GameSession, Opening, Restart, TimeAllowed } from '../shapes/matches.ts';
import { ScoreJudge, type Proven } from './adjudication.ts';
import { EnginePool } from './engine-pool.ts';
import { GameQueue } from './game-queue.ts';
import { isOdd, type MatchLog } from './match-log.ts';
import type { MatchRecord, UnfinishedGame } from './match-record.ts';
import { inMicroseconds, loadNow, resultOf, sessionsOf } from './entry-values.ts';
import { diskRetry, MatchWriter } from './match-writer.ts';
import { referee, type GameOver, type GameState, type SeatedEngine, type PlyMade } from './referee.ts';
import type { ScheduledGame } from './schedule.ts';
import { LagMeter } from './timed-ask.ts';

/** How a player's engine is run. */
export interface PlayerRules {
  readonly time: TimeAllowed | null;
  readonly depth: number | null;
  readonly restart: Restart;
}

export interface MatchPorts {
  /** Starts the engine of a player. @throws Refused */
  readonly open: (player: number) => EngineHandle;
  /** A process has ended; `isOdd` if a game that it played ended by a fault. */
  readonly onClosed: (session: Session, isOdd: boolean) => void;
  /** Called before a game with the process of each side. @param slot of those that play at once, from 0 */
  readonly seat?: (slot: number, session: Session, signal: AbortSignal) => Promise<void>;
  readonly prove?: (line: Line, signal: AbortSignal) => Promise<Proven | null>;
  /** A sentence for the user. */
  readonly say: (sentence: string) => void;
  /** After each change of the standing. */
  readonly onChange: () => void;
}

export interface MatchRules {
  readonly players: readonly PlayerRules[];
  /** In the order of their use. */
  readonly openings: readonly Opening[];
  readonly limits: Partial<GameLimits>;
  readonly concurrency: number;
  /** Begins unfinished games anew. */
  readonly replaysGames: boolean;
}

/** Why a match has stopped. */
export type Stop = 'complete' | 'sprt' | 'finish' | 'interrupted';

export class Match {
  readonly #record: MatchRecord;
  readonly #writer: MatchWriter;
  readonly #rules: MatchRules;
  readonly #ports: MatchPorts;
  readonly #game: Game;
  readonly #pool: EnginePool;
  readonly #odd = new Set<string>();
  readonly #lag = new LagMeter();
  readonly #queue: GameQueue;
  #told = new Set<string>();

  constructor(record: MatchRecord, log: MatchLog, rules: MatchRules, ports: MatchPorts) {
    this.#record = record;
    this.#writer = new MatchWriter(log, record, ports.say);
    this.#rules = rules;
    this.#ports = ports;
    this.#game = gameById(record.head.game);
    this.#queue = new GameQueue(record, () => record.isDecided);
    this.#pool = new EnginePool(2 * rules.concurrency, {
      open: ports.open,
      restart: (player) => rules.players[player]!.restart,
      onClosed: (session) => ports.onClosed(session, this.#odd.delete(session.id)),
    });
  }

  /** Finishes the running games and begins no more. */
  finish(): void {
    this.#queue.finish();
  }

  /** Begins no more games until `goOn`; those that run go on. */
  hold(): void {
    this.#queue.hold();
  }

  goOn(): void {
    this.#queue.goOn();
  }

  get isPaused(): boolean {
    return this.#queue.isPaused;
  }

  /** Plays until the end, or until `signal` is aborted: unfinished games then wait for the next run. */
  async run(signal: AbortSignal): Promise<Stop> {
    // One that fails stops the others.
    const failure = new AbortController();
    const either = AbortSignal.any([signal, failure.signal]);
    // Every game listens.
    setMaxListeners(0, either);
    const wake = (): void => this.#queue.look();
    either.addEventListener('abort', wake);
    if (this.#isClocked) this.#lag.start();
    const slots = Array.from({ length: this.#rules.concurrency }, (_, slot) =>
      this.#slot(slot, either).catch((error: unknown) => {
        failure.abort();
        throw error;
      }),
    );
    const ended = await Promise.allSettled(slots);
    this.#lag.stop();
    await this.#pool.close();
    either.removeEventListener('abort', wake);
    for (const slot of ended) if (slot.status === 'rejected') throw slot.reason;
    if (this.#record.isDecided) return 'sprt';
    if (signal.aborted) return 'interrupted';
    return this.#queue.isFinishing ? 'finish' : 'complete';
  }

  get #isClocked(): boolean {
    return this.#rules.players.some(({ time }) => time !== null);
  }

  async #slot(slot: number, signal: AbortSignal): Promise<void> {
    const { wait } = this.#record.head.plan;
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst && wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
      const next = await this.#queue.next(signal);
      if (next === null) return;
      let open = 'began' in next ? await this.#resume(next, signal) : await this.#begin(next, signal);
      while (open !== null) open = await this.#play(open, slot, signal);
      this.#queue.look();
    }
  }

  /** @returns the game if it is to go on with other processes; null if it has ended, or `signal` was aborted */
  async #play(open: UnfinishedGame, slot: number, signal: AbortSignal): Promise<UnfinishedGame | null> {
    const { began } = open;
    const [one, other] = began.players;
    const handles = [this.#pool.acquire(one!), this.#pool.acquire(other!)] as const;
    const before = handles.map((handle) => {
      const { session } = handle;
      return { session, from: session.traffic.next, hasPlayed: this.#pool.hasPlayed(handle) };
    });
    const { seat: sits } = this.#ports;
    if (sits !== undefined) await Promise.all(before.map(({ session }) => sits(slot, session, signal)));
    const earlier = [...open.sessions];
    const seated = before.map(({ session, from }, seat): GameSession => {
      return { seat: seat as 0 | 1, session: session.id, lines: [from, null] };
    });
    await this.#writer.write({ kind: 'seated', number: began.number, sessions: seated }, signal);
    if (!this.#isClocked) this.#prepareNext(began.players, handles);
    const answered = new Set<0 | 1>();
    const over = await referee(
      [this.#seated(one!, handles[0]), this.#seated(other!, handles[1])],
      this.#stateOf(open),
      this.#refereePorts(open, answered, signal),
    );
    const fault = over?.ending.fault ?? null;
    const isSpent =
      fault !== null &&
      over?.ending.word === 'crashed' &&
      before[fault]!.hasPlayed &&
      !answered.has(fault) &&
      handles[fault].session === before[fault]!.session &&
      this.#pool.learnPlaysOnce(began.players[fault]!);
    if (fault !== null && !isSpent) {
      const { sandbox } = handles[fault].session.ending ?? {};
      if (sandbox !== undefined) this.#sayOnce(`${this.#nameOf(began.players[fault]!)}: ${sandbox}`);
    }
    const own = handles.flatMap(({ session }, seat) => sessionsOf(seat as 0 | 1, before[seat]!, session));
    const sessions = [...earlier, ...own];
    const unwritten = handles.some(({ session }) => session.journalFault !== null);
    const waits = over?.ending.word === 'void' && unwritten;
    const goesOn = isSpent || waits;
    if (over !== null && !waits && isOdd({ fault, ending: over.ending.word })) {
      for (const { session } of sessions) this.#odd.add(session);
    }
    if (over !== null && !goesOn) await this.#end(open, over, sessions, signal);
    handles.forEach((handle, seat) => {
      const isSound = over !== null && over.ending.word !== 'void' && fault !== seat;
      this.#pool.release(began.players[seat]!, handle, isSound);
    });
    if (isSpent) return this.#goOnAnew(open, fault, over.ending.reason, signal);
    return waits ? this.#goOnLater(open, signal) : null;
  }

  /** A program that leaves after a game, or cannot bear a second one, has not lost the next one by that. */
  #goOnAnew(
    open: UnfinishedGame,
    seat: 0 | 1,
    reason: string,
    signal: AbortSignal,
  ): Promise<UnfinishedGame | null> {
    const { number, players } = open.began;
    const { restart } = this.#rules.players[players[seat]!]!;
    const further =
      restart === 'off'
        ? 'Leave restart=off out, so that each of its games has a process of its own.'
        : 'From now on each of its games has a process of its own, as with restart=on.';
    this.#ports.say(
      `game ${number}, ${this.#nameOf(players[seat]!)}: its process, which had played before, ended before its first answer in this game; the game goes on with another one. ${further} (${reason})`,
    );
    return this.#resume(open, signal);
  }

  /** A full disk is the fault of neither engine: the game waits for it, as it does for the journal of the match. */
  async #goOnLater(open: UnfinishedGame, signal: AbortSignal): Promise<UnfinishedGame | null> {
    this.#ports.say(`game ${open.began.number} waits until the journals of its sessions can be written.`);
    await pause(diskRetry, undefined, { signal }).catch(() => undefined);
    return signal.aborted ? null : this.#resume(open, signal);
  }

  /**
   * Starts processes of the next game ahead: short games would otherwise mostly wait for them. Not under clocks, where
   * a process that starts takes time from those that play.
   */
  #prepareNext(players: readonly number[], handles: readonly EngineHandle[]): void {
    if (!players.some((player, seat) => this.#pool.isForOneGame(player, handles[seat]!))) return;
    const next = this.#queue.nextPlayers;
    players.forEach((player, seat) => {
      if (next.includes(player)) this.#pool.prepare(player, handles[seat]!);
    });
  }

  async #begin(next: ScheduledGame, signal: AbortSignal): Promise<UnfinishedGame | null> {
    const { openings } = this.#rules;
    if (next.opening === openings.length) {
      this.#sayOnce(
        `The ${openings.length} openings are used up and are played again from the first one on.`,
      );
    }
    const opening = openings[next.opening % openings.length]!;
    const { number, round, pair, isPaired, players } = next;
    // Written together with the entry of its processes, which follows.
    await this.#writer.put(
      {
        ...{ kind: 'began', number, round, pair, isPaired, players, opening },
        ...{ at: Date.now(), load: loadNow() },
      },
      true,
      signal,
    );
    return this.#record.open.get(number) ?? null;
  }

  async #resume(open: UnfinishedGame, signal: AbortSignal): Promise<UnfinishedGame | null> {
    const { number } = open.began;
    const ply = this.#rules.replaysGames ? 0 : open.texts.length;
    if (!(await this.#writer.write({ kind: 'resumed', number, ply }, signal))) return null;
    this.#ports.say(ply === 0 ? `game ${number}: begun anew` : `game ${number}: resumed at ply ${ply}`);
    return open;
  }

  async #end(
    { began: { number } }: UnfinishedGame,
    { ending, adjudicated, spent }: GameOver,
    sessions: readonly GameSession[],
    signal: AbortSignal,
  ): Promise<void> {
    await this.#writer.write(
      {
        ...{ kind: 'ended', number, result: resultOf(ending), ending: ending.word, reason: ending.reason },
        ...{ fault: ending.fault, adjudicated, sessions, at: Date.now(), load: loadNow() },
        ...(spent !== null && { spent: inMicroseconds(spent) }),
      },
      signal,
    );
    this.#ports.onChange();
  }

  #seated(player: number, handle: EngineHandle): SeatedEngine {
    const { time, depth } = this.#rules.players[player]!;
    return { handle, time, depth };
  }

  #stateOf({ began, texts, left }: UnfinishedGame): GameState {
    const start = startAt(this.#game, began.opening.start);
    const moves: unknown[] = [];
    const asked: [number, number] = [0, 0];
    for (const { before, move } of playedPlies(this.#game, start, texts)) {
      if (moves.length >= began.opening.moves.length) asked[this.#game.seatToMove(before)]++;
      moves.push(move);
    }
    const clocks = began.players.map((player) => this.#rules.players[player]!.time?.game ?? null);
    return {
      line: makeLine(this.#game, `match-${began.number}`, start, moves),
      texts,
      left: left ?? [clocks[0]!, clocks[1]!],
      asked,
    };
  }

  #nameOf(player: number): string {
    return this.#record.players[player]!.name;
  }

  /** @param answered takes the seats that have made a move */
  #refereePorts({ began: { number, players } }: UnfinishedGame, answered: Set<0 | 1>, signal: AbortSignal) {
    const { plan } = this.#record.head;
    const { prove } = this.#ports;
    const judged = plan.draw !== null || plan.resign !== null;
    return {
      ...{ limits: this.#rules.limits, signal, lag: this.#lag },
      scores: judged ? new ScoreJudge(plan.draw, plan.resign) : null,
      ...(plan.proof && prove !== undefined && { prove }),
      onPly: ({ ply, seat, move, left, seconds, lag, areQuick }: PlyMade) => {
        answered.add(seat);
        const spent = inMicroseconds(seconds);
        const entry = { kind: 'ply', number, ply, seat, move, left, spent } as const;
        return this.#writer.put(lag >= 1 ? { ...entry, lag: Math.round(lag) } : entry, areQuick, signal);
      },
      onRetry: (seat: 0 | 1, retry: Retry) =>
        this.#ports.say(
          `game ${number}, ${this.#nameOf(players[seat]!)}: ${retryWords(this.#game, seat, retry)}`,
        ),
    };
  }

  #sayOnce(sentence: string): void {
    if (this.#told.has(sentence)) return;
    this.#told.add(sentence);
    this.#ports.say(sentence);
  }
}
