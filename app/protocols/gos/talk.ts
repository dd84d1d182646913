/** A conversation as it stands: what is wished, what is on its way, what is known of the bot. */
import type { Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import type { StonesPosition } from '../../games/stones/index.ts';
import type { Search } from '../protocol.ts';
import type { Answer, Report } from '../report.ts';
import { Enums, type EnumSettings } from './enums.ts';
import { Limits, type LimitSettings } from './limits.ts';
import { isStart, planAnalysis, planGame, type Plan } from './plans.ts';
import { isReply } from './replies.ts';
import { ObjectStream } from './stream.ts';
import { Wire, type Request } from './wire.ts';
import type { DriverState } from '../../shapes/engines.ts';

/** As `createDriver` takes them: `walk` is nobody's choice. */
export interface GosSettings extends EnumSettings, LimitSettings {
  /** `whole`: to a position of a game from the start a bot is led through that game, however long it is. */
  readonly walk?: string;
}

export const WHOLE = 'whole';

/** So many lines of a plan, and the request behind them where something is asked. */
export interface Route {
  readonly plan: Plan;
  readonly length: number;
}

/** A search on its way. */
export interface Task {
  readonly search: Search;
  route: Route;
  /** The report about the first action of the turn, where the second one is being asked for. */
  first: Report | null;
  /** Nothing more is to be asked for it. */
  ending: boolean;
}

/** A move that answered a request, and what it is. */
export interface Answered {
  readonly request: Request;
  readonly answer: Answer;
  /** Why it is illegal; null where it is legal. */
  readonly why: string | null;
  /** From the request on. */
  readonly seconds: number;
  /** How many lines the bot had been told. */
  readonly told: number;
}

export class Talk {
  readonly settings: GosSettings;
  readonly enums: Enums;
  readonly limits: Limits;
  readonly wire = new Wire();
  readonly stream = new ObjectStream(isReply);
  /** Proposed and not yet reported as sent. */
  proposed: string | null = null;
  task: Task | null = null;
  /** The way through the game that goes on without a question. */
  followed: Route | null = null;
  /** The last one. */
  answered: Answered | null = null;
  /** The last answer was illegal on a board that the bot may not look at. */
  looksAway = false;
  start = false;
  /** `ready` was told. */
  welcomed = false;
  /** A fault was told; the session is about to end. */
  over = false;
  /** The last game that a way was made through, which mostly is the next one's beginning. */
  #game: {
    readonly start: unknown;
    /** A list of its own: that of a line may grow with its game. */
    readonly moves: unknown[];
    readonly seat: Seat;
    readonly plan: Plan;
  } | null = null;

  constructor(settings: GosSettings) {
    this.settings = settings;
    this.enums = new Enums(settings);
    this.limits = new Limits(settings);
  }

  get state(): DriverState {
    return this.wire.conversation.state;
  }

  /** How many lines of the route the bot has been told; null where it was led elsewhere. */
  toldOf({ plan, length }: Route): number | null {
    const { script } = this.wire;
    if (script === null || this.state === 'quitting' || script.length > length + 1) return null;
    return script.every((line, index) => line === plan.line(index)) ? script.length : null;
  }

  /** A bot that looks at no board can be led through this line's whole game, and was not. */
  canWalkWhole({ start }: Line): boolean {
    return this.settings.walk !== WHOLE && isStart(start as StonesPosition);
  }

  /** The way to a search's question: in an analysis the short one, unless the bot is on that through the game. */
  routeTo({ line, purpose }: Pick<Search, 'line' | 'purpose'>): Route {
    const { mover } = line.position as StonesPosition;
    if (purpose === 'play') return this.routeThrough(line, mover);
    const short = routeOf(planAnalysis(this.enums.form, line));
    const isWhole = this.settings.walk === WHOLE && isStart(line.start as StonesPosition);
    if (!isWhole && this.toldOf(short) !== null) return short;
    const whole = routeOf(planGame(this.enums.form, mover, line));
    if (isWhole) return whole;
    return this.toldOf(whole) !== null ? whole : short;
  }

  routeThrough(line: Line, seat: Seat): Route {
    const { start, moves } = line;
    const known = this.#game;
    const isNext = known?.seat === seat && known.start === start && isBeginning(known.moves, moves);
    if (!isNext) {
      const plan = planGame(this.enums.form, seat, line);
      this.#game = { start, moves: [...moves], seat, plan };
      return routeOf(plan);
    }
    for (const move of moves.slice(known.moves.length)) {
      known.plan.play(move as number);
      known.moves.push(move);
    }
    return routeOf(known.plan);
  }
}

export const routeOf = (plan: Plan): Route => ({ plan, length: plan.length });

const isBeginning = (some: readonly unknown[], all: readonly unknown[]): boolean =>
  some.length <= all.length && some.every((move, index) => move === all[index]);
