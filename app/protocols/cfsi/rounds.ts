/**
 * The rounds of one search: CFSI knows no limit but the depth, so a search by time or without end is plays
 * of rising depth, each asked when the one before is answered, the last one ended by `quit`.
 */
import { formatPlacement, TOKENS, type Connect4Position } from '../../games/connect4/index.ts';
import type { Search, Intent } from '../protocol.ts';
import type { Report } from '../report.ts';
import { encodeCommand } from './commands.ts';
import { openColumns, pliesLeft } from './messages.ts';
import type { Line } from '../../games/line.ts';
import { quoted } from './states.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';

export class Rounds {
  readonly search: Search;
  readonly position: Connect4Position;
  /** A play is proposed or on the wire. */
  asking = false;
  /** The search is to end with the answer that is on its way. */
  ending = false;
  /** When the first play went out, in ms. */
  beganAt: number | null = null;
  #depth = 0;
  #complete: Report | null = null;
  #truncated: Report | null = null;
  #failure: string | null = null;
  #settled = false;

  constructor(search: Search, position: Connect4Position) {
    this.search = search;
    this.position = position;
  }

  /** Nothing deeper is left to ask. */
  get settled(): boolean {
    return this.#settled;
  }

  /**
   * When the search is to be ended, in ms: a search by time when that is up, and any other in a game after `longest`,
   * for an engine that answers pings may think for ever. Null where the clock does not end it or has not begun.
   */
  endsAt(longest: number): number | null {
    const { limit, purpose } = this.search;
    if (this.beganAt === null || this.ending) return null;
    if (limit.kind === 'time') return this.beganAt + limit.seconds * 1000;
    return purpose === 'play' ? this.beganAt + longest : null;
  }

  /** The play of the next round, as a line. */
  ask(): string {
    const { limit, only } = this.search;
    this.asking = true;
    this.#depth = limit.kind === 'depth' ? limit.plies : this.#depth + 1;
    return encodeCommand({
      kind: 'play',
      placement: formatPlacement(this.position),
      token: TOKENS[this.position.mover],
      depth: this.#depth,
      column: typeof only === 'number' ? only : null,
    });
  }

  /** An answer to its own play came. */
  take(report: Report): void {
    this.asking = false;
    if (report.truncated) {
      this.#truncated = report;
      // Someone's quit cut this round; going on would defy it.
      this.ending = true;
      return;
    }
    this.#complete = report;
    this.#settled = this.search.limit.kind === 'depth' || this.#decides(report);
  }

  /** Its own play was refused. */
  fail(reason: string): void {
    this.asking = false;
    this.#failure = reason;
    this.#settled = true;
  }

  /** The deepest complete round, or the truncated one where none is complete. */
  get final(): Report | null {
    return this.#complete ?? this.#truncated;
  }

  /** Why there is no report, and whether the engine refused to give one. */
  get failure(): { readonly reason: string; readonly by?: 'refused' } {
    if (this.#failure !== null) return { reason: this.#failure, by: 'refused' };
    return { reason: 'the search ended before its first answer' };
  }

  /**
   * Whether a deeper round can tell nothing new. It cannot where no stone is left to fall beyond this
   * depth, nor where the answer is not a move. And it cannot change a decisive score: at full depth d every
   * static leaf is smaller in size than 10^-(d-1), hence than any four within d, so minimax prefers a four
   * of its own, and shuns one of the other side, before anything static. A win in k <= d is thus forced and
   * the shortest there is, a loss in k <= d inevitable and the longest there is, whatever lies deeper.
   * For play the answer's own score suffices; analysis goes on until every column has such a score.
   */
  #decides(report: Report): boolean {
    if (report.answer.kind !== 'move' || this.#depth >= pliesLeft(this.position)) return true;
    if (report.score?.type === 'decisive') {
      if (this.search.purpose === 'play' || typeof this.search.only === 'number') return true;
      if (report.score.winner === 'opponent') return true;
    }
    const { scores } = report;
    const every = scores !== null && scores.size >= openColumns(this.position).length;
    return every && [...scores.values()].every((score) => score.type === 'decisive');
  }
}

// What can be asked of a CFSI server, and why some intents cannot be served.

export const capabilities: Capabilities = {
  stop: true,
  analyse: true,
  time: true,
  depth: true,
  setPosition: 'any',
  score: true,
  scoresPerMove: true,
  options: false,
  debug: false,
  ping: true,
  drawing: false,
};

/** Why nothing can be sent for this intent, in words; null where something can. */
export function objection(intent: Intent, state: DriverState): string | null {
  switch (intent.kind) {
    case 'start':
      return state === 'quitting' ? 'after stop the server cannot be started again' : null;
    case 'ping':
      return state === 'quitting' ? 'after stop the server answers no ping' : null;
    case 'options': {
      const names = Object.keys(intent.values).join(', ');
      return names === '' ? null : `CFSI has no options; ${quoted(names)} cannot be set`;
    }
    case 'press':
      return `CFSI has no options; ${quoted(intent.option)} cannot be pressed`;
    case 'debug':
      return 'CFSI has no debug mode; a server sends debug lines as it likes';
    case 'search':
    case 'resynchronise':
    case 'follow':
    case 'stop':
    case 'showBoard':
      return null;
  }
}

/** Why no search can be about this line of play, in words. */
export function lineObjection({ game }: Line): string | null {
  return game.id === 'connect4' ? null : `CFSI carries Connect Four, not ${game.name}`;
}

/** Why no server could be asked for this search, in words. */
export function searchObjection(search: Search): string | null {
  const { game, position } = search.line;
  const objected = lineObjection(search.line);
  if (objected !== null) return objected;
  const result = game.result(position);
  return result ? `the game is over: ${result.reason}` : limitFault(search);
}

/** Why a search asks for what CFSI cannot be asked for, in words; null where it can. */
function limitFault({ limit, only }: Search): string | null {
  if (limit.kind === 'depth' && !(Number.isSafeInteger(limit.plies) && limit.plies >= 1)) {
    return `the depth must be a whole number greater than zero, not ${limit.plies}`;
  }
  if (limit.kind === 'time' && !(limit.seconds > 0)) return `there is no time to search: ${limit.seconds} s`;
  if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time to search has no end';
  return only === undefined || only === null || Number.isSafeInteger(only)
    ? null
    : 'a column is a whole number';
}

/** Lines that were proposed and are not yet reported as sent, with whatever each of them serves. */
export class Proposals<Owner> {
  readonly #open: { readonly line: string; readonly owner: Owner | null }[] = [];

  add(line: string, owner: Owner | null): void {
    this.#open.push({ line, owner });
  }

  has(line: string): boolean {
    return this.#open.some((proposal) => proposal.line === line);
  }

  /** The line went out: gives what it serves; null where that is nothing, or a person typed it. */
  take(line: string): Owner | null {
    const index = this.#open.findIndex((proposal) => proposal.line === line);
    const [proposal] = index < 0 ? [] : this.#open.splice(index, 1);
    return proposal?.owner ?? null;
  }
}
