/**
 * The engine's side of QTP, on the states of `states.ts`. It reads as leniently as the text asks, and writes exactly as
 * the text does. It answers commands in order: those that arrive during a search wait.
 *
 * | state    | `genmove` | search answers             | `quit`                 | other command |
 * |----------|-----------|----------------------------|------------------------|---------------|
 * | idle     | thinking  |                            | answered; exits        | answered      |
 * | thinking | waits     | answered; takes what waits | waits; ends the search | waits         |
 */
import type { Seat } from '../../games/game.ts';
import { quoridor, orientationOf, wallsPlaced, type QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Finding, Responder, ResponderEvent } from '../responder.ts';
import { fitLine } from '../text.ts';
import { commandNames, type CommandName } from './commands.ts';
import {
  placementOf,
  readColor,
  readCommand,
  readInt,
  readMove,
  readWall,
  writeColor,
  writePlacement,
  type Command,
} from './messages.ts';
import { Board } from './position.ts';
import { Conversation } from './states.ts';
import type { EngineOption, Limit } from '../../shapes/engines.ts';

export interface QtpEngine {
  readonly name: string;
  /** The limit of the next search. */
  limit(): Limit;
  /**
   * Each option is a command, a private extension: `level 3` sets the option `level`. A spin takes an int within its
   * bounds, a combo one of its words, a check a boolean.
   */
  readonly options?: readonly Extract<EngineOption, { type: 'spin' | 'combo' | 'check' }>[];
}

/** The most commands that can wait. Further ones are counted, and refused in their turn; only a `quit` is obeyed. */
export const MAX_QUEUED = 4096;

const SYNTAX = 'syntax error';

interface Running {
  readonly id: number;
  readonly seat: Seat;
  readonly position: QuoridorPosition;
  cancelled: boolean;
}

const blank: ResponderEvent = { kind: 'send', line: '' };

/** A whole answer with its blank line at the end; no other line is blank. */
function answer(mark: '=' | '?', lines: readonly string[]): ResponderEvent[] {
  const [first = '', ...rest] = lines;
  const head = first === '' ? mark : `${mark} ${first}`;
  return [
    { kind: 'send', line: head },
    ...rest.map((line): ResponderEvent => ({ kind: 'send', line })),
    blank,
  ];
}

const done = (...lines: readonly string[]): ResponderEvent[] => answer('=', lines);
const refused = (reason: string): ResponderEvent[] => answer('?', [reason]);

class QtpResponder implements Responder {
  readonly #engine: QtpEngine;
  readonly #conversation = new Conversation();
  readonly #board = new Board();
  readonly #queue: Command[] = [];
  /** The number of commands that arrived while the queue was full. */
  #beyond = 0;
  /** The `quit` behind those. */
  #quit: Command | null = null;
  #running: Running | null = null;
  #jobs = 0;

  constructor(engine: QtpEngine) {
    this.#engine = engine;
  }

