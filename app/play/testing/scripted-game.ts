/** A game whose engines answer when the test says so, and whose disk fails when the test says so. */
import { connect4 } from '../../games/connect4/index.ts';
import type { Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import type { GameLimits } from '../../library/settings-table.ts';
import type { Player } from '../../library/shapes.ts';
import { bareReport } from '../../protocols/protocol.ts';
import { lineThrough, opened } from '../../records/open-tree.ts';
import { newTree, pathTo } from '../../records/tree.ts';
import type { Clock } from '../../sessions/clock.ts';
import type { Decision } from '../ask.ts';
import type { EngineSeat } from '../seats.ts';
import { OpenGame } from '../open-game.ts';
import type { GameStep } from '../../shapes/tree.ts';

/** One question to an engine. */
export interface Question {
  readonly seat: Seat;
  readonly player: EngineSeat;
  readonly moves: string;
  readonly signal: AbortSignal;
  /** Answers and lets the table act on it. */
  answer(decision: Decision): Promise<void>;
  /** Answers with a column, counted from 1. */
  move(column: number): Promise<void>;
  fail(error: Error): Promise<void>;
}

export const human: Player = { kind: 'human' };
export const engine = (id = 'ant', changes: Partial<EngineSeat> = {}): EngineSeat => ({
  kind: 'engine',
  engine: id,
  protocol: 'cfp',
  limit: { kind: 'time', seconds: 1 },
  options: {},
  ...changes,
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Scripted {
  readonly questions: Question[] = [];
  readonly dismissed: Seat[] = [];
  /** What engines of a game were told of it, by its moves, and when it began and was over. */
  readonly said: string[] = [];
  /** Beyond which a game ends. */
  limits: Partial<GameLimits> = {};
  changes = 0;
  kept = 0;
  disk: Error | null = null;
  readonly steps: GameStep[] = [];
  readonly notices: string[] = [];
  readonly table: OpenGame;

  constructor(players: readonly [Player, Player] = [human, human], clock?: Clock) {
    this.table = new OpenGame(
      {
        ask: (seat, player, line, signal) =>
          new Promise((resolve, reject) => {
            this.questions.push(question(seat, player, line, signal, resolve, reject));
          }),
        begin: () => void this.said.push('begin'),
        follow: (line) => void this.said.push(line.game.movesText(line.start, line.moves)),
        dismiss: (seat) => void this.dismissed.push(seat),
        forfeit: (seat, { word }) => void this.said.push(`${word} ${seat}`),
        finish: () => void this.said.push('finish'),
        limits: () => this.limits,
        keep: (step) => {
          this.kept++;
          this.steps.push(step);
          return this.disk ? Promise.reject(this.disk) : Promise.resolve();
        },
        keepSeats: () => Promise.resolve(),
        notice: (sentence) => void this.notices.push(sentence),
        onChange: () => void this.changes++,
        ...(clock && { clock }),
      },
      opened(newTree(connect4, 'g-test')),
      players,
    );
  }

  /** The question that was asked last. */
  get question(): Question {
    const last = this.questions.at(-1);
    if (!last) throw new Error('no engine was asked');
    return last;
  }

  /** The moves up to the node shown. */
  get shown(): string {
    return this.movesTo(this.table.shown);
  }

  /** The moves of the line through the node shown. */
  get moves(): string {
    return this.movesTo(lineThrough(this.table.tree, this.table.shown).at(-1) ?? 0);
  }

  movesTo(node: number): string {
    return pathTo(this.table.tree, node)
      .map(({ move }) => move)
      .join('');
  }

  /** The user plays these columns at the node shown. */
  async play(columns: string): Promise<void> {
    for (const column of columns) await this.table.play(this.table.shown, column);
  }

  /** Shows a ply of the line through the node shown. */
  goTo(ply: number): Promise<void> {
    const line = [0, ...lineThrough(this.table.tree, this.table.shown)];
    return this.table.show(line[Math.min(ply, line.length - 1)]!);
  }
}

function question(
  seat: Seat,
  player: EngineSeat,
  line: Line,
  signal: AbortSignal,
  resolve: (decision: Decision) => void,
  reject: (error: Error) => void,
): Question {
  const answer = (decision: Decision) => {
    resolve(decision);
    return settle();
  };
  return {
    seat,
    player,
    moves: line.game.movesText(line.start, line.moves),
    signal,
    answer,
    fail: (error) => {
      reject(error);
      return settle();
    },
    move: (column) =>
      answer({
        kind: 'report',
        report: bareReport(
          {
            kind: 'move',
            move: line.game.parseMove(line.position, String(column)),
            text: String(column),
          },
          0,
        ),
      }),
  };
}
