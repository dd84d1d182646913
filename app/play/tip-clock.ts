/** The clocks of a game, from the times kept with its moves: the clock of the side to move at the tip runs. */
import type { Game, Seat } from '../games/game.ts';
import type { Positions } from '../records/positions.ts';
import { nodeOf, type GameTree } from '../records/tree.ts';
import type { Clock } from '../sessions/clock.ts';
import type { Annotations, NodeId } from '../shapes/tree.ts';
import { GameClock, type RunningClock } from './game-clock.ts';
import { readTimeControl, timeControlHeader, type TimeControl } from './time-control.ts';

/** Seconds that each side had left at the beginning of its turn, and the clock that runs. */
export interface GameClocks {
  readonly left: readonly [number, number];
  readonly running: RunningClock | null;
}

export interface TipClockPorts {
  readonly game: Game;
  readonly positions: Positions;
  readonly tree: () => GameTree;
  readonly onFlag: (seat: Seat) => void;
  /** By default that of the system. */
  readonly clock?: Clock | undefined;
}

/** The clocks of a game that is played: that of the side to move at the tip runs. */
export class TipClock {
  readonly #ports: TipClockPorts;
  readonly #clock: GameClock;
  /** The node at which the running clock was started. */
  #at: NodeId | null = null;

  constructor(ports: TipClockPorts) {
    this.#ports = ports;
    this.#clock = new GameClock(ports.onFlag, ports.clock);
  }

  /** Null if the game has no clock. */
  get control(): TimeControl | null {
    return readTimeControl(this.#ports.tree().headers[timeControlHeader]);
  }

  /** The clocks at a node; null if the game has none. */
  clocksAt(at: NodeId): GameClocks | null {
    const { control } = this;
    if (control === null) return null;
    return {
      left: [this.#leftAt(control, 0, at), this.#leftAt(control, 1, at)],
      running: this.#clock.running,
    };
  }

  /** Lets the clock of the side to move at the tip run. @param tip null if play does not run */
  follow(tip: NodeId | null): void {
    const { control } = this;
    if (tip === null || control === null) return this.stop();
    if (tip === this.#at && this.#clock.running !== null) return;
    const { game, positions, tree } = this.#ports;
    const position = positions.at(tree(), tip);
    if (game.result(position) !== null) return this.stop();
    const seat = game.seatToMove(position);
    this.#at = tip;
    this.#clock.start(seat, this.#leftAt(control, seat, tip));
  }

  stop(): void {
    this.#clock.stop();
  }

  /** What is kept with a move at a node; undefined unless a clock runs there. */
  stampAt(at: NodeId, move: string): Pick<Annotations, 'clock' | 'spent'> | undefined {
    const { control } = this;
    const { spent, running } = this.#clock;
    if (control === null || at !== this.#at || spent === null || running === null) return undefined;
    const { game, positions, tree } = this.#ports;
    const position = positions.at(tree(), at);
    const after = game.play(position, game.parseMove(position, move));
    // The first action of two does not end the turn.
    const added = control.kind === 'game' && game.beginsTurn(after) ? control.increment : 0;
    return { clock: rounded(Math.max(0, running.left - spent) + added), spent: rounded(spent) };
  }

  /** Seconds that a side has left at a node. */
  #leftAt(control: TimeControl, seat: Seat, at: NodeId): number {
    if (control.kind === 'move') return control.seconds;
    const { game, positions } = this.#ports;
    const tree = this.#ports.tree();
    for (
      let node = nodeOf(tree, at);
      node !== null && node.parent !== null;
      node = nodeOf(tree, node.parent)
    ) {
      const mover = game.seatToMove(positions.at(tree, node.parent));
      if (mover === seat && node.clock !== null) return node.clock;
    }
    return control.seconds;
  }
}

/** To milliseconds. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
