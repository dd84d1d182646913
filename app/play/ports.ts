import type { Game, Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { GameLimits } from '../library/settings-table.ts';
import type { GameRecord } from '../records/record.ts';
import type { Decision } from './ask.ts';
import type { EngineSeat, Players } from './seats.ts';

/** What the table needs from the host: engines to ask, and a place to keep the game. */
export interface TablePorts {
  /** Play begins: an engine that has ended before is started once more when it is needed. */
  begin(): void;
  /** The game stands here: for the engines that sit at it, whose processes are opened when they are first needed. */
  follow(line: Line, players: Players): void;
  /** Asks the engine that sits at `seat`; the process is opened when it is first needed. */
  ask(seat: Seat, player: EngineSeat, line: Line, signal: AbortSignal): Promise<Decision>;
  /** The engine of `seat` is wanted no longer. */
  dismiss(seat: Seat): void;
  /** The game is over: engines that serve one alone are wanted no longer. */
  finish(): void;
  /** Resolves when the game would survive a crash; tells of its failure itself where no caller waits for it. */
  keep(record: GameRecord, players: Players): Promise<void>;
  /** Beyond which a game ends on the board that the rules would not end. */
  limits(game: Game): Partial<GameLimits>;
  onChange(): void;
}