  receive(line: string): readonly ResponderEvent[] {
    if (this.#conversation.state === 'quitting') return [];
    const command = readCommand(line);
    if (command === null) return [];
    if (!this.#running) return this.#obey(command);
    // Nothing is answered after quit.
    if (this.#quit !== null) return [];
    if (this.#beyond === 0 && this.#queue.length < MAX_QUEUED) this.#queue.push(command);
    else if (command.name === 'quit') this.#quit = command;
    else this.#beyond++;
    if (command.name !== 'quit' || this.#running.cancelled) return [];
    this.#running.cancelled = true;
    return [{ kind: 'cancel', id: this.#running.id }];
  }

  progress(): readonly ResponderEvent[] {
    // QTP has no message for progress.
    return [];
  }

  answer(id: number, { bestmove }: Finding): readonly ResponderEvent[] {
    const running = this.#running;
    if (running?.id !== id) return [];
    this.#running = null;
    this.#conversation.follow('answer');
    return [...this.#generated(running, bestmove), ...this.#next()];
  }

  /** Plays the move that was found, or else any legal move, and answers with it: genmove never fails. */
  #generated({ seat, position }: Running, found: unknown): readonly ResponderEvent[] {
    const tries = (moves: readonly unknown[]): number | undefined =>
      moves.find((move): move is number => typeof move === 'number' && this.#board.playMove(seat, move));
    const move = tries([found]) ?? tries(quoridor.moves(position));
    // After the end of a game there is no move: the answer is the pawn's own cell.
    const placement = placementOf(position.size, move ?? position.pawns[seat]);
    return done(writePlacement(placement, 'vertex+word'));
  }

  #next(): readonly ResponderEvent[] {
    const events: ResponderEvent[] = [];
    while (!this.#running && this.#conversation.state !== 'quitting') {
      const command = this.#queue.shift();
      if (!command) break;
      events.push(...this.#obey(command));
    }
    if (this.#running || this.#conversation.state === 'quitting') return events;
    for (; this.#beyond > 0; this.#beyond--) {
      events.push(...refused(`${MAX_QUEUED} commands were waiting already`));
    }
    return this.#quit === null ? events : [...events, ...this.#obey(this.#quit)];
  }

  #obey({ name, args }: Command): readonly ResponderEvent[] {
    this.#conversation.follow(name === 'genmove' ? 'genmove' : name === 'quit' ? 'quit' : 'command');
    this.#conversation.follow('opened');
    const board = this.#board;
    switch (name as CommandName) {
      case 'name':
        return done(fitLine(this.#engine.name));
      case 'known_command':
        return done(String(this.#known.includes(args[0] ?? '')));
      case 'list_commands':
        return done(...this.#known);
      case 'quit':
        return [...done(), { kind: 'exit' }];
      case 'boardsize': {
        const size = readInt(args[0]);
        if (size === null) return refused(SYNTAX);
        return board.resize(size) ? [{ kind: 'newGame' }, ...done()] : refused('unacceptable size');
      }
      case 'clear_board':
        board.clear();
        return [{ kind: 'newGame' }, ...done()];
      case 'walls': {
        const count = readInt(args[0]);
        if (count === null) return refused(SYNTAX);
        board.setWalls(count);
        return done();
      }
      case 'playmove':
      case 'playwall': {
        const played = name === 'playmove' ? readMove(args) : readWall(args);
        if (played === null) return refused(SYNTAX);
        return board.play(played.seat, played.placement) ? done() : refused('illegal move');
      }
      case 'genmove':
        return this.#think(readColor(args[0]) ?? board.position.mover);
      case 'undo': {
        const times = args.length === 0 ? 1 : readInt(args[0]);
        if (times === null) return refused(SYNTAX);
        return board.undo(times) ? done() : refused('cannot undo');
      }
      case 'winner':
        return done(board.winner === null ? 'false' : `true ${writeColor(board.winner)}`);
      case 'showboard':
        return done('', ...drawBoard(board.position));
      default:
        return this.#option(name, args[0]);
    }
  }

  get #known(): readonly string[] {
    return [...commandNames, ...(this.#engine.options ?? []).map(({ name }) => name)];
  }

  #think(seat: Seat): readonly ResponderEvent[] {
    const position = this.#board.for(seat);
    const running = { id: ++this.#jobs, seat, position, cancelled: false };
    if (quoridor.result(position)) {
      this.#conversation.follow('answer');
      return this.#generated(running, null);
    }
    this.#running = running;
    const job = { id: running.id, position, limit: this.#engine.limit(), only: undefined };
    return [{ kind: 'search', job }];
  }

  #option(name: string, word: string | undefined): readonly ResponderEvent[] {
    const option = this.#engine.options?.find((each) => each.name === name);
    if (!option) return refused('unknown command');
    const fits =
      option.type === 'spin'
        ? isWithin(readInt(word), option.min, option.max)
        : option.type === 'combo'
          ? option.vars.includes(word ?? '')
          : word === 'true' || word === 'false';
    return fits ? [{ kind: 'option', name, value: word! }, ...done()] : refused(SYNTAX);
  }
}

const isWithin = (value: number | null, min: number, max: number): boolean =>
  value !== null && value >= min && value <= max;

export const createQtpResponder = (engine: QtpEngine): Responder => new QtpResponder(engine);

const PAWNS = ['B', 'W'] as const;

/**
 * The drawing for `showboard`. Letters run from left to right and numbers from bottom to top, both on both edges, as
 * the text requires. A wall covers the two sides that it bars, `=` where it lies and `#` where it stands; the counts
 * show whose walls they are. No line is blank or begins like an answer.
 */
export function drawBoard(position: QuoridorPosition): readonly string[] {
  const { size } = position;
  const letters = `     ${Array.from({ length: size }, (_, column) => String.fromCharCode(65 + column)).join('   ')}`;
  const lines = [letters];
  for (let row = size; row >= 1; row--) {
    lines.push(edge(position, row + 1), cells(position, row));
  }
  return [...lines, edge(position, 1), letters];
}

/** The wall with its centre at the south-east corner of a cell; 0 if none. */
function wallAt({ size, walls }: QuoridorPosition, column: number, row: number): number {
  if (column < 0 || column >= size - 1 || row < 2 || row > size) return 0;
  return walls[(row - 2) * (size - 1) + column]!;
}

const lies = (wall: number): boolean => wall !== 0 && orientationOf(wall) === 0;
const stands = (wall: number): boolean => wall !== 0 && orientationOf(wall) === 1;

/** The line below the cells of `row`. */
function edge(position: QuoridorPosition, row: number): string {
  let text = '   +';
  for (let column = 0; column < position.size; column++) {
    const left = wallAt(position, column - 1, row);
    const right = wallAt(position, column, row);
    text += lies(left) || lies(right) ? '===' : '---';
    text += lies(right) ? '=' : stands(right) ? '#' : '+';
  }
  return text;
}

function cells(position: QuoridorPosition, row: number): string {
  const { size, pawns } = position;
  const number = String(row).padStart(2);
  let text = `${number} |`;
  for (let column = 0; column < size; column++) {
    const seat = pawns.indexOf((row - 1) * size + column);
    const barred = stands(wallAt(position, column, row)) || stands(wallAt(position, column, row + 1));
    text += ` ${PAWNS[seat] ?? ' '} ${barred ? '#' : '|'}`;
  }
  return `${text} ${number.trim()}${counts(position, row)}`;
}

function counts(position: QuoridorPosition, row: number): string {
  const seat = position.size - row;
  if (seat > 1) return '';
  const placed = wallsPlaced(position)[seat]!;
  return `   ${seat === 0 ? 'black' : 'white'} walls: ${position.wallsLeft[seat]!} left, ${placed} placed`;
}
