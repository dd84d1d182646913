/** Searches, and the routes that lead a bot to their requests; the table of searches is in `driver.ts`. */
import { failed, reported } from '../conversation.ts';
import type { Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import { stones as game, type StonesPosition } from '../../games/stones/index.ts';
import { type DriverEvent, type Search, bareReport, type Answer, type Report } from '../protocol.ts';
import { isStart, planAnalysis, planGame, type Plan } from './position.ts';
import type { Enums } from './settings.ts';
import type { Request, Wire } from './states.ts';

/** The first `length` lines of a plan, and the request after them, if there is one. */
export interface Route {
  readonly plan: Plan;
  readonly length: number;
}

const routeOf = (plan: Plan): Route => ({ plan, length: plan.length });

/** Value of the setting `walk`: the bot is led through whole games, for analysis too. */
export const WHOLE = 'whole';

/** Why a bot cannot be told this line of play; null if it can. */
export const objectionTo = ({ game: { id, name } }: Line): string | null =>
  id === game.id ? null : `GoS carries the Game of Stones only, not ${name}`;

const isBeginning = (some: readonly unknown[], all: readonly unknown[]): boolean =>
  some.length <= all.length && some.every((move, index) => move === all[index]);

/** Chooses routes and compares them with what the bot was told. */
export class Router {
  readonly #wire: Wire;
  readonly #enums: Enums;
  readonly #walksWhole: boolean;
  /** The last game routed, which usually begins the next one; `moves` is a copy, since a line's list may grow. */
  #game: {
    readonly start: unknown;
    readonly moves: unknown[];
    readonly seat: Seat;
    readonly plan: Plan;
  } | null = null;

  constructor(wire: Wire, enums: Enums, walk: string | undefined) {
    this.#wire = wire;
    this.#enums = enums;
    this.#walksWhole = walk === WHOLE;
  }

  /** The number of lines of the route that the bot was told; null if it was led elsewhere. */
  toldOf({ plan, length }: Route): number | null {
    const { script, conversation } = this.#wire;
    if (script === null || conversation.state === 'quitting' || script.length > length + 1) return null;
    return script.every((line, index) => line === plan.line(index)) ? script.length : null;
  }

  /** Whether a bot that ignores boards can be led through the whole game instead. */
  canWalkWhole({ start }: Line): boolean {
    return !this.#walksWhole && isStart(start as StonesPosition);
  }

  /** The route to a search's request: for analysis the short one, unless the bot already follows the game. */
  routeTo({ line, purpose }: Pick<Search, 'line' | 'purpose'>): Route {
    const { mover } = line.position as StonesPosition;
    if (purpose === 'play') return this.routeThrough(line, mover);
    const short = routeOf(planAnalysis(this.#enums.form, line));
    const isWhole = this.#walksWhole && isStart(line.start as StonesPosition);
    if (!isWhole && this.toldOf(short) !== null) return short;
    const whole = routeOf(planGame(this.#enums.form, mover, line));
    return isWhole || this.toldOf(whole) !== null ? whole : short;
  }

  routeThrough({ start, moves, ...line }: Line, seat: Seat): Route {
    const known = this.#game;
    if (known?.seat !== seat || known.start !== start || !isBeginning(known.moves, moves)) {
      const plan = planGame(this.#enums.form, seat, { start, moves, ...line });
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

interface Task {
  readonly search: Search;
  route: Route;
  /** The report on the first action of the turn, while the bot is asked for the second. */
  first: Report | null;
  /** Whether no further action is asked for. */
  ending: boolean;
}

/** A move that answered a request. */
export interface Answered {
  readonly request: Request;
  readonly answer: Answer;
  /** Why it is illegal; null if it is legal. */
  readonly why: string | null;
  /** The time since the request. */
  readonly seconds: number;
  /** The number of lines that the bot had been told. */
  readonly told: number;
}

const ELSEWHERE = 'a bot serves one match in order; another match needs a new process';

const FOLLOWS_ONLY =
  'the bot got this position, but seems to ignore the board and to follow only the moves that it is sent';

/** Part of a reason, if both forms of enums were tried. */
export const noBetter = ({ other }: Enums): string => `with its enums as ${other}s it did no better`;

/** Adds to the reason of an illegal answer. */
const because = ({ answer, why }: Answered, more: string): Answer =>
  why === null ? answer : { kind: 'illegal', text: answer.text, reason: `${why}; ${more}` };

/** The search that is served, at most one, and the bot's last answer. */
export class Searches {
  readonly #wire: Wire;
  readonly #router: Router;
  readonly #enums: Enums;
  #task: Task | null = null;
  #answered: Answered | null = null;
  #ignoresBoards = false;

  constructor(wire: Wire, router: Router, enums: Enums) {
    this.#wire = wire;
    this.#router = router;
    this.#enums = enums;
  }

  /** The route of the search that is served. */
  get route(): Route | null {
    return this.#task?.route ?? null;
  }

  /** Whether an answer after a short walk was illegal, so that the bot may ignore boards. */
  get ignoresBoards(): boolean {
    return this.#ignoresBoards;
  }

  take(search: Search): void {
    this.#task = { search, route: this.#router.routeTo(search), first: null, ending: false };
  }

  hear(answered: Answered): void {
    this.#answered = answered;
  }

  /** Nothing stops a bot: if it is thinking, its answer still becomes the report. */
  stop(out: DriverEvent[]): void {
    const task = this.#task;
    if (!task) return;
    const isAsked = this.#router.toldOf(task.route) === task.route.length + 1;
    if (task.first === null && this.#wire.requests.length > 0 && isAsked) task.ending = true;
    else this.end('stopped before it began', out);
  }

  /** Ends the search: no later answer belongs to it. */
  end(reason: string, out: DriverEvent[]): void {
    if (!this.#task) return;
    const { search, first } = this.#task;
    this.#task = null;
    if (first === null) out.push(failed(search, reason));
    else out.push(reported(search, first, true));
  }

  /** Drops the search without an event, since a fault that ends the session covers it. */
  drop(): void {
    this.#task = null;
  }

  /** Concludes searches until one needs the bot. */
  serve(out: DriverEvent[]): void {
    while (this.#task && this.#wire.requests.length === 0) {
      const task = this.#task;
      const told = this.#router.toldOf(task.route);
      if (told === null) this.end(ELSEWHERE, out);
      else if (told <= task.route.length) return;
      else if (this.#answered?.told === told) this.#conclude(task, this.#answered, out);
      else this.end('the bot has not answered', out);
    }
  }

  #conclude(task: Task, answered: Answered, out: DriverEvent[]): void {
    const { search, route, first } = task;
    const { why, seconds, request } = answered;
    const answer = this.#answerIn(route, answered);
    if (first !== null) {
      const report = { ...bareReport(first.answer, first.seconds + seconds), rest: [answer] };
      this.#task = null;
      out.push(reported(search, report, true));
      return;
    }
    if (search.purpose === 'analyse' && route.plan.isEdited && why !== null) {
      this.#ignoresBoards = this.#router.canWalkWhole(search.line);
      if (!this.#ignoresBoards) {
        const { answer: said } = answered;
        const move = said.kind === 'move' ? game.moveText(request.position, said.move as number) : said.text;
        this.end(`${move} is illegal here: ${why}; ${FOLLOWS_ONLY}`, out);
        return;
      }
    }
    const report = bareReport(answer, seconds);
    const isMore = search.purpose === 'analyse' && !task.ending && request.position.phase === 'first';
    const goesOn =
      isMore && answer.kind === 'move' && why === null && goOn(task, request.position, answer.move as number);
    if (goesOn) task.first = report;
    else this.#task = null;
    out.push(reported(search, report, !goesOn));
  }

  #answerIn({ plan }: Route, answered: Answered): Answer {
    if (plan.isEdited) return because(answered, FOLLOWS_ONLY);
    return this.#enums.hopeless ? because(answered, noBetter(this.#enums)) : answered.answer;
  }
}

/** Prepares the request for the second action of the turn. @returns false if the first one ends the game */
function goOn(task: Task, position: StonesPosition, move: number): boolean {
  if (game.result(game.play(position, move)) !== null) return false;
  const { plan } = task.route;
  plan.play(move);
  task.route = routeOf(plan);
  return true;
}
