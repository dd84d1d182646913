/** The short way of a search in play, for an engine that has followed the game up to its last move. */
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import { reported } from '../conversation.ts';
import type { DriverEvent, Search, ShortWay, Skimmed } from '../protocol.ts';
import { answerOf, keepValues, progressOf, reportOf, type Answers } from './answers.ts';
import { goLine, isInitial, moveLine } from './commands.ts';
import { plainBestmove, plainInfo, plainInfos } from './messages.ts';
import type { Notations } from './notations.ts';
import type { Purpose, Searches, Task } from './searches.ts';
import type { Board, Go, Wire } from './states.ts';

export class NmmShortWay implements ShortWay {
  readonly #wire: Wire<Purpose>;
  readonly #searches: Searches;
  readonly #notations: Notations;
  readonly #answers: Answers;
  readonly #isAtRest: () => boolean;

  /** @param isAtRest whether the conversation is open and no line is proposed or waits for an answer */
  constructor(
    wire: Wire<Purpose>,
    searches: Searches,
    notations: Notations,
    answers: Answers,
    isAtRest: () => boolean,
  ) {
    this.#wire = wire;
    this.#searches = searches;
    this.#notations = notations;
    this.#answers = answers;
    this.#isAtRest = isAtRest;
  }

  ask(search: Search, now: number): readonly string[] | null {
    const { board } = this.#wire;
    const { line, limit, purpose, only } = search;
    if (purpose !== 'play' || limit.kind !== 'none' || (only ?? null) !== null) return null;
    if (board === null || !this.#knowsMoves || !this.#isAtRest()) return null;
    const { gameKey, start } = line;
    const { position, moves } = line as typeof line & Pick<Board, 'position' | 'moves'>;
    // A position that was sent may have been refused; the answers to the first questions show it.
    if (board.told !== null || board.gameKey !== gameKey || !isInitial(start as MorrisPosition)) return null;
    if (!isNext(board.moves, moves)) return null;
    if (now < this.#answers.quietUntil || morris.result(position) !== null) return null;
    const task = this.#searches.begin(search);
    this.#wire.sentMoveAndGo({ moves, position }, { kind: 'task', task }, now);
    return [moveLine(moves[moves.length - 1]!, this.#notations.moves!), goLine(false)];
  }

  answer(line: string, now: number): readonly DriverEvent[] | null {
    const served = this.#served();
    if (served === null) return null;
    const { go, task, board } = served;
    const { exchange } = this.#wire;
    const heard = plainBestmove(line);
    if (heard === null) {
      const info = this.#searches.wantsStop(go, now) ? null : plainInfo(line);
      if (info === null) return null;
      exchange.comesIn();
      keepValues(info, go);
      return [progressOf(info, go)];
    }
    // An answer may show how the engine writes moves, or that it answers twice.
    if (!this.#knowsMoves || this.#answers.areDoubled) return null;
    exchange.comesIn();
    this.#wire.answered(heard.read.move);
    exchange.about(() => board.position, answerOf(heard));
    const out: DriverEvent[] = [];
    this.#searches.finish(task, reported(task.search, reportOf(heard, go, now, false), true), out);
    out.push({ kind: 'state', state: this.#wire.conversation.state });
    return out;
  }

  skim(text: string, from: number, now: number): Skimmed | null {
    const go = this.#served()?.go;
    if (go === undefined || this.#searches.wantsStop(go, now)) return null;
    const { infos, until } = plainInfos(text, from);
    if (infos.length === 0) return null;
    this.#wire.exchange.comesIn();
    for (const info of infos) keepValues(info, go);
    // An info that has neither takes the place of none that has.
    const newest = infos.findLast((info) => info.eval !== null || info.nodes !== null) ?? infos[0]!;
    return { until, event: progressOf(newest, go) };
  }

  /** The search for a move that the engine thinks about, if a plain line belongs to it for certain. */
  #served(): { readonly go: Go<Purpose>; readonly task: Task; readonly board: Board } | null {
    const { gos } = this.#wire;
    const [go] = gos;
    if (go === undefined || gos.length > 1 || go.purpose?.kind !== 'task') return null;
    const { task } = go.purpose;
    const { board } = go;
    if (board === null || board.told !== null) return null;
    return task.search.purpose === 'play' && this.#searches.isServed(task) ? { go, task, board } : null;
  }

  /** Whether this process itself has shown how it writes moves. */
  get #knowsMoves(): boolean {
    return this.#notations.moves !== null && !this.#notations.isSupposed('moves');
  }
}

/** Whether `moves` goes one move beyond `before`. */
function isNext(before: readonly number[], moves: readonly number[]): boolean {
  if (moves.length !== before.length + 1) return false;
  for (let at = before.length - 1; at >= 0; at--) if (before[at] !== moves[at]) return false;
  return true;
}
